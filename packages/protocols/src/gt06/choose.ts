/** Which of the forms a body is known to take do these bytes have? Decided by size and plausibility. */

import type { Problem } from '../protocol.ts'
import { toHex } from '../wire/bytes.ts'
import { Reader } from '../wire/reader.ts'
import type { Envelope } from './envelope.ts'
import type { Body } from './layouts/body.ts'
import { Draft } from './layouts/draft.ts'
import { type Layout, readPrefix, readRows } from './layouts/row.ts'
import { maxLatitude, maxLongitude } from './report.ts'

export interface Chosen {
  draft: Draft
  layout: Layout
  variant: string
  /** The form used up the body; otherwise what it knows was read and the rest kept as it came. */
  isExact: boolean
  /** The date or the place can not be: no form fitted. */
  isImpossible: boolean
}

const isDateWrong = (draft: Draft) => draft.deviceTime !== null && Number.isNaN(draft.deviceTime)
const isPlaceWrong = (draft: Draft) => draft.latitude > maxLatitude || draft.longitude > maxLongitude

/** `body` must have layouts. */
export function chooseLayout(frame: Uint8Array, { start, end }: Envelope, body: Body): Chosen {
  const size = end - start
  let misfit: Chosen | null = null
  let unlikely: Chosen | null = null
  for (const layout of body.layouts) {
    if (size < layout.minSize || (layout.isFixed && size !== layout.minSize)) continue
    const reader = new Reader(frame, start, end)
    const draft = new Draft()
    readRows(layout.rows, reader, draft)
    if (reader.isShort || reader.remaining > 0) continue
    const isImpossible = isDateWrong(draft) || isPlaceWrong(draft)
    const chosen = { draft, layout, variant: layout.variant, isExact: true, isImpossible }
    if (isImpossible) misfit ??= chosen
    else if (layout.accepts?.(draft) === false) unlikely ??= chosen
    else return chosen
  }
  return unlikely ?? misfit ?? longestPrefix(frame, start, end, body)
}

/** The form that explains most of the body; what it leaves over is kept as hex. */
function longestPrefix(frame: Uint8Array, start: number, end: number, body: Body): Chosen {
  const size = end - start
  const fitting = body.layouts.filter(({ minSize }) => minSize <= size)
  const layout = fitting.reduce(
    (best, each) => (each.minSize > best.minSize ? each : best),
    fitting[0] ?? body.layouts[0]!,
  )
  const reader = new Reader(frame, start, end)
  const draft = new Draft()
  readPrefix(layout.rows, reader, draft)
  const isNothing = reader.offset === start
  const left = reader.rest()
  if (left.length > 0) draft.addExtra('rest', toHex(left))
  const isImpossible = isNothing || isDateWrong(draft) || isPlaceWrong(draft)
  return { draft, layout, variant: layout.variant, isExact: false, isImpossible }
}

/** A body of a known form with a date or place that can not be. An alarm counts all the same. */
export function bodyProblem({ draft, isExact }: Chosen, body: Body): Problem | null {
  if (!isExact) return null
  if (isPlaceWrong(draft)) return 'coordinates'
  return isDateWrong(draft) && !body.isAlarm ? 'date' : null
}
