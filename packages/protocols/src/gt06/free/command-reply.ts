/** What a device answered to a text command: 0x15 (old form) and 0x21. */
import type { CommandReply, Report } from '../../protocol.ts'
import type { Reader } from '../../wire/reader.ts'
import type { Draft } from '../layouts/draft.ts'
import { asciiText } from '../layouts/row-kinds.ts'

const utf16 = new TextDecoder('utf-16be')

/** 0x15: length, server flag, ASCII, language of two bytes. The length counts the flag and the text. */
export function readOldReply(reader: Reader): CommandReply {
  const length = reader.u8()
  const correlation = reader.u32()
  // Some units count differently: then the text goes up to the first zero.
  const isCounted = length >= 4 && length - 4 <= reader.remaining
  const bytes = isCounted ? reader.take(length - 4) : reader.rest()
  const zero = bytes.indexOf(0)
  return { correlation, text: asciiText(zero < 0 ? bytes : bytes.subarray(0, zero)) }
}

/** 0x80 to 0x82: a command as the server words it, met in captures. */
export function readCommand(reader: Reader, draft: Draft): void {
  const length = reader.u8()
  draft.addFact('serverFlag', reader.u32())
  draft.addFact('text', asciiText(reader.take(Math.max(0, Math.min(length - 4, reader.remaining)))))
}

/** 0x21: server flag, coding 1 (ASCII) or 2 (UTF-16BE), text to the end; half a character is left out. */
export function readReply(reader: Reader): CommandReply {
  const correlation = reader.u32()
  const coding = reader.u8()
  return { correlation, text: replyText(reader.rest(), coding) }
}

export function replyText(bytes: Uint8Array, coding: number): string {
  const text = coding === 2 ? utf16.decode(bytes.subarray(0, bytes.length & ~1)) : asciiText(bytes)
  return text.replace(/\0+$/, '').trim()
}

const placeText =
  /^Current position!\s*Lat:([NS])([\d.]+),Lon:([EW])([\d.]+),Course:([\d.]+),Speed:([\d.]+),DateTime:(\d{4})-(\d\d)-(\d\d) +(\d\d):(\d\d):(\d\d)/

/** The place in the answer to WHERE#, in UTC. */
export function placeOf(text: string): Report | null {
  const match = placeText.exec(text)
  if (!match) return null
  const [, ns, lat, ew, lon, course, speed, ...date] = match
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = date.map(Number)
  const latitude = Number(lat) * (ns === 'S' ? -1 : 1)
  const longitude = Number(lon) * (ew === 'W' ? -1 : 1)
  if (!(Math.abs(latitude) <= 90) || !(Math.abs(longitude) <= 180)) return null
  return {
    fixTime: Date.UTC(year, month - 1, day, hour, minute, second),
    fix: 'gps',
    latitude,
    longitude,
    courseDeg: Number(course) % 360,
    speedKmh: Number(speed),
  }
}

const iccidNotice = /^<ICCID:(\d+)[fF]*>/

/** An unsolicited 0x15 that only says the ICCID. */
export const iccidOf = (text: string): string | undefined => iccidNotice.exec(text)?.[1]
