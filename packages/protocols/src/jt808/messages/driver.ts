/** Who drives, and values of the vehicle's bus and sensors. Source: JT/T 808-2011, -2013 and -2019, 8 "Driver identity", "CAN bus data"; public frames for 2070. */
import type { Report } from '../../protocol.ts'
import { type BodyReader, body, readBody } from '../../wire/body.ts'
import { toHex } from '../../wire/bytes.ts'
import { addTime, addValue, bareReport } from '../../wire/report.ts'
import { bcd, hex, text, text8 } from '../../wire/texts.ts'
import { group, many, oneOf, sm16, time6, u8, u16 } from '../../wire/types.ts'
import type { Decoding } from '../decoding.ts'

const driverCard = body({
  card: oneOf(u8, { 1: 'in', 2: 'out' }),
  time: time6,
  readResult: oneOf(u8, ['ok', 'authenticationFailed', 'locked', 'pulledOut', 'dataWrong']),
  driver: text8,
  licence: text(20),
  agency: text8,
  validUntil: bcd(4),
  identityCard: text(20),
})
const driverCard2011 = body({ driver: text8, identityCard: text(20), licence: text(40), agency: text8 })

/** The 2011 form begins with the length of a name, the later ones with 1 or 2 and a time. */
export function readDriver(r: BodyReader, { message, now }: Decoding): void {
  const isDated = r.peek() >= 1 && r.peek() <= 2 && isBcd(r.bytes.subarray(r.offset + 1, r.offset + 7))
  const read: { [name: string]: unknown; time?: number | null } = readBody(
    isDated ? driverCard : driverCard2011,
    r,
  )
  const { driver, licence, time = null, ...rest } = read
  const report: Report = { ...bareReport(), extra: {} }
  if (isDated) addTime(report, time, now)
  if (licence) report.driverId = String(licence)
  for (const [name, value] of Object.entries({ driver, ...rest })) {
    if (value !== '' && value !== undefined) addValue(report, name, value)
  }
  message.reports.push(report)
}

const isBcd = (bytes: Uint8Array): boolean => bytes.length === 6 && /^\d+$/.test(toHex(bytes))

const canBatch = body({
  count: u16,
  firstTime: bcd(5), // hh mm ss and four digits of milliseconds
  frames: many(group({ canId: hex(4), data: hex(8) })),
})

export function readCan(r: BodyReader, { message }: Decoding): void {
  const { firstTime, frames } = readBody(canBatch, r)
  message.reports.push({ ...bareReport(), extra: { canTime: firstTime ?? '', canFrames: frames ?? [] } })
}

const accelerations = body({
  samples: many(group({ time: time6, x: sm16, y: sm16, z: sm16 })),
})

export function readAccelerations(r: BodyReader, { message }: Decoding): void {
  const { samples = [] } = readBody(accelerations, r)
  message.reports.push({ ...bareReport(), extra: { accelerations: samples } })
}
