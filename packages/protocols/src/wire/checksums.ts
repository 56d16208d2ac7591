/** The frame check sequence of GT06: CRC-16/X-25, called CRC-ITU in the makers' documents. */

/** Reflected polynomial 0x8408; the check value of `123456789` is 0x906e. */
const table = Uint16Array.from({ length: 256 }, (_, byte) => {
  let crc = byte
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0x8408 : crc >>> 1
  return crc
})

/**
 * CRC over `bytes[start]` up to, without, `bytes[end]`. In a frame that is from the first length byte to
 * the last serial byte; it travels high byte first.
 */
export function crcX25(bytes: Uint8Array, start = 0, end = bytes.length): number {
  let crc = 0xffff
  for (let i = start; i < end; i++) crc = (crc >>> 8) ^ table[(crc ^ bytes[i]!) & 0xff]!
  return crc ^ 0xffff
}
