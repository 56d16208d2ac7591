import { Refusal } from '../../../platform/errors.ts'
import { createWorkerPool } from '../../../platform/workers/worker-pool.ts'
import type { FileAnswer, FileWork } from './files-work.ts'

const threads = createWorkerPool(new URL('files-work.ts', import.meta.url), 'readFile', 1)

/**
 * Reads a file of areas beside the event loop: outlines of a thousand fences are a second of work.
 * @throws {Refusal} `fileUnreadable`, `tooManyFences`
 */
export async function readAreaFile(work: FileWork, signal: AbortSignal) {
  const answer: FileAnswer = await threads.run(work, { signal })
  if ('refusal' in answer)
    throw new Refusal(answer.refusal, answer.count === undefined ? {} : { count: answer.count })
  return answer
}
