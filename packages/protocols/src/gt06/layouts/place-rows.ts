/** When and where: the date and the GPS group. Source: GT06 V1.8.1, "GPS information". */
import { calendarTime } from '../clock.ts'
import type { Row } from './row.ts'
import { numberRow, row } from './row-kinds.ts'

const unitsPerDegree = 1_800_000

const dateText = (time: number | null) =>
  time === null ? 'none' : Number.isNaN(time) ? 'impossible' : new Date(time).toISOString().slice(0, 19)

/** Year from 2000, month, day, hour, minute, second, each plain binary. Zeros: the clock is not set. */
export const date: Row = row(
  'date',
  6,
  (reader, draft) => {
    const year = reader.u8()
    const month = reader.u8()
    const day = reader.u8()
    const time = calendarTime(year, month, day, reader.u8(), reader.u8(), reader.u8())
    draft.deviceTime = month === 0 && day === 0 && year === 0 ? null : time
  },
  (draft) => dateText(draft.deviceTime),
  (writer, draft) => {
    const time = new Date(draft.deviceTime ?? 0)
    writer.u8(time.getUTCFullYear() - 2000)
    writer.u8(time.getUTCMonth() + 1)
    writer.u8(time.getUTCDate())
    writer.u8(time.getUTCHours())
    writer.u8(time.getUTCMinutes())
    writer.u8(time.getUTCSeconds())
  },
)

/** Seconds since 1970, UTC. */
export const unixTime: Row = row(
  'time',
  4,
  (reader, draft) => {
    const seconds = reader.u32()
    draft.unixTime = seconds === 0 ? null : seconds * 1000
  },
  (draft) => dateText(draft.unixTime),
)

const degrees = (magnitude: number) => (magnitude / unitsPerDegree).toFixed(6)
const latitude = numberRow('latitude', 4, (draft) => degrees(draft.latitude))
const longitude = numberRow('longitude', 4, (draft) => degrees(draft.longitude))
const satellites = numberRow('satelliteByte', 1, (draft) => String(draft.satelliteByte & 15), 'satellites')
const speed = numberRow('speedKmh', 1)
const wideSpeed = numberRow('speedKmh', 2)

const flags = numberRow('flags', 2, ({ flags: word }) =>
  [
    word & 0x1000 ? 'positioned' : 'not positioned',
    word & 0x400 ? 'north' : 'south',
    word & 0x800 ? 'west' : 'east',
    `course ${word & 0x3ff}`,
    ...(word & 0x4000 ? [word & 0x8000 ? 'ACC on' : 'ACC off'] : []),
  ].join(', '),
)

export const gps: readonly Row[] = [satellites, latitude, longitude, speed, flags]
/** JC100: neither satellites nor speed. */
export const gpsBrief: readonly Row[] = [latitude, longitude, flags]
/** JC400: the word of flags stands before a speed of two bytes. */
export const gpsWide: readonly Row[] = [satellites, latitude, longitude, flags, wideSpeed]

/** What every position begins with. */
export const fix: readonly Row[] = [date, ...gps]
