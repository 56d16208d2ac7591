import type { AgpsFormat } from '@trackway/core/features/agps/calls.ts'

/** Data that helps receivers to a first fix, and when it does, as the data itself says. */
export interface AgpsContent {
  format: AgpsFormat
  /** Epoch ms. */
  validFrom: number
  validUntil: number
}

/** What was fetched or uploaded is no such data, or not all of it. */
export class AgpsUnreadable extends Error {
  readonly reason: 'unknownFormat' | 'truncated' | 'checksum' | 'noOrbits' | 'future'

  constructor(reason: AgpsUnreadable['reason']) {
    super(reason)
    this.reason = reason
  }
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** 1980-01-06, from which GPS counts; it has no leap seconds, of which there have been 18 since. */
const gpsEpochMs = Date.UTC(1980, 0, 6)
const leapSecondsMs = 18_000
const weekMs = 7 * dayMs
const utcOfGps = (ms: number) => gpsEpochMs + ms - leapSecondsMs

/** Orbits as satellites send them count for two hours, almanacs for weeks. */
const liveMs = 2 * hourMs
const almanacMs = 14 * dayMs
/** What begins later is not for now, what counts for longer was made by a wrong clock: nothing newer would replace it. */
const soonestMs = dayMs
const longestMs = 60 * dayMs

/**
 * Which data it is, and when it is valid.
 * @param now the time of what does not say its own
 * @throws {AgpsUnreadable}
 */
export function readAgps(bytes: Uint8Array, now: number): AgpsContent {
  const content = readContent(bytes, now)
  // Times that are none are no times before these, either.
  const isSoon = content.validFrom <= now + soonestMs && content.validUntil <= now + longestMs
  if (!isSoon) throw new AgpsUnreadable('future')
  return content
}

function readContent(bytes: Uint8Array, now: number): AgpsContent {
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length === 0) throw new AgpsUnreadable('truncated')
  if (bytes[0] === 0xb5 && bytes[1] === 0x62) return readUbx(data, now)
  if (bytes[0] === 0xba && bytes[1] === 0xce) return readCasic(data, now)
  return readEpo(data)
}

/** u-blox MGA messages: `B5 62`, class, id, length, payload, two sums of Fletcher. */
function readUbx(data: DataView, now: number): AgpsContent {
  let time = now
  let hasLive = false
  let hasAlmanac = false
  const days: number[] = []
  for (let at = 0; at < data.byteLength; ) {
    if (at + 8 > data.byteLength) throw new AgpsUnreadable('truncated')
    if (data.getUint16(at) !== 0xb562) throw new AgpsUnreadable('unknownFormat')
    const length = data.getUint16(at + 4, true)
    const end = at + 6 + length
    if (end + 2 > data.byteLength) throw new AgpsUnreadable('truncated')
    if (fletcher(data, at + 2, end) !== data.getUint16(end)) throw new AgpsUnreadable('checksum')
    const [kind, payload] = [data.getUint16(at + 2), at + 6]
    // MGA-INI-TIME_UTC
    if (kind === 0x1340 && length === 24 && data.getUint8(payload) === 0x10)
      time = Date.UTC(
        data.getUint16(payload + 4, true),
        data.getUint8(payload + 6) - 1,
        data.getUint8(payload + 7),
        data.getUint8(payload + 8),
        data.getUint8(payload + 9),
        data.getUint8(payload + 10),
      )
    // MGA-ANO: the orbit of a satellite on a day.
    if (kind === 0x1320 && length === 76)
      days.push(
        Date.UTC(
          2000 + data.getUint8(payload + 4),
          data.getUint8(payload + 5) - 1,
          data.getUint8(payload + 6),
        ),
      )
    // MGA-GPS, -GAL, -BDS, -QZSS and -GLO: type 1 is an orbit, type 2 an almanac.
    if ([0x1300, 0x1302, 0x1303, 0x1305, 0x1306].includes(kind) && length > 0) {
      hasLive ||= data.getUint8(payload) === 1
      hasAlmanac ||= data.getUint8(payload) === 2
    }
    at = end + 2
  }
  if (days.length > 0)
    return { format: 'ubx', validFrom: Math.min(...days), validUntil: Math.max(...days) + dayMs }
  if (!hasLive && !hasAlmanac) throw new AgpsUnreadable('noOrbits')
  return { format: 'ubx', validFrom: time, validUntil: time + (hasLive ? liveMs : almanacMs) }
}

