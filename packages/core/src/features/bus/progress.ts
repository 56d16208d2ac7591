import { type LineGeometry, nearestOnLine, type PlaceOnLine, passesOfLine } from './line-geometry.ts'
import { type BusService, runAt, runLeavingAt } from './timetable.ts'

/** A bus line as rules need it. */
export interface CompiledLine {
  lineId: number
  geometry: LineGeometry
  stops: readonly { id: number; name: string; radiusM: number }[]
  timetable: readonly BusService[]
  timeZone: string
  /** A vehicle further beside the way is not on it, metres. */
  nearM: number
}

export interface BusFix {
  time: number
  lat: number
  lon: number
}

/** How a vehicle went along one of its lines, as far as that is known: kept from fix to fix, as JSON. */
export interface LineTrace {
  lineId: number
  /** Where and when it came to the line. */
  fromM: number
  fromTime: number
  /** How far it is, and when it was found there. */
  atM: number
  atTime: number
  /** It went forward far enough: it drives the line, rather than only standing on it or crossing it. */
  isConfirmed: boolean
  /** First stop of the timetable's drive that it is on, epoch ms; null: none fits. */
  departTime: number | null
  /** When the next stop was reached, where that is so. */
  arriveTime: number | null
  /** Stops passed before it was sure that it drives the line. */
  unsure: StopPassage[]
}

/** What is known of a vehicle: of the line that it drives now, and of its others. */
export interface BusState {
  /** The line that it drives; null: none. */
  lineId: number | null
  traces: readonly LineTrace[]
  /** How far beside its line the last fix was, metres; null: it drives none. */
  asideM: number | null
}

/** A vehicle passed a stop. */
export interface StopPassage {
  lineId: number
  /** From 0, in the order of the line. */
  stop: number
  /** Null at the first stop, where it waits. */
  arriveTime: number | null
  /** Null at the last stop. */
  leaveTime: number | null
  /** Null: it was on no drive of the timetable. */
  scheduledTime: number | null
}

export const newBusState: BusState = { lineId: null, traces: [], asideM: null }

/** Forward so far it drives the line. */
const confirmM = 150
/** Back so far it does not: less is a fix that wanders. */
const backM = 60
/** After a pause this long it may be so far from where it waited, having driven at this speed, m/s. */
const [longStepMs, leftM, leaveMs] = [2 * 60_000, 1_500, 8]
/** Nobody drives a bus faster. */
const maxMs = 35
/** After a longer silence the progress of a vehicle starts anew. */
const maxGapMs = 30 * 60_000
const usualRadiusM = 30
/** Off its line for so long it does not drive it any more. */
const maxOffMs = 20 * 60_000

export interface Advance {
  state: BusState
  passages: StopPassage[]
}

/**
 * Takes a vehicle one fix further along its lines. Fixes come in the order of their time and are trusted ones.
 * @param lines those that it is assigned to
 * @param taken departures of the timetable that other vehicles of a line drive now
 */
export function advanceOnLines(
  state: BusState,
  fix: BusFix,
  lines: readonly CompiledLine[],
  taken: (lineId: number) => ReadonlySet<number> = () => new Set(),
): Advance {
  const passages: StopPassage[] = []
  const traces: LineTrace[] = []
  let finished: number | null = null
  for (const line of lines) {
    const known = state.traces.find(({ lineId }) => lineId === line.lineId)
    const trace = advanceTrace(known, fix, line, taken(line.lineId))
    if (trace === null) continue
    const last = lastStopM(line)
    if (trace.isConfirmed && trace.atM >= last) {
      // It is there: the next drive begins anew, also of a line that ends where it begins.
      if (state.lineId === line.lineId || state.lineId === null) passages.push(...trace.unsure)
      finished = line.lineId
      continue
    }
    traces.push(trace)
  }
  const lineId = drivenLine(finished === state.lineId ? null : state.lineId, traces)
  const driven = traces.find((trace) => trace.lineId === lineId)
  if (driven) {
    passages.push(...driven.unsure)
    driven.unsure = []
  }
  const line = driven && lines.find((each) => each.lineId === lineId)
  return {
    state: {
      lineId: driven ? lineId : null,
      traces,
      asideM: line ? nearestOnLine(line.geometry, fix.lat, fix.lon).asideM : null,
    },
    passages,
  }
}

/** The same line as before while it still drives it, else the one along which it came furthest. */
function drivenLine(before: number | null, traces: readonly LineTrace[]): number | null {
  const confirmed = traces.filter(({ isConfirmed }) => isConfirmed)
  const same = confirmed.find(({ lineId }) => lineId === before)
  if (same) return same.lineId
  const furthest = confirmed.toSorted((a, b) => b.atM - b.fromM - (a.atM - a.fromM))[0]
  return furthest?.lineId ?? null
}

/** Its last stop is reached where it comes within the stop's radius; without stops, near the end. */
function lastStopM(line: CompiledLine): number {
  const { stopsM, lengthM } = line.geometry
  return stopsM.length > 1 ? reachOfStop(line, stopsM.length - 1).inM : lengthM - usualRadiusM
}

