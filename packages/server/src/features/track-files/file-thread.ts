import { parentPort, workerData } from 'node:worker_threads'
import type { FileSlice } from './readings.ts'
import type { FromThread, ThreadWork, ToThread } from './write-in-thread.ts'
import { writeXlsx } from './xlsx.ts'

/**
 * A thread that writes one file of points it is sent, and waits after each piece until the next is wanted. Points
 * are asked for ahead of that, so each question has an answer of its own kind.
 */

const port = parentPort!
let onTrack: (track: FileSlice | null) => void = () => {}
let onTaken: () => void = () => {}
port.on('message', (answer: ToThread) => {
  if ('track' in answer) onTrack(answer.track)
  else onTaken()
})
const say = (message: FromThread) => port.postMessage(message)

async function* read(): AsyncGenerator<FileSlice> {
  for (;;) {
    const answer = new Promise<FileSlice | null>((resolve) => {
      onTrack = resolve
    })
    say({ wants: 'track' })
    const track = await answer
    if (track === null) return
    yield track
  }
}

for await (const piece of writeXlsx({ ...(workerData as ThreadWork), read })) {
  const taken = new Promise<void>((resolve) => {
    onTaken = resolve
  })
  say({ piece })
  await taken
}
say({ piece: null })
port.close()
