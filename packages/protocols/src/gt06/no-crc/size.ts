/**
 * How long a frame of the Topin/365GPS dialect is: `78 78`, a byte that is the length of different
 * things (or the number of Wi-Fi points), number, content, `0d 0a`; neither serial nor CRC.
 * Source: 365GPS 2G/4G protocol, "Data packets"; public frames of Topin.
 */
import { isStopAt, minLength } from '../envelope.ts'

/** Numbers whose "length" byte counts Wi-Fi points. */
export const wifiNumbers: ReadonlySet<number> = new Set([0x17, 0x18, 0x19, 0x1a, 0x69])
const maxWifiPoints = 0x10

/**
 * Size of the frame of this dialect at the front of `bytes`.
 * @returns 0: the bytes are not of this dialect; -1: more bytes are needed to decide
 */
export function noCrcSize(bytes: Uint8Array, hasNoCrc: boolean): number {
  const length = bytes[2]!
  const number = bytes[3]!
  if (number === 0x01) return length <= 0x0d ? firstStop(bytes, [15]) : 0
  if (wifiNumbers.has(number) && length <= maxWifiPoints) return wifiSize(bytes, length, number)
  if (number === 0x10 || number === 0x11) {
    if (length === 0x12 || length === 0x15) return firstStop(bytes, [length + 6])
  }
  if (number === 0x13 && length === 0x07) return firstStop(bytes, [length + 4])
  if (length < minLength) return firstStop(bytes, [Math.max(6, length + 5)])
  return hasNoCrc ? firstStop(bytes, [length + 4, length + 5, length + 6]) : 0
}

/** The first of the sizes, in ascending order, that ends in the stop bytes. */
function firstStop(bytes: Uint8Array, sizes: readonly number[]): number {
  for (const size of sizes) {
    if (bytes.length < size) return -1
    if (isStopAt(bytes, size - 2)) return size
  }
  return 0
}

/** Six bytes of date, the points, then cells of one network and perhaps an alarm byte. */
function wifiSize(bytes: Uint8Array, points: number, number: number): number {
  const cellsAt = 10 + points * 7
  if (bytes.length <= cellsAt) return -1
  const cells = bytes[cellsAt]!
  const head = cellsAt + 4 + 2
  const sizes = [head + cells * 5, head + cells * 5 + 1]
  if (number !== 0x17 && number !== 0x69 && cells > 0) sizes.push(head + cells * 9, head + cells * 9 + 1)
  return firstStop(bytes, sizes)
}
