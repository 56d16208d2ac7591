/**
 * The shell of a frame: `29 29` or `24 24`, type, length from the id to the end, id, body, XOR of all before, `0d`.
 * Nothing is escaped. Source: BSJ "GPRS protocol", "Frame format".
 */
import type { Identity, Problem } from '../protocol.ts'
import { hexOfByte, toHex } from '../wire/bytes.ts'
import { xor } from '../wire/checksums.ts'

export const ownMark = 0x29
export const gatorMark = 0x24
/** Of JT/T 808. */
export const standardMark = 0x7e
const stop = 0x0d

/** Mark, type and length; then the id; checksum and stop at the end. */
export const headBytes = 5
export const idBytes = 4
export const tailBytes = 2
/** An answer has no id. */
const leastLength = 3
export const maxLength = 1_100

/** Gator's own types; below them, the bytes are those of other protocols that begin with two dollar signs. */
const firstGatorType = 0x80
const gatorHeartbeat = 0x21

export const lengthOf = (bytes: Uint8Array): number => (bytes[3]! << 8) | bytes[4]!

/** May these bytes begin a frame, as far as they are there? */
export function mayBegin(bytes: Uint8Array): boolean {
  const [mark, second, type] = bytes
  if (mark !== ownMark && mark !== gatorMark) return false
  if (second !== undefined && second !== mark) return false
  if (mark === gatorMark && type !== undefined && type < firstGatorType && type !== gatorHeartbeat)
    return false
  if (bytes.length < headBytes) return true
  return lengthOf(bytes) >= leastLength && lengthOf(bytes) <= maxLength
}

/** Meitrack has a letter where Gator has its type, and H02 counts digits. */
export function detect(head: Uint8Array): 'yes' | 'no' | 'more' {
  if (head.length === 0) return 'more'
  if (!mayBegin(head)) return 'no'
  if (head.length < headBytes) return 'more'
  return head[0] === ownMark || head[3] === 0 ? 'yes' : 'no'
}

const isSound = (frame: Uint8Array): boolean =>
  frame[frame.length - 1] === stop &&
  xor(frame, 0, frame.length - tailBytes) === frame[frame.length - tailBytes]

/** What is wrong with a whole frame, if anything. */
export function problemOf(frame: Uint8Array, isChecksumOptional = false): Problem | null {
  if (frame.length < headBytes + idBytes + tailBytes) return 'short'
  if (lengthOf(frame) + headBytes !== frame.length || frame[frame.length - 1] !== stop) return 'length'
  return isSound(frame) || isChecksumOptional ? null : 'checksum'
}

/** A frame around a body, with the id where there is one. */
export function seal(mark: number, type: number, rawId: Uint8Array, body: ArrayLike<number>): Uint8Array {
  const length = rawId.length + body.length + tailBytes
  const frame = new Uint8Array(headBytes + length)
  frame.set([mark, mark, type, length >> 8, length])
  frame.set(rawId, headBytes)
  frame.set(body, headBytes + rawId.length)
  frame[frame.length - 2] = xor(frame, 0, frame.length - tailBytes)
  frame[frame.length - 1] = stop
  return frame
}

/** The general answer: it repeats checksum, type and tenth byte of what it answers. */
export const acknowledge = (frame: Uint8Array): Uint8Array =>
  seal(frame[0]!, 0x21, Uint8Array.of(frame[frame.length - 2]!, frame[2]!, frame[9] ?? 0), [])

/**
 * The readings of four id bytes, likeliest first: each a pair of digits, with 80 added to the second and third (a
 * "pseudo IP" of the number in the device); or digits as they are. Gator puts bits of a fifth pair into the highest ones.
 */
export function identityOf(rawId: Uint8Array, mark: number): Identity {
  const [a = 0, b = 0, c = 0, d = 0] = rawId
  const plain = toHex(rawId)
  const isPseudo = b >= 0x80 && c >= 0x80
  const pairs = isPseudo ? [a, b - 0x80, c - 0x80, d] : []
  const terminalIds = isPseudo && pairs.every((pair) => pair < 100) ? [pairs.map(twoDigits).join('')] : []
  if (mark === gatorMark) {
    const first = 30 + ((a >> 7) << 3) + ((b >> 7) << 2) + ((c >> 7) << 1) + (d >> 7)
    const rest = [a, b, c, d].map((byte) => byte & 0x7f)
    if (rest.every((pair) => pair < 100)) terminalIds.unshift([first, ...rest].map(twoDigits).join(''))
  }
  if (!/^(0+|f+)$/.test(plain)) terminalIds.push(plain)
  return { terminalIds }
}

/** The id bytes of a device that is registered under eight digits and has not reported yet. */
export function rawIdOf(terminalId: string): Uint8Array {
  const digits = terminalId.replace(/\D/g, '').slice(-8).padStart(8, '0')
  const pair = (at: number) => Number(digits.slice(2 * at, 2 * at + 2))
  return Uint8Array.of(pair(0), pair(1) + 0x80, pair(2) + 0x80, pair(3))
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')
export const typeOf = (type: number): string => hexOfByte[type]!
