/**
 * What surrounds the records: the greeting, the packet of TCP with its length and CRC, the channel of UDP.
 * Source: Teltonika wiki, "Teltonika Data Sending Protocols": "Communication with server", "AVL data packet",
 * "Sending data over UDP".
 */
import { crcIbm } from '../wire/checksums.ts'
import { Writer } from '../wire/writer.ts'

/** The server's gateway holds 8,192 bytes of a frame; devices send 1,280 at most, pictures 2,100. */
export const maxDataBytes = 8_000

/** A single byte that keeps the connection open. */
export const ping = 0xff

/** Preamble and length before the data, CRC after it. */
export const headBytes = 8
export const crcBytes = 4

export const codecs = {
  gh3000: 0x07,
  codec8: 0x08,
  codec12: 0x0c,
  codec13: 0x0d,
  codec14: 0x0e,
  codec15: 0x0f,
  codec16: 0x10,
  codec8e: 0x8e,
} as const

export const codecNames: Readonly<Record<number, string>> = {
  [codecs.gh3000]: 'codec 7',
  [codecs.codec8]: 'codec 8',
  [codecs.codec12]: 'codec 12',
  [codecs.codec13]: 'codec 13',
  [codecs.codec14]: 'codec 14',
  [codecs.codec15]: 'codec 15',
  [codecs.codec16]: 'codec 16',
  [codecs.codec8e]: 'codec 8 extended',
}

export const u16At = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0)
export const u32At = (bytes: Uint8Array, at: number): number =>
  u16At(bytes, at) * 0x1_0000 + u16At(bytes, at + 2)

const idLengths = { least: 6, most: 20 }

/** Is this the length of an id? Everybody sends an IMEI of 15 digits, but what does not is let in too. */
const isIdLength = (length: number): boolean => length >= idLengths.least && length <= idLengths.most
const isIdByte = (byte: number): boolean => (byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x5a)

const isIdIn = (bytes: Uint8Array, start: number, length: number): boolean =>
  bytes.subarray(start, start + length).every(isIdByte)

/** What the bytes begin with, as far as they are there; `'more'`: more bytes decide; null: none of it. */
export function shapeOf(bytes: Uint8Array): 'ping' | 'greeting' | 'packet' | 'datagram' | 'more' | null {
  if (bytes.length === 0) return 'more'
  if (bytes[0] === ping) return 'ping'
  return isPacket(bytes) || isGreeting(bytes) || isDatagram(bytes) || null
}

function isPacket(bytes: Uint8Array): 'packet' | 'more' | false {
  if (bytes.subarray(0, 4).some((byte) => byte !== 0)) return false
  if (bytes.length > headBytes) {
    return u32At(bytes, 4) <= maxDataBytes && bytes[headBytes]! in codecNames && 'packet'
  }
  return (bytes.length < headBytes || u32At(bytes, 4) <= maxDataBytes) && 'more'
}

function isGreeting(bytes: Uint8Array): 'greeting' | 'more' | false {
  if (bytes[0] !== 0) return false
  if (bytes.length < 2) return 'more'
  const length = bytes[1]!
  if (!isIdLength(length) || !isIdIn(bytes, 2, length)) return false
  return bytes.length < 2 + length ? 'more' : 'greeting'
}

/** Length, packet id, 1, AVL packet id, length of the IMEI, IMEI. */
export const datagramHeadBytes = 8

function isDatagram(bytes: Uint8Array): 'datagram' | 'more' | false {
  if (bytes[0]! > maxDataBytes >> 8) return false
  if (bytes.length < datagramHeadBytes) return (bytes.length < 5 || bytes[4] === 1) && 'more'
  const idLength = u16At(bytes, 6)
  if (bytes[4] !== 1 || !isIdLength(idLength) || !isIdIn(bytes, datagramHeadBytes, idLength)) return false
  if (u16At(bytes, 0) < datagramHeadBytes + idLength) return false
  return bytes.length < datagramHeadBytes + idLength ? 'more' : 'datagram'
}

/** A packet of TCP around its data, codec to second count. */
export function seal(data: Uint8Array): Uint8Array {
  const writer = new Writer()
  writer.u32(0)
  writer.u32(data.length)
  writer.raw(data)
  writer.u32(crcIbm(data))
  return writer.done()
}

/** The server's answer to a packet: how many records it has. With any other number the device sends it again. */
export function acknowledge(records: number): Uint8Array {
  const writer = new Writer()
  writer.u32(records)
  return writer.done()
}

/** The same for a datagram, by its packet ids. */
export const acknowledgeDatagram = (frame: Uint8Array, records: number): Uint8Array =>
  Uint8Array.of(0, 5, frame[2]!, frame[3]!, 1, frame[5]!, records)
