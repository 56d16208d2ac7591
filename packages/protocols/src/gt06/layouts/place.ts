/** When and where: the date and the GPS group. Source: GT06 V1.8.1, 5.2 "Location data packet", "GPS information". */
import { part, type WireType } from '../../wire/body.ts'
import { binaryTime, dateParts } from '../../wire/time.ts'
import { as, per, u8, u16, u32 } from '../../wire/types.ts'
import type { Gt06Rows } from './forms.ts'

const shownDate = (time: number | null | undefined) =>
  time === undefined ? 'none' : time === null ? 'impossible' : new Date(time).toISOString().slice(0, 19)

/** Year from 2000, month, day, hour, minute, second, each plain binary. Zeros: the clock is not set. */
export const date: WireType<number | null | undefined> = part({
  size: 6,
  read: (r) => {
    const { bytes, offset: at } = r
    r.skip(6)
    if (r.isShort || (bytes[at] === 0 && bytes[at + 1] === 0 && bytes[at + 2] === 0)) return undefined
    return binaryTime(bytes, at)
  },
  show: shownDate,
  write: (w, time) => w.raw(dateParts(time ?? 0)),
})

/** Seconds since 1970, UTC; 0 is unknown. */
export const unixTime: WireType<number | undefined> = part({
  ...as(u32, (seconds) => (seconds === 0 ? undefined : seconds * 1000)),
  show: (time: number | undefined) => shownDate(time),
})

const degrees = part({ ...per(u32, 1_800_000), show: (value: number) => value.toFixed(6) })

const flags: WireType<number> = part({
  ...u16,
  show: (word) =>
    [
      word & 0x1000 ? 'positioned' : 'not positioned',
      word & 0x400 ? 'north' : 'south',
      word & 0x800 ? 'west' : 'east',
      `course ${word & 0x3ff}`,
      ...(word & 0x4000 ? [word & 0x8000 ? 'ACC on' : 'ACC off'] : []),
    ].join(', '),
})

/** The high nibble is the length of the GPS block. */
const satellites: WireType<number> = {
  ...as(u8, (byte) => byte & 15),
  write: (w, count) => w.u8(0xc0 | Math.min(15, count)),
}
const place = { latitude: degrees, longitude: degrees }

export const gps = { satellites, ...place, speedKmh: u8, flags } satisfies Gt06Rows
/** JC100: neither satellites nor speed. */
export const gpsBrief = { ...place, flags } satisfies Gt06Rows
/** JC400: the word of flags precedes a speed of two bytes. */
export const gpsWide = { satellites, ...place, flags, speedKmh: u16 } satisfies Gt06Rows
/** 0x33 of the AT series: height first; without a fix it is none. */
export const gpsWithHeight = {
  satellites: u8,
  altitudeM: {
    size: 2,
    read: (r) => ((r.bytes[r.offset + 11]! & 0x10) !== 0 ? r.i16() : void r.skip(2)),
  } satisfies WireType<number | undefined>,
  ...place,
  speedKmh: u8,
  flags,
} satisfies Gt06Rows

/** What every position begins with. */
export const fix = { date, ...gps } satisfies Gt06Rows
