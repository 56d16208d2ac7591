/** Messages of frames that break the protocol, or that it has no layout for. */

import type { Message, Problem } from '../protocol.ts'
import { toHex } from '../wire/bytes.ts'
import { acknowledge, type Envelope } from './envelope.ts'

/** A protocol number as the documents print it: two hex digits. */
export const typeOf = (number: number): string => number.toString(16).padStart(2, '0')

const numberOf = (frame: Uint8Array) => (frame[0] === 0x79 ? frame[4] : frame[3])

/** Counted and kept readable; never answered. */
export function malformed(problem: Problem, frame: Uint8Array): Message {
  const number = numberOf(frame)
  return {
    kind: 'malformed',
    type: number === undefined ? '' : typeOf(number),
    name: 'malformed',
    reports: [],
    replies: [],
    refusals: [],
    information: { raw: toHex(frame) },
    problem,
  }
}

/** A whole frame without a layout: kept readable. Most clones go on only once it is acknowledged. */
export function unknown(frame: Uint8Array, { isLong, number, serial }: Envelope): Message {
  const isOurs = number >= 0x80 && number <= 0x82
  return {
    kind: 'unknown',
    type: typeOf(number),
    name: 'unknown',
    reports: [],
    replies: isLong || isOurs ? [] : [acknowledge(number, serial)],
    refusals: [],
    information: { raw: toHex(frame) },
  }
}
