import { type LineGeometry, nearestOnLine } from './line-geometry.ts'

/** A line as the watch over its vehicles needs it. */
export interface WatchedLine {
  lineId: number
  /** Another one after each change of the line: what was found by the one before does not count. */
  version: number
  geometry: LineGeometry
  /** Further beside the way a vehicle is off it, metres. */
  limitM: number
  /** Off for so many positions at least, and so many seconds. */
  points: number
  seconds: number
}

/** What is remembered of a vehicle from fix to fix; nothing until it was on one of its lines. */
export interface OffRouteState {
  lineId: number
  version: number
  /** How far along the line it was when it was on it last, metres. */
  atM: number
  isOff: boolean
  /** While it is off: the furthest that it was beside the way, metres. */
  mostM: number
  /** Since when and for how many fixes it seems to be the other way round; null: it does not. */
  change: { time: number; points: number; lat: number; lon: number; asideM: number } | null
}

export interface WatchedFix {
  time: number
  lat: number
  lon: number
  /** Null: unknown. */
  satellites: number | null
}

/** The vehicle left its line, or came back, at the first fix that showed it. */
export interface OffRouteEvent {
  kind: 'left' | 'returned'
  lineId: number
  time: number
  lat: number
  lon: number
  /** How far beside the line, metres. */
  asideM: number
}

/** Back only where it is clearly on the line: a fix at the limit wanders over it and back. */
const backShare = 0.8
/** A fix of so few satellites may be off by another half of the limit. */
const fewSatellites = 5
const fewShare = 1.5
/** From the ends of a line vehicles drive to the depot, or around the block: that is no deviation. */
const endM = 150
/** After a longer silence a deviation has to be confirmed anew. */
const maxGapMs = 30 * 60_000

/**
 * Takes one more fix of a vehicle; fixes come in the order of time and are trusted ones. A vehicle is off its route
 * when it is off all of its lines, and was on one of them before: a depot raises nothing in the morning.
 * @returns null as the state until it is on a line
 */
export function watchOffRoute(
  state: OffRouteState | null,
  fix: WatchedFix,
  lines: readonly WatchedLine[],
): { state: OffRouteState | null; event: OffRouteEvent | null } {
  const { time, lat, lon } = fix
  const line =
    state && lines.find(({ lineId, version }) => lineId === state.lineId && version === state.version)
  if (state && !line) {
    // The line was edited: an open event ends, and the vehicle is neither on nor off until it is on the new line.
    const event = state.isOff ? ended(state, fix) : null
    return { state: watchOffRoute(null, fix, lines).state, event }
  }
  const isNoisy = fix.satellites !== null && fix.satellites < fewSatellites
  const share = state?.isOff || state === null ? backShare : isNoisy ? fewShare : 1
  const nearest = nearestLine(fix, lines, state?.lineId ?? null, share)
  if (nearest === null) return { state, event: null }
  if (state === null || !line) {
    if (!nearest.isOn) return { state: null, event: null }
    return { state: onLine(nearest), event: null }
  }
  const isSame = nearest.isOn !== state.isOff
  const { asideM } = nearest
  if (isSame) {
    const mostM = Math.max(state.mostM, asideM)
    return { state: state.isOff ? { ...state, mostM, change: null } : onLine(nearest), event: null }
  }
  const changing = state.change && time - state.change.time <= maxGapMs ? state.change : null
  const change = { ...(changing ?? { time, lat, lon, asideM, points: 0 }) }
  change.points += 1
  const isSure = change.points >= line.points && time - change.time >= line.seconds * 1000
  if (!isSure) return { state: { ...state, change }, event: null }
  if (state.isOff) return { state: onLine(nearest), event: ended(state, change) }
  const { lengthM } = line.geometry
  const isAtEnd = state.atM < endM || state.atM > lengthM - endM
  if (isAtEnd) return { state: null, event: null }
  const event = {
    kind: 'left',
    lineId: line.lineId,
    time: change.time,
    lat: change.lat,
    lon: change.lon,
    asideM,
  } as const
  return { state: { ...state, isOff: true, mostM: asideM, change: null }, event }
}

interface Nearest {
  line: WatchedLine
  alongM: number
  asideM: number
  isOn: boolean
}

/** The line that it is on, the same as before if it still is; else the nearest one. */
function nearestLine(
  { lat, lon }: WatchedFix,
  lines: readonly WatchedLine[],
  before: number | null,
  share: number,
): Nearest | null {
  let best: Nearest | null = null
  for (const line of lines) {
    const { alongM, asideM } = nearestOnLine(line.geometry, lat, lon)
    const isOn = asideM <= line.limitM * share
    if (isOn && line.lineId === before) return { line, alongM, asideM, isOn }
    const isBetter =
      best === null || Number(isOn) > Number(best.isOn) || (isOn === best.isOn && asideM < best.asideM)
    if (isBetter) best = { line, alongM, asideM, isOn }
  }
  return best
}

function onLine({ line: { lineId, version }, alongM }: Nearest): OffRouteState {
  return { lineId, version, atM: alongM, isOff: false, mostM: 0, change: null }
}

function ended(
  { lineId, mostM }: OffRouteState,
  { time, lat, lon }: Pick<WatchedFix, 'time' | 'lat' | 'lon'>,
): OffRouteEvent {
  return { kind: 'returned', lineId, time, lat, lon, asideM: mostM }
}
