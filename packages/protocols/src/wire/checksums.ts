/** The checksums of wire protocols. */

/** The table of a reflected CRC of sixteen bits. */
const crcTable = (polynomial: number): Uint16Array =>
  Uint16Array.from({ length: 256 }, (_, byte) => {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ polynomial : crc >>> 1
    return crc
  })

const x25 = crcTable(0x8408)
const ibm = crcTable(0xa001)

function crc16(table: Uint16Array, initial: number, bytes: Uint8Array, start: number, end: number): number {
  let crc = initial
  for (let i = start; i < end; i++) crc = (crc >>> 8) ^ table[(crc ^ bytes[i]!) & 0xff]!
  return crc
}

/**
 * CRC-16/X-25 of GT06, "CRC-ITU" in its documents, over `bytes[start]` up to, without, `bytes[end]`.
 * @param before of the bytes before these
 */
export const crcX25 = (bytes: Uint8Array, start = 0, end = bytes.length, before = 0): number =>
  crc16(x25, before ^ 0xffff, bytes, start, end) ^ 0xffff

/** CRC-16/ARC, "CRC-16/IBM" in the documents of Teltonika. */
export const crcIbm = (bytes: Uint8Array, start = 0, end = bytes.length): number =>
  crc16(ibm, 0, bytes, start, end)

/** All bytes XORed: JT/T 808, and NMEA between `$` and `*`. */
export function xor(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let sum = 0
  for (let i = start; i < end; i++) sum ^= bytes[i]!
  return sum
}

/** The sum of all bytes, modulo 256: Meitrack. */
export function sum8(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let sum = 0
  for (let i = start; i < end; i++) sum = (sum + bytes[i]!) & 0xff
  return sum
}
