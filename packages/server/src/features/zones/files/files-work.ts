import type { RefusalName } from '@trackway/core/codes/results.ts'
import type { ZoneFormat } from '@trackway/core/features/zones/zone-calls.ts'
import { Refusal } from '../../../platform/errors.ts'
import { type CheckedShape, readShapes } from './files.ts'
import type { ShapeSizes } from './shapes.ts'

export interface FileWork {
  text: string
  format?: ZoneFormat | undefined
  sizes: ShapeSizes
}

export type FileAnswer =
  | { format: ZoneFormat; list: CheckedShape[] }
  | { refusal: RefusalName; count: number | undefined }

/** Reads a file in a thread of its own, where refusals are told as data. */
export function readFile({ text, format, sizes }: FileWork): FileAnswer {
  try {
    return readShapes({ text, format }, sizes)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return { refusal: error.refusal, count: error.count }
  }
}
