import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { CutPlan } from './plan-cut.ts'

const connections = 4

interface Source {
  read(offset: number, length: number): Promise<Uint8Array>
}

/**
 * Reads the tiles of a plan and puts the file together. It has its name once it is whole; what failed leaves nothing.
 * @param onProgress bytes read so far
 */
export async function downloadCut(
  source: Source,
  plan: CutPlan,
  target: string,
  onProgress: (bytes: number) => void = () => {},
): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  const draft = `${target}.part`
  try {
    const file = await open(draft, 'w')
    try {
      await file.truncate(plan.bytes)
      // Long ones first, so that none is left at the end for one connection alone.
      const waiting = [...plan.requests].sort((a, b) => a.length - b.length)
      let done = 0
      const work = async () => {
        for (let request = waiting.pop(); request; request = waiting.pop()) {
          const bytes = await source.read(request.offset, request.length)
          for (const { from, length, to } of request.pieces)
            await file.write(bytes, from - request.offset, length, plan.head.length + to)
          done += request.length
          onProgress(done)
        }
      }
      const workers = Array.from({ length: connections }, work)
      const failed = (
        await Promise.allSettled(workers.map((each) => each.catch((error) => stop(error))))
      ).find(({ status }) => status === 'rejected')
      if (failed) throw (failed as PromiseRejectedResult).reason
      // Last: without it the file is no map, however far it came.
      await file.write(plan.head, 0, plan.head.length, 0)
      await file.sync()

      function stop(error: unknown): never {
        waiting.length = 0
        throw error
      }
    } finally {
      await file.close()
    }
    await rename(draft, target)
  } finally {
    await rm(draft, { force: true })
  }
}
