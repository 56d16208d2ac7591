/**
 * What a device answered to a text command: 0x15 (old form) and 0x21. Source: GT06 V1.8.1 "Terminal response to the
 * command", JM-VL03 V1.1.2 "Online command response"; the place of WHERE# from public frames.
 */
import type { Report } from '../../protocol.ts'
import { type BodyReader, body, part, readBody, type WireType } from '../../wire/body.ts'
import { addTime } from '../../wire/report.ts'
import { asciiRest, asciiText, utf16Rest } from '../../wire/texts.ts'
import { calendarTime } from '../../wire/time.ts'
import { chosen, u8, u16, u32 } from '../../wire/types.ts'
import type { Gt06Decoding } from '../decoding.ts'
import type { Gt06Session } from '../session.ts'

/** As long as `length`, which counts the flag too; some units count differently: then all of it. */
const countedText = (isZeroTheEnd: boolean): WireType<string> => ({
  read: (r, { length }) => {
    const isCounted = length >= 4 && length - 4 <= r.remaining
    const bytes = isCounted ? r.take(length - 4) : r.rest()
    const zero = bytes.indexOf(0)
    return asciiText(isZeroTheEnd && zero >= 0 ? bytes.subarray(0, zero) : bytes)
  },
})
/** 0x80 to 0x82 as a server words them, met in captures. */
export const textCommand = {
  length: part(u8),
  serverFlag: u32,
  text: countedText(false),
  language: part(u16),
}
const oldReply = body({ ...textCommand, text: countedText(true) })
/** Coding 1 is ASCII, 2 is UTF-16BE. */
const reply = body({
  serverFlag: u32,
  coding: u8,
  text: { ...chosen(({ coding }) => (coding === 2 ? utf16Rest : asciiRest())), isNested: false },
})

export function readReply(reader: BodyReader, { message, head, session, now }: Gt06Decoding): void {
  const { serverFlag = 0, text = '' } = readBody(head.number === 0x15 ? oldReply : reply, reader)
  const iccid = iccidNotice.exec(text)?.[1]
  if (iccid !== undefined || text === '') {
    // An empty answer must not settle the command that is still waiting for its own.
    message.kind = 'information'
    message.information = iccid === undefined ? {} : { iccid }
    return
  }
  message.command = { correlation: serverFlag, text }
  const place = placeOf(text, session, now)
  if (place) message.reports.push(place)
}

/** An unsolicited 0x15 that only holds the ICCID. */
const iccidNotice = /^<ICCID:(\d+)[fF]*>/

const placeText =
  /^Current position!\s*Lat:([NS])([\d.]+),Lon:([EW])([\d.]+),Course:([\d.]+),Speed:([\d.]+),DateTime:(\d{4})-(\d\d)-(\d\d) +(\d\d):(\d\d):(\d\d)/

/** The place in the answer to WHERE#, by the clock of UTC. */
function placeOf(text: string, session: Gt06Session, now: number): Report | null {
  const match = placeText.exec(text)
  if (!match) return null
  const [, ns, lat, ew, lon, course, speed, ...date] = match
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = date.map(Number)
  const latitude = Number(lat) * (ns === 'S' ? -1 : 1)
  const longitude = Number(lon) * (ew === 'W' ? -1 : 1)
  if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return null
  const courseDeg = Number(course) % 360
  const report: Report = {
    fixTime: null,
    fix: 'gps',
    latitude,
    longitude,
    courseDeg,
    speedKmh: Number(speed),
  }
  addTime(report, calendarTime(year, month, day, hour, minute, second), now, {
    utcOffsetMinutes: session.utcClock.offsetMinutes,
  })
  return report
}
