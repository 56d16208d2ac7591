import type { ZoneFormat } from '@trackway/core/features/zones/zone-calls.ts'
import { Refusal } from '../../../platform/errors.ts'
import { createWorkerPool } from '../../../platform/workers/worker-pool.ts'
import type { FileAnswer, FileWork } from './files-work.ts'

const threads = createWorkerPool(new URL('files-work.ts', import.meta.url), 'readFile', 1)

interface ZoneFile {
  text: string
  format?: ZoneFormat | undefined
  pointRadiusM: number
  /** Left out: no zone of the kind is a road. */
  lineWidthM?: number
}

/**
 * Reads a file of areas beside the event loop: outlines of a thousand fences are a second of work.
 * @throws {Refusal} `fileUnreadable`, `tooManyFences`
 */
export async function readAreaFile(
  { text, format, pointRadiusM, lineWidthM = pointRadiusM }: ZoneFile,
  signal: AbortSignal,
) {
  const work: FileWork = { text, format, sizes: { lineWidthM, pointRadiusM } }
  const answer: FileAnswer = await threads.run(work, { signal })
  if ('refusal' in answer)
    throw new Refusal(answer.refusal, answer.count === undefined ? {} : { count: answer.count })
  return answer
}

/** The rows that cannot be imported, with why. */
export function failedRows(rows: readonly { row: number; name: string; fault: string | null }[]) {
  return rows.flatMap(({ row, name, fault }) => (fault === null ? [] : [{ row, name, fault }]))
}
