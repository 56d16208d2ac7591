/** What the log view is told of a frame. */

import type { Field } from '../protocol.ts'
import { toHex } from './bytes.ts'

/** The fields in the order of their bytes, and what no field covers, in hex, so that nothing of a frame is hidden. */
export function filled(frame: Uint8Array, fields: readonly Field[]): Field[] {
  const all: Field[] = []
  let end = 0
  const fillTo = (offset: number): void => {
    if (offset > end) {
      all.push({
        offset: end,
        length: offset - end,
        name: 'bytes',
        value: toHex(frame.subarray(end, offset)),
      })
    }
  }
  for (const field of [...fields].sort((a, b) => a.offset - b.offset)) {
    fillTo(field.offset)
    all.push(field)
    end = Math.max(end, field.offset + field.length)
  }
  fillTo(frame.length)
  return all
}
