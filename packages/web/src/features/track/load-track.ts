import { trackCalls } from '@trackway/core/api/tracks.ts'
import { joinTracks, type Track } from '@trackway/core/track/columns.ts'
import { ApiError, apiBytes } from '../../app/api.ts'
import type { FromWorker, ToWorker } from './track-messages.ts'

/** 90 days over a slow line; the first day is on the screen long before. */
const timeoutMs = 120_000
/** While days arrive, the picture is renewed no more often. */
const renewIntervalMs = 400

export interface TrackQuestion {
  terminalID: string
  /** Both included, epoch ms. */
  from: number
  to: number
}

/**
 * Reads a track. The newest day comes first and is shown at once; the others join it as they arrive.
 * @param onTrack called with all that has arrived, oldest point first; `isComplete` on the last call
 * @throws {ApiError} on refusal, lost network or a broken reply
 */
export async function loadTrack(
  question: TrackQuestion,
  onTrack: (track: Track, isComplete: boolean) => void,
  signal: AbortSignal,
): Promise<void> {
  const worker = new Worker(new URL('./track-worker.ts', import.meta.url), { type: 'module' })
  const days: Track[] = []
  let shownAt = 0
  const show = (isComplete: boolean) => {
    shownAt = performance.now()
    onTrack(joinTracks([...days].reverse()), isComplete)
  }
  try {
    const finished = new Promise<void>((resolve, reject) => {
      // A reply that ended too soon is the line's fault, one that can not be read is ours.
      const fail = (result: 'network' | 'internal') => reject(new ApiError(result))
      worker.onerror = () => fail('internal')
      worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
        if (data.type === 'broken') return fail('internal')
        if (data.type === 'cut') return fail('network')
        if (data.type === 'complete') {
          show(true)
          return resolve()
        }
        days.push(data.track)
        if (days.length === 1 || performance.now() - shownAt > renewIntervalMs) show(false)
      }
    })
    await Promise.all([send(worker, question, signal), finished])
  } finally {
    worker.terminate()
  }
}

async function send(worker: Worker, question: TrackQuestion, signal: AbortSignal): Promise<void> {
  const post = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer)
  const reader = (await apiBytes(trackCalls.find, question, { signal, timeoutMs })).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    post({ type: 'bytes', bytes: value }, [value.buffer])
  }
  post({ type: 'end' })
}
