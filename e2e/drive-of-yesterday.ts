import type { Report } from '@trackway/protocols/protocol.ts'
import type { Page } from 'playwright'

/** Days are those of the accounts made here and of the test browser: UTC+8, without summer time. */
const zoneOffsetMs = 8 * 3_600_000
const dayMs = 86_400_000
const metresPerDegree = 111_195

/** When the test file began: its yesterday stays the same day, also if it runs on beyond midnight. */
const begin = Date.now()

/** `YYYY-MM-DD` in the accounts' time zone, counted back from the day on which the test file began. */
export function dateDaysAgo(days: number): string {
  return new Date(begin + zoneOffsetMs - days * dayMs).toISOString().slice(0, 10)
}

/** Keeps the clock of a page at noon of `dateDaysAgo(0)`, for what it calls today and yesterday. */
export function keepAtNoon(page: Page): Promise<void> {
  return page.clock.setFixedTime(`${dateDaysAgo(0)}T12:00:00+08:00`)
}

/** What a vehicle does for some time, and how often it reports. */
interface Stretch {
  minutes: number
  speedKmh: number
  everyS: number
}

/** Reports of a drive from 08:00 to 09:15 of yesterday; a parked tracker reports once a minute. */
export function driveOfYesterday(): Partial<Report>[] {
  return reportsOf(Date.parse(`${dateDaysAgo(1)}T08:00:00+08:00`), [
    { minutes: 10, speedKmh: 0, everyS: 60 },
    { minutes: 20, speedKmh: 60, everyS: 10 },
    { minutes: 15, speedKmh: 0, everyS: 60 },
    { minutes: 10, speedKmh: 40, everyS: 10 },
    { minutes: 20, speedKmh: 0, everyS: 60 },
  ])
}

/** Reports of a drive due north out of Shenzhen and on, one stretch after the other. */
export function reportsOf(startTime: number, stretches: readonly Stretch[]): Partial<Report>[] {
  const reports: Partial<Report>[] = []
  let fixTime = startTime
  let latitude = 22.55
  const report = (speedKmh: number) =>
    reports.push({
      fixTime,
      fix: 'gps',
      latitude,
      longitude: 114.06,
      speedKmh,
      courseDeg: 0,
      satellites: 12,
      accOn: speedKmh > 0,
      isBuffered: true,
    })
  report(0)
  for (const { minutes, speedKmh, everyS } of stretches) {
    for (let left = (minutes * 60) / everyS; left > 0; left--) {
      fixTime += everyS * 1000
      latitude += ((speedKmh / 3.6) * everyS) / metresPerDegree
      report(speedKmh)
    }
  }
  return reports
}