function fletcher(data: DataView, start: number, end: number): number {
  let [a, b] = [0, 0]
  for (let at = start; at < end; at++) {
    a = (a + data.getUint8(at)) & 0xff
    b = (b + a) & 0xff
  }
  return (a << 8) | b
}

/** CASIC messages: `BA CE`, length, class, id, payload, a sum of 32-bit words. */
function readCasic(data: DataView, now: number): AgpsContent {
  let time = now
  let hasOrbits = false
  for (let at = 0; at < data.byteLength; ) {
    if (at + 10 > data.byteLength) throw new AgpsUnreadable('truncated')
    if (data.getUint16(at) !== 0xbace) throw new AgpsUnreadable('unknownFormat')
    const length = data.getUint16(at + 2, true)
    const end = at + 6 + length
    if (end + 4 > data.byteLength) throw new AgpsUnreadable('truncated')
    const kind = data.getUint16(at + 4)
    if (length % 4 !== 0 || casicSum(data, at) !== data.getUint32(end, true))
      throw new AgpsUnreadable('checksum')
    // AID-INI: where and when the receiver is.
    if (kind === 0x0b01 && length === 56) {
      const week = data.getUint16(at + 6 + 52, true)
      const secondsOfWeek = data.getFloat64(at + 6 + 24, true)
      if (week > 0) time = utcOfGps(week * weekMs + secondsOfWeek * 1_000)
    }
    // Orbits of GPS, Beidou and GLONASS.
    hasOrbits ||= [0x0807, 0x0802, 0x0808].includes(kind)
    at = end + 4
  }
  if (!hasOrbits) throw new AgpsUnreadable('noOrbits')
  return { format: 'casic', validFrom: time, validUntil: time + liveMs }
}

/** Of the message that begins there. */
export function casicSum(data: DataView, at: number): number {
  const length = data.getUint16(at + 2, true)
  let sum = data.getUint8(at + 5) * 0x1000000 + (data.getUint8(at + 4) << 16) + length
  for (let n = 0; n < length; n += 4) sum += data.getUint32(at + 6 + n, true)
  return sum % 0x1_0000_0000
}

const epoRecordBytes = 72
const epoSetMs = 6 * hourMs
/** Hours of GPS of 2000 and of 2100: others are no file of orbits. */
const epoHours = [175_000, 1_052_000] as const

/** MediaTek EPO: a set for each six hours, 72 bytes a satellite, each of which begins with the hour of GPS. */
function readEpo(data: DataView): AgpsContent {
  const hours: number[] = []
  for (let at = 0; at + 3 <= data.byteLength; at += epoRecordBytes)
    hours.push(data.getUint8(at) | (data.getUint8(at + 1) << 8) | (data.getUint8(at + 2) << 16))
  const [first, last] = [hours[0]!, hours.at(-1)!]
  if (hours.some((hour) => hour < epoHours[0] || hour > epoHours[1]))
    throw new AgpsUnreadable('unknownFormat')
  const sets = [...Map.groupBy(hours, (hour) => hour).values()]
  const isWhole = sets.every((set) => set.length === sets[0]!.length)
  if (data.byteLength % epoRecordBytes !== 0 || !isWhole) throw new AgpsUnreadable('truncated')
  if (hours.some((hour, at) => at > 0 && hour < hours[at - 1]!)) throw new AgpsUnreadable('unknownFormat')
  return {
    format: 'epo',
    validFrom: utcOfGps(first * hourMs),
    validUntil: utcOfGps(last * hourMs) + epoSetMs,
  }
}
