import { isMainThread, parentPort, workerData } from 'node:worker_threads'

/** Keeps more and more: lists of so many megabytes. @returns how many */
export function keep(megabytes: number): number {
  const kept = Array.from({ length: megabytes }, (_, n) =>
    Array.from({ length: 131_072 }, (_, i) => i + n + 0.5),
  )
  return kept.length
}

/** As a thread that lives as long as the process, it keeps what it is given, and tells that it has begun. */
if (!isMainThread && typeof workerData === 'object' && workerData !== null && 'megabytes' in workerData) {
  parentPort?.postMessage('begun')
  keep(workerData.megabytes as number)
}
