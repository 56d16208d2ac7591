import { markJumps } from '@trackway/core/track/analysis/believed-points.ts'
import { BlockStream } from '@trackway/core/track/format/block-stream.ts'
import { decodeBlock } from '@trackway/core/track/format/decode-block.ts'
import { ZSTDDecoder } from 'zstddec'
import { LineCanvas } from '../track-line/line-canvas.ts'
import type { FromWorker, ToWorker } from './track-messages.ts'

/**
 * The track of one device off the main thread: unpacks the blocks of a reply, hands each day's columns over,
 * and keeps what it takes to paint the line.
 */
const zstd = new ZSTDDecoder()
// A decoder that does not start fails at the first stored day, and the reply counts as broken then.
const ready = zstd.init().catch(() => {})
const stream = new BlockStream((compressed) => zstd.decode(compressed))
const line = new LineCanvas()
const reply = (message: FromWorker, transfer: Transferable[] = []) => postMessage(message, { transfer })

addEventListener('message', async ({ data }: MessageEvent<ToWorker>) => {
  // What waits here goes on in the order it came.
  await ready
  switch (data.type) {
    case 'bytes':
      unpack(data.bytes)
      return reply({ type: 'read' })
    case 'end':
      return reply({ type: stream.isComplete ? 'complete' : 'cut' })
    case 'paint': {
      const bitmap = line.paint(data.order)
      return reply({ type: 'painted', id: data.id, bitmap }, [bitmap])
    }
    case 'pick':
      return reply({ type: 'picked', id: data.id, point: line.pick(data.projection, data.request) })
  }
})

function unpack(bytes: Uint8Array): void {
  try {
    for (const block of stream.push(bytes)) {
      const { track, problem } = decodeBlock(block)
      if (problem) throw new Error(problem)
      // What mileage does not believe is not on the line either.
      markJumps(track)
      line.add(track)
      const columns = Object.values(track).flatMap((value) =>
        ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : [],
      )
      reply({ type: 'day', track }, columns)
    }
  } catch {
    // A proxy's page of HTML, a stream cut and glued, a damaged block: nothing of it can be shown.
    reply({ type: 'broken' })
  }
}
