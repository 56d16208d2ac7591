import { BlockStream } from '@trackway/core/track/block-stream.ts'
import { decodeBlock } from '@trackway/core/track/decode-block.ts'
import { ZSTDDecoder } from 'zstddec'
import type { FromWorker, ToWorker } from './track-messages.ts'

/** Unpacks the blocks of one reply off the main thread; each day's columns are handed over, not copied. */
const zstd = new ZSTDDecoder()
// A decoder that does not start fails at the first stored day, and the reply counts as broken then.
const ready = zstd.init().catch(() => {})
const stream = new BlockStream((compressed) => zstd.decode(compressed))
const reply = (message: FromWorker, transfer: Transferable[] = []) => postMessage(message, { transfer })

addEventListener('message', async ({ data }: MessageEvent<ToWorker>) => {
  // What waits here goes on in the order it came.
  await ready
  if (data.type === 'end') {
    reply({ type: stream.isComplete ? 'complete' : 'cut' })
    return
  }
  try {
    for (const block of stream.push(data.bytes)) {
      const { track, problem } = decodeBlock(block)
      if (problem) {
        reply({ type: 'broken' })
        return
      }
      const columns = Object.values(track).flatMap((value) =>
        ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : [],
      )
      reply({ type: 'day', track }, columns)
    }
  } catch {
    // A proxy's page of HTML, or a stream cut and glued: nothing of it can be shown.
    reply({ type: 'broken' })
  }
})
