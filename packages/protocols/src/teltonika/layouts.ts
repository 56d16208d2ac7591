/**
 * Records of the AVL codecs: the place, and which IO elements of which width follow it.
 * Source: Teltonika wiki, "Codec 8", "Codec 8 Extended", "Codec 16"; GH3000 "Codec 7" for the oldest.
 */
import type { Extra } from '../protocol.ts'
import { type Body, body, part } from '../wire/body.ts'
import { i16, i32, oneOf, per, u8, u16, u64 } from '../wire/types.ts'
import { codecs } from './envelope.ts'

/** Time, place and movement; the coordinates are those last known where no satellite is in sight. */
export const place = body({
  time: part(u64),
  priority: part(u8), // one of `priorities`
  longitude: part(per(i32, 1e7)),
  latitude: part(per(i32, 1e7)),
  altitudeM: i16,
  courseDeg: part(u16),
  satellites: u8,
  speedKmh: part(u16),
})

export const priorities = ['low', 'high', 'panic']

/** What made codec 16 send the record. */
const generations = ['exit', 'entrance', 'both', 'reserved', 'hysteresis', 'change', 'event', 'periodical']

const byteEvent = body({ event: u8, total: part(u8) })
const wordEvent = body({ event: u16, total: part(u16) })
const generatedEvent = body({ event: u16, generation: oneOf(u8, generations), total: part(u8) })

/** How a codec writes its IO elements. */
export interface IoShape {
  /** The event that made the record, and how many elements there are. */
  event: Body<{ event?: number; generation?: Extra; total?: number }>
  countBytes: 1 | 2
  idBytes: 1 | 2
  /** Widths of the groups of elements, in their order. */
  widths: readonly number[]
  /** A group after them whose elements have their own lengths. */
  hasAnyWidth: boolean
}

const widths = [1, 2, 4, 8]

const shapes: Readonly<Record<number, IoShape>> = {
  [codecs.codec8]: { event: byteEvent, countBytes: 1, idBytes: 1, widths, hasAnyWidth: false },
  [codecs.codec8e]: { event: wordEvent, countBytes: 2, idBytes: 2, widths, hasAnyWidth: true },
  [codecs.codec16]: { event: generatedEvent, countBytes: 1, idBytes: 2, widths, hasAnyWidth: false },
}

/** The shapes of a codec, in the order in which they are tried: some firmware has a group of 16 bytes too. */
export function shapesOf(codec: number): IoShape[] {
  const shape = shapes[codec]
  return shape === undefined ? [] : [shape, { ...shape, widths: [...widths, 16] }]
}

/** Codec 7 has no event; a mask lists which of its groups are there. */
export const gh3000Widths = [1, 2, 4]
