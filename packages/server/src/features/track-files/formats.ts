import type { TrackFileFormat } from '@trackway/core/api/track-files.ts'
import type { WriteTrackFile } from './track-file.ts'

/** The formats; each is loaded when the first file of it is made. */
export const formats: Record<TrackFileFormat, { contentType: string; load: () => Promise<WriteTrackFile> }> =
  {
    csv: { contentType: 'text/csv; charset=utf-8', load: async () => (await import('./csv.ts')).writeCsv },
    xlsx: {
      contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      load: async () => (await import('./write-in-thread.ts')).writeInThread,
    },
    gpx: { contentType: 'application/gpx+xml', load: async () => (await import('./gpx.ts')).writeGpx },
    kml: {
      contentType: 'application/vnd.google-earth.kml+xml',
      load: async () => (await import('./kml.ts')).writeKml,
    },
  }
