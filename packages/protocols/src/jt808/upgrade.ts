/**
 * Firmware in parts, 8108. Source: JT/T 808-2013 and -2019, 8 "Terminal upgrade package"; 4.4.3 for the parts.
 * Pure: the same values give the same frames, also after a restart.
 */
import { toHex } from '../wire/bytes.ts'
import { gbkBytes } from '../wire/gbk.ts'
import { Writer } from '../wire/writer.ts'
import { controlBody } from './command-bodies.ts'
import { buildFrame, type Layout } from './envelope.ts'
import { framesToDevice, type Jt808Session, takeSerial } from './session.ts'

export const upgradeId = 0x8108
/** Serials are two bytes, and other messages need some between. */
const maxParts = 0x8000

export interface UpgradeToSend {
  /** 0 the terminal itself, 12 card reader, 52 GNSS module. */
  target: number
  maker: string
  /** 5, or 11 in some devices of the 2019 edition. */
  makerBytes: number
  version: string
  data: Uint8Array
  /** Of each part but the last, before anything is escaped. */
  partBytes: number
}

/** What stands in front of the data, in the first part only. */
export function upgradeHead({
  target,
  maker,
  makerBytes,
  version,
  data,
}: Omit<UpgradeToSend, 'partBytes'>): Uint8Array {
  const writer = new Writer()
  const name = gbkBytes(maker).subarray(0, makerBytes)
  const text = gbkBytes(version)
  writer.u8(target)
  writer.raw(name)
  writer.raw(new Uint8Array(makerBytes - name.length))
  writer.u8(text.length)
  writer.raw(text)
  writer.u32(data.length)
  return writer.done()
}

/** @throws {RangeError} where serials would not do */
export function countParts(upgrade: UpgradeToSend): number {
  const parts = Math.ceil((upgradeHead(upgrade).length + upgrade.data.length) / upgrade.partBytes)
  if (parts > maxParts) throw new RangeError(`a file of ${parts} parts is too long`)
  return parts
}

/** One of the parts. @param number from 1 */
export function upgradePart(
  layout: Layout,
  upgrade: UpgradeToSend,
  { firstSerial, number }: { firstSerial: number; number: number },
): Uint8Array {
  const { data, partBytes } = upgrade
  const head = upgradeHead(upgrade)
  const from = (number - 1) * partBytes
  const slice = data.subarray(Math.max(0, from - head.length), Math.max(0, from + partBytes - head.length))
  const body = from < head.length ? Uint8Array.of(...head.subarray(from, from + partBytes), ...slice) : slice
  const total = countParts(upgrade)
  const serial = (firstSerial + number - 1) & 0xffff
  return buildFrame(layout, upgradeId, serial, body, total === 1 ? undefined : { total, number })
}

/** Takes as many serials as there are parts, in a row; other messages are numbered outside of them. @returns the first */
export function reserveSerials(session: Jt808Session, parts: number): number {
  const first = takeSerial(session)
  session.reserved = { first, count: parts }
  session.nextSerial = (first + parts) & 0xffff
  return first
}

/** Parts that were numbered by a connection before: they keep their serials in this one. */
export function reserveAgain(session: Jt808Session, first: number, parts: number): void {
  session.reserved = { first, count: parts }
}

/** Tells layouts apart: parts of two of them do not belong together. */
export const layoutKey = ({ framing, is2019, version, rawId }: Layout): string =>
  `${framing.flag.toString(16)} ${is2019 ? `2019.${version}` : '2013'} ${toHex(rawId)}`

/** 8105 command 1, wireless upgrade: fields joined by `;`. @returns also the serial that its answer names */
export function upgradeByLink(
  session: Jt808Session,
  fields: string,
): { frames: Uint8Array[]; serial: number } {
  return framesToDevice(session, 0x8105, controlBody(1, fields))
}
