/** Information about a device in plain rows. Source: JT/T 808-2013 and -2019, 8 "Upgrade result", "Area data"; HOLLOO (0205), Xinchun (1007). */
import { isImei } from '@trackway/core/rules/validation.ts'
import type { Extra } from '../../protocol.ts'
import { type BodyReader, body, type Rows, readBody } from '../../wire/body.ts'
import { hexRest, text } from '../../wire/texts.ts'
import { oneOf, u8, u16, u32 } from '../../wire/types.ts'
import type { Decoding, MessageRow } from '../decoding.ts'
import { learnImei } from './registration.ts'

/** A message whose values are facts about the device, as they are. */
export function facts(rows: Rows): MessageRow['read'] {
  const table = body(rows)
  return (r, { message }) => {
    const values = readBody(table, r)
    if (Object.keys(values).length > 0) message.information = values as { [name: string]: Extra }
  }
}

const upgradeTargets = {
  0: 'terminal',
  12: 'cardReader',
  52: 'gnss',
  0x64: 'adas',
  0x65: 'dsm',
  0x66: 'tyres',
  0x67: 'blindSpot',
  0xa2: 'gsm',
}
const upgradeResults = {
  0: 'success',
  1: 'failed',
  2: 'cancelled',
  0x10: 'targetMissing',
  0x11: 'hardwareUnsupported',
  0x12: 'sameVersion',
  0x13: 'versionUnsupported',
}
const readUpgradeFacts = facts({
  upgraded: oneOf(u8, upgradeTargets),
  upgrade: oneOf(u8, upgradeResults),
})

/** 0108: the device itself says what became of its upgrade. */
export function readUpgradeResult(r: BodyReader, decoding: Decoding): void {
  readUpgradeFacts(r, decoding)
  const { upgrade } = decoding.message.information ?? {}
  if (upgrade !== undefined) decoding.message.file = { kind: 'installed', result: String(upgrade) }
}

export const storedAreas = {
  areaKind: oneOf(u8, [null, 'circle', 'rectangle', 'polygon', 'route']),
  count: u32,
  areas: hexRest,
}

const versionReport = facts({
  firmware: text(14),
  firmwareDate: text(10),
  cpuId: text(12),
  gsmType: text(15),
  imei: text(15),
  imsi: text(15),
  iccid: text(20),
  carType: u16,
  vin: text(17),
  odometerM: u32,
  fuelMl: u32,
})

export function readVersion(r: BodyReader, decoding: Decoding): void {
  versionReport(r, decoding)
  const { imei } = decoding.message.information ?? {}
  if (typeof imei === 'string' && isImei(imei)) learnImei(decoding, imei)
}

/** Only one value is known: hex 40 for GMT+8. */
const gmt8 = 0x40

export function readTimeZone(r: BodyReader, { message, session }: Decoding): void {
  if (r.peek() === gmt8) session.reportedOffsetMinutes = 480
  message.information = { timeZone: hexRest.read(r, {}) }
}
