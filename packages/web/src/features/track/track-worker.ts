import { BlockStream } from '@trackway/core/track/block-stream.ts'
import { decodeBlock } from '@trackway/core/track/decode-block.ts'
import type { FromWorker, ToWorker } from './track-messages.ts'

/** Unpacks the blocks of one reply off the main thread; each day's columns are handed over, not copied. */
const stream = new BlockStream()
const reply = (message: FromWorker, transfer: Transferable[] = []) => postMessage(message, { transfer })

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if (data.type === 'end') {
    reply(stream.isComplete ? { type: 'complete' } : { type: 'broken' })
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
