import { busLimits } from '@trackway/core/features/bus/calls.ts'
import { type GtfsRead, readGtfs } from '@trackway/core/features/bus/gtfs/gtfs.ts'
import { type GtfsFile, type GtfsTables, gtfsFiles } from '@trackway/core/features/bus/gtfs/gtfs-reader.ts'
import { unzipSync } from 'fflate'
import { parseCsv } from 'hucre/csv'

/** Reads a GTFS feed beside the page, which goes on meanwhile. */

export type GtfsRequest = { name: string; bytes: ArrayBuffer }[]
export type GtfsAnswer = { read: GtfsRead } | { error: 'noFeed' | 'unreadable' }

self.onmessage = ({ data }: MessageEvent<GtfsRequest>) => {
  self.postMessage(answerOf(data) satisfies GtfsAnswer)
}

function answerOf(files: GtfsRequest): GtfsAnswer {
  const tables: GtfsTables = {}
  try {
    for (const { name, bytes } of files) {
      const content = new Uint8Array(bytes)
      const isZip = content[0] === 0x50 && content[1] === 0x4b
      const inside = isZip
        ? unzipSync(content, { filter: ({ name }) => fileOf(name) !== null })
        : { [name]: content }
      for (const [path, text] of Object.entries(inside)) {
        const file = fileOf(path)
        if (file) tables[file] = rowsOf(text)
      }
    }
  } catch {
    return { error: 'unreadable' }
  }
  if (Object.keys(tables).length === 0) return { error: 'noFeed' }
  return { read: readGtfs(tables, busLimits) }
}

/** Some feeds lie in a folder of their archive. */
function fileOf(path: string): GtfsFile | null {
  const name = path.split('/').at(-1)?.toLowerCase()
  return gtfsFiles.find((file) => name === `${file}.txt`) ?? null
}

function rowsOf(bytes: Uint8Array): string[][] {
  return parseCsv(new TextDecoder().decode(bytes)).map((row) => row.map((cell) => String(cell ?? '')))
}
