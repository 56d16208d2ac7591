import type { GtfsAnswer, GtfsRequest } from './gtfs-worker.ts'

/** Reads a feed out of a ZIP file, or out of the text files of one. */
export async function readFeed(files: readonly File[]): Promise<GtfsAnswer> {
  const request: GtfsRequest = await Promise.all(
    files.map(async (file) => ({ name: file.name, bytes: await file.arrayBuffer() })),
  )
  const worker = new Worker(new URL('./gtfs-worker.ts', import.meta.url), { type: 'module' })
  const answer = new Promise<GtfsAnswer>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<GtfsAnswer>) => resolve(data)
    worker.onerror = (event) => reject(new Error(event.message))
  })
  worker.postMessage(
    request,
    request.map(({ bytes }) => bytes),
  )
  return answer.finally(() => worker.terminate())
}
