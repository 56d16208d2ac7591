/**
 * The shell of a frame: a mark of two like bytes, type, length of the whole, serial, IMEI after a zero, body. There is
 * no checksum and nothing is escaped. Source: maker's codec, "Message format".
 */
import { fromHex } from '../wire/bytes.ts'

/** First T880x, vehicles, OBD, assets, push-to-talk. */
export const marks = { first: 0x23, vehicle: 0x25, obd: 0x26, asset: 0x27, talk: 0x28 } as const
export type Mark = (typeof marks)[keyof typeof marks]

export const headBytes = 15
export const maxBytes = 2_048

const types: ReadonlySet<number> = new Set([
  0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x07, 0x09, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x18, 0x20,
  0x21, 0x22, 0x23, 0x24, 0x25, 0x26, 0x27, 0x31, 0x33, 0x34, 0x44, 0x62, 0x64, 0x81, 0x82,
])

export const lengthOf = (bytes: Uint8Array): number => (bytes[3]! << 8) | bytes[4]!
export const serialOf = (bytes: Uint8Array): number => (bytes[5]! << 8) | bytes[6]!

const isMark = (byte: number | undefined): boolean =>
  byte !== undefined && byte >= 0x23 && byte <= 0x28 && byte !== 0x24

/** May these bytes begin a frame, as far as they are there? */
export function mayBegin(bytes: Uint8Array): boolean {
  const [mark, second, type] = bytes
  if (!isMark(mark)) return false
  if (second !== undefined && second !== mark) return false
  if (type !== undefined && !types.has(type)) return false
  return bytes.length < 5 || (lengthOf(bytes) >= headBytes && lengthOf(bytes) <= maxBytes)
}

export function detect(head: Uint8Array): 'yes' | 'no' | 'more' {
  if (head.length === 0) return 'more'
  if (!mayBegin(head)) return 'no'
  return head.length < 5 ? 'more' : 'yes'
}

/** A frame around a body. */
export function seal(
  mark: Mark,
  type: number,
  serial: number,
  imei: string,
  body: ArrayLike<number>,
): Uint8Array {
  const frame = new Uint8Array(headBytes + body.length)
  frame.set([mark, mark, type, frame.length >> 8, frame.length, serial >> 8, serial])
  frame.set(fromHex(imei.padStart(16, '0').slice(-16)), 7)
  frame.set(body, headBytes)
  return frame
}

/** Repeats the head; of the first generation the serial is always 1. An alarm is answered with its code too. */
export function acknowledge(frame: Uint8Array, alarmCode?: number): Uint8Array {
  const answer = new Uint8Array(headBytes + (alarmCode === undefined ? 0 : 1))
  answer.set(frame.subarray(0, headBytes))
  answer.set([0, answer.length], 3)
  if (frame[0] === marks.first) answer.set([0, 1], 5)
  if (alarmCode !== undefined) answer[headBytes] = alarmCode
  return answer
}
