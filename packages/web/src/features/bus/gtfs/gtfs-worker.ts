import { busLimits } from '@trackway/core/features/bus/calls.ts'
import { type GtfsRead, readGtfs } from '@trackway/core/features/bus/gtfs/gtfs.ts'
import { type GtfsFile, type GtfsTables, gtfsFiles } from '@trackway/core/features/bus/gtfs/gtfs-reader.ts'
import dayjs from 'dayjs'
import { unzipSync } from 'fflate'
import { parseCsv } from 'hucre/csv'
import { decodeText, type Encoding } from '../../../base/decode-text.ts'

/** Reads a GTFS feed beside the page, which goes on meanwhile. */

export interface GtfsRequest {
  files: { name: string; bytes: ArrayBuffer }[]
  encoding?: Encoding | undefined
}
/** Its encoding is that of a file that is not UTF-8, if there is one. */
export type GtfsAnswer = { read: GtfsRead; encoding: Encoding } | { error: 'noFeed' | 'unreadable' }

self.onmessage = ({ data }: MessageEvent<GtfsRequest>) => {
  self.postMessage(answerOf(data) satisfies GtfsAnswer)
}

function answerOf({ files, encoding: given }: GtfsRequest): GtfsAnswer {
  const tables: GtfsTables = {}
  let encoding: Encoding = given ?? 'utf-8'
  try {
    for (const { name, bytes } of files) {
      const content = new Uint8Array(bytes)
      const isZip = content[0] === 0x50 && content[1] === 0x4b
      const inside = isZip
        ? unzipSync(content, { filter: ({ name }) => fileOf(name) !== null })
        : { [name]: content }
      for (const [path, content] of Object.entries(inside)) {
        const file = fileOf(path)
        if (!file) continue
        const decoded = decodeText(content, given)
        if (encoding === 'utf-8') encoding = decoded.encoding
        tables[file] = parseCsv(decoded.text).map((row) => row.map((cell) => String(cell ?? '')))
      }
    }
  } catch {
    return { error: 'unreadable' }
  }
  if (Object.keys(tables).length === 0) return { error: 'noFeed' }
  return { read: readGtfs(tables, busLimits, dayjs().format('YYYY-MM-DD')), encoding }
}

/** Some feeds lie in a folder of their archive. */
function fileOf(path: string): GtfsFile | null {
  const name = path.split('/').at(-1)?.toLowerCase()
  return gtfsFiles.find((file) => name === `${file}.txt`) ?? null
}
