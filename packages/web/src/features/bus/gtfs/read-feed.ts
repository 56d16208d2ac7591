import type { Encoding } from '../../../base/decode-text.ts'
import type { GtfsAnswer, GtfsRequest } from './gtfs-worker.ts'

/** Reads a feed out of a ZIP file, or out of the text files of one, in the encoding that is given. */
export async function readFeed(files: readonly File[], encoding?: Encoding): Promise<GtfsAnswer> {
  const contents = await Promise.all(
    files.map(async (file) => ({ name: file.name, bytes: await file.arrayBuffer() })),
  )
  const request: GtfsRequest = { files: contents, encoding }
  const worker = new Worker(new URL('./gtfs-worker.ts', import.meta.url), { type: 'module' })
  const answer = new Promise<GtfsAnswer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<GtfsAnswer>) => resolve(data)
    worker.onerror = (event) => reject(new Error(event.message))
  })
  worker.postMessage(
    request,
    contents.map(({ bytes }) => bytes),
  )
  return answer.finally(() => worker.terminate())
}
