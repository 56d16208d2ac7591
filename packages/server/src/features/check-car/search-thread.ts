import { parentPort } from 'node:worker_threads'
import type { ThreadAnswer, ThreadQuestion } from './search-threads.ts'
import { searchDays } from './search-work.ts'

/** A thread that unpacks days and looks for visits in them, one piece of work after another, until it is ended. */
parentPort!.on('message', ({ work }: ThreadQuestion) => {
  let answer: ThreadAnswer
  try {
    answer = { found: searchDays(work), error: null }
  } catch (error) {
    answer = { found: null, error }
  }
  parentPort!.postMessage(answer)
})