function advanceTrace(
  before: LineTrace | undefined,
  fix: BusFix,
  line: CompiledLine,
  taken: ReadonlySet<number>,
): LineTrace | null {
  const { geometry, nearM } = line
  const known = before && whereItWaited(before, fix, line)
  const elapsed = known ? fix.time - known.atTime : 0
  if (known === undefined || elapsed > maxGapMs) return newTrace(fix, line, null)
  const { atM } = known
  const reachM = atM + (elapsed / 1000) * maxMs + nearM
  const found = firstNear(
    passesOfLine(geometry, fix.lat, fix.lon, nearM, Math.max(0, atM - backM), reachM),
    nearM,
  )
  if (found === undefined) return newTrace(fix, line, known) ?? (elapsed > maxOffMs ? null : known)
  if (found.alongM >= atM) return forward(known, { time: fix.time, alongM: found.alongM }, line, taken)
  const isBack = atM - found.alongM > backM - 1 && atM > backM
  return isBack ? newTrace(fix, line, known) : { ...known, atTime: fix.time }
}

/**
 * A vehicle that waits at the first stop may report seldom, and be on its way at its next report: then it left as
 * late as it can have.
 */
function whereItWaited(trace: LineTrace, { time, lat, lon }: BusFix, line: CompiledLine): LineTrace {
  if (line.stops.length === 0) return trace
  const isWaiting = !trace.isConfirmed && trace.atM <= reachOfStop(line, 0).outM
  if (!isWaiting || time - trace.atTime <= longStepMs) return trace
  const found = nearestOnLine(line.geometry, lat, lon, trace.atM, trace.atM + leftM)
  if (found.asideM > line.nearM) return trace
  const atTime = Math.round(time - ((found.alongM - trace.atM) / leaveMs) * 1000)
  return { ...trace, fromTime: Math.min(trace.fromTime, atTime), atTime: Math.max(trace.atTime, atTime) }
}

/** Of a street that the line drives twice the first time, however the fix wanders. */
function firstNear(passes: readonly PlaceOnLine[], nearM: number): PlaceOnLine | undefined {
  const least = Math.min(...passes.map(({ asideM }) => asideM))
  return passes.find(({ asideM }) => asideM <= least + nearM / 4)
}

/**
 * Where a vehicle comes to a line: where it drives a street twice, the first time, unless it went against that.
 * @param against how it was taken to go along the line before
 */
function newTrace(fix: BusFix, { lineId, geometry, nearM }: CompiledLine, against: LineTrace | null) {
  const passes = passesOfLine(geometry, fix.lat, fix.lon, nearM)
  const further = against ? passes.filter(({ alongM }) => alongM > against.atM + backM) : []
  const pass = firstNear(further, nearM) ?? firstNear(passes, nearM)
  if (pass === undefined) return null
  const { alongM } = pass
  return {
    lineId,
    fromM: alongM,
    fromTime: fix.time,
    atM: alongM,
    atTime: fix.time,
    isConfirmed: false,
    departTime: null,
    arriveTime: null,
    unsure: [],
  } satisfies LineTrace
}

function forward(
  known: LineTrace,
  { alongM, time }: { alongM: number; time: number },
  line: CompiledLine,
  taken: ReadonlySet<number>,
): LineTrace {
  const { geometry, timetable, timeZone } = line
  const trace: LineTrace = { ...known, unsure: [...known.unsure], atM: alongM, atTime: time }
  if (!known.isConfirmed && alongM - known.fromM >= confirmM) {
    trace.isConfirmed = true
    const run = runAt(timetable, timeZone, geometry.stopsM, { alongM, time }, taken)
    trace.departTime = run?.departTime ?? null
    trace.unsure = trace.unsure.map((passage) => ({
      ...passage,
      scheduledTime: run?.stopTimes[passage.stop] ?? null,
    }))
  }
  const run = trace.departTime === null ? null : runLeavingAt(timetable, timeZone, trace.departTime)
  const timeAt = (metres: number) =>
    Math.round(known.atTime + ((metres - known.atM) / (alongM - known.atM)) * (time - known.atTime))
  const crosses = (metres: number) => known.atM < metres && metres <= alongM
  const last = geometry.stopsM.length - 1
  for (let stop = 0; stop <= last; stop++) {
    const { inM, outM } = reachOfStop(line, stop)
    if (stop > 0 && crosses(inM)) trace.arriveTime = timeAt(inM)
    if (!crosses(stop === last ? inM : outM)) continue
    trace.unsure.push({
      lineId: line.lineId,
      stop,
      arriveTime: stop === 0 ? null : (trace.arriveTime ?? trace.fromTime),
      leaveTime: stop === last ? null : timeAt(outM),
      scheduledTime: run?.stopTimes[stop] ?? null,
    })
    trace.arriveTime = null
  }
  return trace
}

/** From where to where a vehicle is at a stop; stops close to each other part the way between them. */
function reachOfStop({ geometry: { stopsM }, stops }: CompiledLine, stop: number) {
  const metres = stopsM[stop]!
  const radiusM = stops[stop]!.radiusM
  const [before, after] = [stopsM[stop - 1], stopsM[stop + 1]]
  return {
    inM: Math.max(metres - radiusM, before === undefined ? 0 : (before + metres) / 2),
    outM: Math.min(metres + radiusM, after === undefined ? metres : (metres + after) / 2),
  }
}
