import { addDays, dayAt, startOfDay } from '../../rules/local-days.ts'
import { instantOfWallTime } from '../../rules/wall-time.ts'

/** Days on which departures run; days are `YYYY-MM-DD` in the time zone of the line. */
export interface ServiceDates {
  /** Days of the week, 1 Monday to 7 Sunday; none: only the extra dates. */
  days: readonly number[]
  /** First and last day on which the days of the week count; left out: ever. */
  from?: string | undefined
  until?: string | undefined
  /** Days on which they do not run, although it is their day of the week. */
  exceptDates?: readonly string[] | undefined
  /** Days on which they run, whatever day of the week it is. */
  extraDates?: readonly string[] | undefined
}

/** Departures of some days, all with the same running times. */
export interface BusService extends ServiceDates {
  /** Minutes from the first stop to each stop, beginning with 0, never falling. */
  offsetsMin: readonly number[]
  /** Minutes of the day at the first stop, rising; from 1440 on after midnight, still of the day before. */
  departures: readonly number[]
}

/** One drive of the timetable: when it passes each stop, epoch ms. */
export interface BusRun {
  departTime: number
  stopTimes: readonly number[]
}

export const minutesOfDay = 1440
const minuteMs = 60_000
const dayMs = minutesOfDay * minuteMs
/** More than any zone changes its clocks by. */
const clockChangeMs = 3 * 60 * minuteMs

/** The drives whose first stop lies between two instants, both included, in order. Days are those of the zone. */
export function runsBetween(
  timetable: readonly BusService[],
  timeZone: string,
  from: number,
  to: number,
): BusRun[] {
  const runs: BusRun[] = []
  const lastDay = dayAt(to, timeZone)
  // Those after midnight belong to the day before.
  for (let day = addDays(dayAt(from, timeZone), -1); day <= lastDay; day = addDays(day, 1)) {
    for (const service of timetable) {
      if (!runsOn(service, day)) continue
      const { offsetsMin, departures } = service
      const dayStart = startOfDay(day, timeZone)
      for (const minute of departures) {
        // A minute that is hours away needs no time zone conversion.
        const about = dayStart + minute * minuteMs
        if (about < from - clockChangeMs || about > to + clockChangeMs) continue
        const departTime = timeOfMinute(day, minute, timeZone)
        if (departTime < from || departTime > to) continue
        runs.push({ departTime, stopTimes: offsetsMin.map((offset) => departTime + offset * minuteMs) })
      }
    }
  }
  return runs.sort((a, b) => a.departTime - b.departTime)
}

/** 1 Monday to 7 Sunday. @param day `YYYY-MM-DD` */
export const weekdayOf = (day: string) => new Date(day).getUTCDay() || 7

function runsOn({ days, from, until, exceptDates, extraDates }: ServiceDates, day: string): boolean {
  if (extraDates?.includes(day)) return true
  const isWithin = (from === undefined || day >= from) && (until === undefined || day <= until)
  return isWithin && days.includes(weekdayOf(day)) && !exceptDates?.includes(day)
}

/** The vehicle leaves by the local clock, also on days with a daylight-saving change. */
function timeOfMinute(day: string, minute: number, timeZone: string): number {
  const clockDay = addDays(day, Math.floor(minute / minutesOfDay))
  return minute % minutesOfDay === 0
    ? startOfDay(clockDay, timeZone)
    : instantOfWallTime(`${clockDay}T${textOfMinute(minute % minutesOfDay)}`, timeZone)
}

/** When a drive is to be so many metres along the line: even between two stops. */
export function timeAtMetres({ stopTimes }: BusRun, stopsM: readonly number[], alongM: number): number {
  const next = stopsM.findIndex((metres) => metres > alongM)
  if (next === 0) return stopTimes[0]!
  if (next < 0) return stopTimes.at(-1)!
  const [fromM, toM] = [stopsM[next - 1]!, stopsM[next]!]
  const [fromTime, toTime] = [stopTimes[next - 1]!, stopTimes[next]!]
  return fromTime + ((alongM - fromM) / (toM - fromM)) * (toTime - fromTime)
}

/** Nobody is so early or late that this is still the same drive. */
const sameRunMs = 40 * minuteMs

/** Which drive a vehicle is on that is at some metres at a time: the nearest in time that no other vehicle drives. */
export function runAt(
  timetable: readonly BusService[],
  timeZone: string,
  stopsM: readonly number[],
  { alongM, time }: { alongM: number; time: number },
  taken: ReadonlySet<number> = new Set(),
): BusRun | null {
  let best: BusRun | null = null
  let least = sameRunMs
  for (const run of runsBetween(timetable, timeZone, time - dayMs, time + sameRunMs)) {
    if (taken.has(run.departTime)) continue
    const apart = Math.abs(time - timeAtMetres(run, stopsM, alongM))
    if (apart > least) continue
    best = run
    least = apart
  }
  return best
}

/** The drive that leaves at an instant; null where the timetable has none. */
export function runLeavingAt(
  timetable: readonly BusService[],
  timeZone: string,
  departTime: number,
): BusRun | null {
  return runsBetween(timetable, timeZone, departTime, departTime)[0] ?? null
}

/** Departures from a first to a last one, every so many minutes; the last one is among them. */
export function departuresEvery(first: number, last: number, intervalMin: number): number[] {
  const departures: number[] = []
  for (let minute = first; minute < last; minute += intervalMin) departures.push(minute)
  return [...departures, last]
}

/** `07:05`; `25:10` is ten past one of the night that follows. */
export function textOfMinute(minute: number): string {
  const of = (n: number) => String(n).padStart(2, '0')
  return `${of(Math.floor(minute / 60))}:${of(minute % 60)}`
}

/** A time of the day in minutes as people and GTFS write it: `7:05`, `07:05:30`, `7.05`, `705`, `25:10`; null: none. */
export function minuteOfText(text: string): number | null {
  const match = /^(\d{1,2})[:.h：]?(\d\d)(?::\d\d)?$/.exec(text.trim())
  if (!match) return null
  const [hours, minutes] = [Number(match[1]), Number(match[2])]
  return hours < 48 && minutes < 60 ? hours * 60 + minutes : null
}

/**
 * Times as they are pasted from a sheet or a notice, in any order: one a line, or parted by blanks, commas, tabs.
 * @returns what is no time as it was written
 */
export function readTimes(text: string): { minutes: number[]; wrong: string[] } {
  const words = text.split(/[\s,;，、]+/).filter((word) => word !== '')
  const wrong = words.filter((word) => minuteOfText(word) === null)
  const minutes = words.flatMap((word) => minuteOfText(word) ?? [])
  return { minutes: [...new Set(minutes)].toSorted((a, b) => a - b), wrong }
}
