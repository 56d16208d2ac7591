import type { ResourceLimits } from 'node:worker_threads'

/** What lives shortly. Node lets it grow to several times this in every thread, and gives little of it back. */
const youngMb = 24

/**
 * Bounds the heap of a thread: Node lets that of each grow to gigabytes before it looks for garbage. A thread that needs
 * more ends, and not the process.
 * @param oldMb what is kept
 */
export function heapLimits(oldMb: number): ResourceLimits {
  return { maxOldGenerationSizeMb: oldMb, maxYoungGenerationSizeMb: youngMb }
}

export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
