import type { Report } from '@trackway/protocols/protocol.ts'

/** Days are those of the accounts made here and of the test browser: UTC+8, without summer time. */
const zoneOffsetMs = 8 * 3_600_000
const dayMs = 86_400_000
const metresPerDegree = 111_195

/** `YYYY-MM-DD` in the accounts' time zone. */
export function dateDaysAgo(days: number): string {
  return new Date(Date.now() + zoneOffsetMs - days * dayMs).toISOString().slice(0, 10)
}

/** What the vehicle does one after the other; a parked tracker reports once a minute. */
const legs = [
  { minutes: 10, speedKmh: 0, everyS: 60 },
  { minutes: 20, speedKmh: 60, everyS: 10 },
  { minutes: 15, speedKmh: 0, everyS: 60 },
  { minutes: 10, speedKmh: 40, everyS: 10 },
  { minutes: 20, speedKmh: 0, everyS: 60 },
]

/** Reports of a drive from 08:00 to 09:15 of yesterday, due north out of Shenzhen and on. */
export function driveOfYesterday(): Partial<Report>[] {
  const reports: Partial<Report>[] = []
  let fixTime = Date.parse(`${dateDaysAgo(1)}T08:00:00+08:00`)
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
  for (const { minutes, speedKmh, everyS } of legs) {
    for (let left = (minutes * 60) / everyS; left > 0; left--) {
      fixTime += everyS * 1000
      latitude += ((speedKmh / 3.6) * everyS) / metresPerDegree
      report(speedKmh)
    }
  }
  return reports
}
