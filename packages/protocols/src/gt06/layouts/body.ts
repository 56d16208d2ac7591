/** What is known of a protocol number: its name, its forms and how it is acknowledged. */
import type { MessageKind } from '../../protocol.ts'
import { type Layout, layout, type Row } from './row.ts'

export interface Body {
  name: string
  kind: MessageKind
  /** The common form first. Empty: the body is no table but text, a sub-type or a request. */
  layouts: readonly Layout[]
  /** Number of the acknowledgement; false: the device wants none. */
  acknowledge: number | false
  /** The acknowledgement travels in a `79 79` frame. */
  isLongAcknowledge?: boolean
  /** The date is device-local by the makers' intent. */
  isLocalTime?: boolean
  /** Keep the report even if its date is impossible: an alarm matters more than when it was. */
  isAlarm?: boolean
  /** The high nibble of the language byte extends the alarm code. */
  hasWideAlarm?: boolean
}

export function body(
  kind: MessageKind,
  name: string,
  acknowledge: number | false,
  layouts: readonly Layout[] = [],
  more: Partial<Body> = {},
): Body {
  return { kind, name, acknowledge, layouts, ...more }
}

/** The forms of one body: with each tail, the MNC as the MCC says, and then with two bytes. */
export const withTails = (
  head: readonly Row[],
  cell: readonly Row[],
  wideCell: readonly Row[],
  tails: { [variant: string]: readonly Row[] },
): Layout[] =>
  [cell, wideCell].flatMap((form) =>
    Object.entries(tails).map(([variant, tail]) => layout(variant, head, form, tail)),
  )
