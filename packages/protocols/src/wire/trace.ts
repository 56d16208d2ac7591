/** The fields of a frame for the log view, each with its place. */

import type { Field } from '../protocol.ts'
import { toHex } from './bytes.ts'

/** Collects the fields of a body for people. Offsets are those of the reader's bytes. */
export class Trace {
  readonly fields: Field[] = []
  prefix = ''

  add(offset: number, length: number, name: string, value: unknown): void {
    this.fields.push({ offset, length, name: this.prefix + name, value: show(value) })
  }

  /** Reads something whose fields are grouped under a name of their own. */
  under<T>(name: string, read: () => T): T {
    const before = this.prefix
    this.prefix = `${before}${name}.`
    try {
      return read()
    } finally {
      this.prefix = before
    }
  }
}

function show(value: unknown): string {
  if (typeof value === 'string') return value
  return value === undefined || value === null ? '-' : JSON.stringify(value)
}

/**
 * The fields in the order of their bytes, and what no field covers, in hex, so that nothing of a frame is
 * hidden. Values worked out from the bytes of another field are left out.
 */
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
  const placed = fields.filter(({ length }) => length > 0)
  for (const field of placed.sort((a, b) => a.offset - b.offset)) {
    fillTo(field.offset)
    all.push(field)
    end = Math.max(end, field.offset + field.length)
  }
  fillTo(frame.length)
  return all
}

/** A time that no check of dates refuses: a log view shows the bytes as they are. */
const anyTime = Number.MAX_SAFE_INTEGER / 2

/** Every field of a frame, found by decoding it on a copy of the session. */
export const describeBy =
  <S>(decode: (frame: Uint8Array, session: S, now: number, trace: Trace) => unknown) =>
  (frame: Uint8Array, session: S): Field[] => {
    const trace = new Trace()
    decode(frame, structuredClone(session), anyTime, trace)
    return filled(frame, trace.fields)
  }
