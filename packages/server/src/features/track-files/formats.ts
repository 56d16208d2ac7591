import type { TrackFileFormat } from '@trackway/core/features/track-files/calls.ts'
import { formats as tables } from '../../platform/table-files/formats.ts'
import type { WriteTrackFile } from './track-file.ts'

interface Format {
  contentType: string
  /** It has a column for each reading. */
  isTable: boolean
  load: () => Promise<WriteTrackFile>
}

/** The formats; each is loaded when the first file of it is made. */
export const formats: Record<TrackFileFormat, Format> = {
  csv: {
    contentType: tables.csv.contentType,
    isTable: true,
    load: async () => (await import('./table.ts')).writeCsv,
  },
  xlsx: {
    contentType: tables.xlsx.contentType,
    isTable: true,
    load: async () => (await import('./write-in-thread.ts')).writeInThread,
  },
  gpx: {
    contentType: 'application/gpx+xml',
    isTable: false,
    load: async () => (await import('./gpx.ts')).writeGpx,
  },
  kml: {
    contentType: 'application/vnd.google-earth.kml+xml',
    isTable: false,
    load: async () => (await import('./kml.ts')).writeKml,
  },
}
