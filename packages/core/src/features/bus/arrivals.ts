import { type BusRun, type BusService, runLeavingAt, runsBetween, timeAtMetres } from './timetable.ts'

/** Early and late as passengers take it: before the minute, or more than five minutes after it. */
export const earlyFromMs = 60_000
export const lateFromMs = 5 * 60_000

export type Punctuality = 'early' | 'onTime' | 'late'

/** @param deviationMs how late the vehicle is; negative: early */
export function punctualityOf(deviationMs: number): Punctuality {
  if (deviationMs < -earlyFromMs) return 'early'
  return deviationMs > lateFromMs ? 'late' : 'onTime'
}

/** A vehicle that drives the line. */
export interface DrivingBus {
  /** Metres from the start, and when it was there. */
  atM: number
  atTime: number
  /** Where and when it came to the line: gives its speed where there is no timetable. */
  fromM: number
  fromTime: number
  /** Of the timetable's drive that it is on; null: none. */
  departTime: number | null
}

/** When a stop is reached next. */
export interface Arrival {
  time: number
  /** As the timetable has it; null: it has not. */
  scheduledTime: number | null
  /** Index of the vehicle in the given list; null: the arrival is from the timetable only. */
  bus: number | null
}

interface TimedLine {
  stopsM: readonly number[]
  timetable: readonly BusService[]
  timeZone: string
}

const hourMs = 3_600_000
/** Of the timetable, so far ahead. */
const aheadMs = 3 * hourMs
/** A drive that should have begun so long ago and is driven by nobody does not come any more. */
const missedMs = 5 * 60_000
/** Metres per second of a bus with its stops, until it is known. */
const usualSpeed = 5
const [slowest, fastest] = [2, 20]

/** How late a vehicle is, ms; negative: early; null: unknown. */
export function deviationOf(bus: DrivingBus, { stopsM, timetable, timeZone }: TimedLine): number | null {
  const run = bus.departTime === null ? null : runLeavingAt(timetable, timeZone, bus.departTime)
  return run && Math.round(bus.atTime - timeAtMetres(run, stopsM, bus.atM))
}

/** The next arrivals at each stop, of vehicles on the line and of drives that have not begun, the earliest first. */
export function arrivalsAt(
  buses: readonly DrivingBus[],
  line: TimedLine,
  now: number,
  most = 3,
): Arrival[][] {
  const { stopsM, timetable, timeZone } = line
  const runs = buses.map(({ departTime }) =>
    departTime === null ? null : runLeavingAt(timetable, timeZone, departTime),
  )
  const driven = new Set(buses.map(({ departTime }) => departTime))
  const coming = runsBetween(timetable, timeZone, now - missedMs, now + aheadMs).filter(
    ({ departTime }) => !driven.has(departTime),
  )
  return stopsM.map((metres, stop) => {
    const ofBuses = buses.flatMap((bus, index): Arrival[] => {
      if (metres <= bus.atM) return []
      const run = runs[index] ?? null
      const time = Math.max(now, timeOfArrival(bus, run, line, metres, stop))
      return [{ time, scheduledTime: run?.stopTimes[stop] ?? null, bus: index }]
    })
    const ofTimetable = coming.flatMap(({ stopTimes }): Arrival[] => {
      const time = stopTimes[stop]
      return time === undefined || time < now ? [] : [{ time, scheduledTime: time, bus: null }]
    })
    return [...ofBuses, ...ofTimetable].toSorted((a, b) => a.time - b.time).slice(0, most)
  })
}

/** As late as it is now, or by its own speed. */
function timeOfArrival(
  bus: DrivingBus,
  run: BusRun | null,
  line: TimedLine,
  metres: number,
  stop: number,
): number {
  const deviation = run && deviationOf(bus, line)
  if (run && deviation !== null && run.stopTimes[stop] !== undefined) return run.stopTimes[stop]! + deviation
  const seconds = (bus.atTime - bus.fromTime) / 1000
  const drivenM = bus.atM - bus.fromM
  const isKnown = seconds > 60 && drivenM > 500
  const speed = isKnown ? Math.max(slowest, Math.min(fastest, drivenM / seconds)) : usualSpeed
  return Math.round(bus.atTime + ((metres - bus.atM) / speed) * 1000)
}
