import { type Box, lonDifference, placeBetween } from '../../geo/area.ts'
import { distanceM } from '../../geo/distance.ts'
import type { Zone } from './zone.ts'
import type { CountingZone, ZoneSet } from './zone-set.ts'

/**
 * Which fences and risk points did a vehicle enter and leave? Fix by fix, so that reports as they come, a whole track,
 * and a track in pieces give the same (`followZones` is a fold over the fixes).
 *
 * In is who is inside the edge, out who is beyond it by a margin; between the two nothing changes, so fixes that
 * wander enter and leave once. A crossing counts when it is confirmed (`Zone.confirmPoints`), from its first fix on. The
 * straight way between two fixes outside counts as a pass through where it comes deep enough. What is new or
 * edited begins where the vehicle is.
 */

export interface ZoneFix {
  /** Epoch ms, greater than that of the fix before. */
  time: number
  lat: number
  lon: number
  /** `drift`: the vehicle stands where it was; `coarse`: from cells or access points. */
  kind: 'gps' | 'drift' | 'coarse'
  satellites: number | null
  speedKmh: number | null
}

/** Where the vehicle was last known to be. */
export interface LastPlace {
  time: number
  lat: number
  lon: number
}

/** What is remembered of a zone where the vehicle is inside, or perhaps is. */
export interface ZoneStay {
  /** It is confirmed. */
  isInside: boolean
  /** Of the first fix inside, or of the first since the zone counts. */
  enterTime: number
  lat: number
  lon: number
  /** Fixes inside in a row while that is not confirmed, and how deep they and their ways came. */
  count?: number
  depthM?: number
  /** Fixes beyond the edge in a row, from the first on. */
  out?: { time: number; lat: number; lon: number; count: number }
  /** The stay has lasted long enough to count, or began before it could. */
  isTold?: true
  /** It was inside when the zone began to count. */
  isSeeded?: true
  /** Fixes in a row above the speed limit; null: not told yet. */
  fast?: { count: number; maxKmh: number; toldTime: number | null }
}

/** What is remembered of a device, by key of the zone; replaced, never changed in place. */
export interface ZonesState {
  /** Zones up to this version have been seen. */
  seen: number
  /** Whose they were: elsewhere all begin anew. */
  of: string
  at: { readonly [key: string]: ZoneStay }
}

/** The zones that count for a device. */
export interface DeviceZones {
  /** The path of its owner in the tree of accounts. */
  of: string
  /** The greatest of all. */
  version: number
  sets: readonly ZoneSet[]
}

export interface ZoneEvent {
  /** `fast`: above the speed limit, told once it is sure, each minute, and as it ends. */
  kind: 'in' | 'out' | 'fast'
  each: CountingZone
  time: number
  lat: number
  lon: number
  /** When and where the stay began, and whether that was seen. */
  enterTime: number
  enterLat: number
  enterLon: number
  isEntrySeen: boolean
  /** It counts: it has lasted as long as the zone demands. */
  isTold: boolean
  /** Of `fast`: the greatest so far, km/h. */
  maxSpeedKmh: number | null
}

/** Across a longer silence the way between two fixes is nobody's knowledge. */
const wayMs = 10 * 60_000
/** Faster than this, further than positions err, no vehicle went that way. */
const [jumpKmh, jumpSlackM] = [300, 150]
/** With so few satellites, and from cells, places err by so many metres more. */
const [fewSatellites, fewSatellitesM, coarseM] = [5, 30, 500]
/** So many fixes above a limit in a row are speeding, which is told again so often. */
const [fastFixes, fastAgainMs] = [2, 60_000]

const none: readonly ZoneEvent[] = []

/**
 * Takes the next fix.
 * @param last the last place that was trusted; null: none
 * @returns the state after it, the same object where nothing changed, and what happened, in order
 */
export function followZones(
  state: ZonesState | undefined,
  last: LastPlace | null,
  fix: ZoneFix,
  zones: DeviceZones,
): { state: ZonesState | undefined; events: readonly ZoneEvent[] } {
  if (zones.sets.length === 0) return { state: undefined, events: none }
  const isFirst = last === null && fix.kind === 'gps'
  const isNew = isFirst || state === undefined || state.of !== zones.of
  const seen = isNew ? 0 : state.seen
  const at = isNew ? {} : state.at
  const wayM = fix.kind === 'gps' && last !== null ? wayOf(last, fix) : null
  const known = candidates(
    at,
    zones,
    wayM !== null && last !== null ? boxOfWay(last, fix) : pointBox(placeOf(last, fix)),
  )
  const step = known === nowhere ? null : new Step(last, fix, wayM)
  let changed: Record<string, ZoneStay> | null = null
  for (const each of known.values()) {
    const key = String(each.zone.key)
    const stay = at[key]
    const next = each.version > seen ? step!.seed(each, stay) : step!.follow(each, stay)
    if (next === stay) continue
    changed ??= { ...at }
    if (next === undefined) delete changed[key]
    else changed[key] = next
  }
  // Zones that no longer count are forgotten.
  for (const key in at)
    if (!known.has(Number(key))) {
      changed ??= { ...at }
      delete changed[key]
    }
  const nowSeen = canSeed(last, fix) ? zones.version : seen
  const events = step?.events ?? none
  if (changed === null && !isNew && nowSeen === seen) return { state, events }
  return { state: { seen: nowSeen, of: zones.of, at: changed ?? at }, events }
}

/** Places from cells are where new zones begin only for who has no better. */
const canSeed = (last: LastPlace | null, { kind }: ZoneFix) => kind !== 'coarse' || last === null

/** Where the vehicle is: fixes of one that stands wander. */
const placeOf = (last: LastPlace | null, fix: ZoneFix) => (fix.kind === 'drift' && last !== null ? last : fix)

/** Those on the way to the fix, and those where the vehicle was. */
function candidates(
  at: ZonesState['at'],
  { sets }: DeviceZones,
  box: Box,
): ReadonlyMap<number, CountingZone> {
  let known: Map<number, CountingZone> | null = null
  for (const set of sets)
    for (const each of set.near(box)) {
      known ??= new Map()
      add(known, each)
    }
  for (const key in at) {
    if (known?.has(Number(key))) continue
    for (const set of sets) {
      const each = set.get(Number(key))
      if (each === undefined) continue
      known ??= new Map()
      add(known, each)
    }
  }
  return known ?? nowhere
}

/** Mostly a vehicle is near none. */
const nowhere: ReadonlyMap<number, CountingZone> = new Map()

/** Counted for the device and for its account: since the earlier of both. */
function add(known: Map<number, CountingZone>, each: CountingZone): void {
  const other = known.get(each.zone.key)
  if (other === undefined || each.version < other.version) known.set(each.zone.key, each)
}

/** One fix, and the way to it. */
class Step {
  readonly events: ZoneEvent[] = []
  readonly #last: LastPlace | null
  readonly #fix: ZoneFix
  readonly #lat: number
  readonly #lon: number
  /** How far it is from the last place; null: nobody knows how it went. */
  readonly #wayM: number | null
  readonly #errorM: number

  constructor(last: LastPlace | null, fix: ZoneFix, wayM: number | null) {
    const { lat, lon } = placeOf(last, fix)
    this.#lat = lat
    this.#lon = lon
    this.#last = last
    this.#fix = fix
    this.#wayM = wayM
    this.#errorM =
      fix.kind === 'coarse'
        ? coarseM
        : fix.satellites !== null && fix.satellites > 0 && fix.satellites < fewSatellites
          ? fewSatellitesM
          : 0
  }

  /** A zone that is new to the device: who is inside has not entered. */
  seed({ zone }: CountingZone, stay: ZoneStay | undefined): ZoneStay | undefined {
    if (!canSeed(this.#last, this.#fix) || (this.#fix.kind === 'coarse' && !zone.allowLbs)) return stay
    if (zone.shape.edgeDistanceM(this.#lat, this.#lon) > 0) return undefined
    const place = { enterTime: this.#fix.time, lat: this.#lat, lon: this.#lon }
    const inside = { isInside: true, ...place, isSeeded: true as const }
    // A risk point is about the stay, not about coming.
    return zone.key > 0 ? { ...inside, isTold: true } : inside
  }

  follow(each: CountingZone, stay: ZoneStay | undefined): ZoneStay | undefined {
    const { zone } = each
    if (this.#fix.kind === 'coarse' && !zone.allowLbs) return stay
    const beyondM = zone.shape.edgeDistanceM(this.#lat, this.#lon)
    if (stay === undefined) return beyondM <= 0 ? this.#enter(each, beyondM) : this.#pass(each, beyondM)
    if (!stay.isInside) return this.#approach(each, stay, beyondM)
    return this.#inside(each, stay, beyondM)
  }

  #enter(each: CountingZone, beyondM: number): ZoneStay | undefined {
    const depthM = Math.max(-beyondM, this.#depthOfWay(each.zone))
    const place = { enterTime: this.#fix.time, lat: this.#lat, lon: this.#lon }
    return this.#confirmed(each, { isInside: false, ...place, count: 1, depthM }, beyondM)
  }

  /** From outside to outside. */
  #pass(each: CountingZone, beyondM: number): undefined {
    // What ends this far from the edge did not reach it; lengths are exact to a thousandth.
    if (this.#wayM === null || beyondM > this.#wayM * 1.01) return
    const { zone } = each
    const [last, fix] = [this.#last!, this.#fix]
    for (const { from, to } of zone.shape.spansInside(last.lat, last.lon, fix.lat, fix.lon)) {
      if (from === 0 || to === 1) continue
      const lasted = (to - from) * (fix.time - last.time)
      if (lasted < Math.max(zone.dwellMs, zone.confirmMs ?? 0)) continue
      if (this.#depthAt(zone, (from + to) / 2) < zone.chordM) continue
      const enterTime = Math.round(last.time + (fix.time - last.time) * from)
      const leaveTime = Math.max(enterTime + 1, Math.round(last.time + (fix.time - last.time) * to))
      const [entry, exit] = [placeBetween(last, fix, from), placeBetween(last, fix, to)]
      const told = toldOf({ enterTime, ...entry })
      this.events.push({ kind: 'in', each, time: enterTime + zone.dwellMs, ...entry, ...told })
      this.events.push({ kind: 'out', each, time: leaveTime, ...exit, ...told })
    }
  }

  /** It was inside, which is not confirmed. */
  #approach(each: CountingZone, stay: ZoneStay, beyondM: number): ZoneStay | undefined {
    const depthM = Math.max(stay.depthM ?? 0, -beyondM, this.#depthOfWay(each.zone))
    if (beyondM <= 0) return this.#confirmed(each, { ...stay, count: (stay.count ?? 0) + 1, depthM }, beyondM)
    // One fix, and out again: the way went through, or the fix was wrong.
    const { zone } = each
    const lasted = this.#fix.time - stay.enterTime
    const isThrough = zone.confirmPoints === null && depthM >= zone.clearM + this.#errorM
    if (isThrough && beyondM > zone.marginM && lasted >= Math.max(zone.dwellMs, zone.confirmMs ?? 0)) {
      const { enterTime, lat, lon } = stay
      const told = toldOf(stay)
      this.events.push({ kind: 'in', each, time: enterTime + zone.dwellMs, lat, lon, ...told })
      this.events.push({ kind: 'out', each, time: this.#fix.time, lat: this.#lat, lon: this.#lon, ...told })
    }
    return undefined
  }

  #inside(each: CountingZone, stay: ZoneStay, beyondM: number): ZoneStay | undefined {
    const { zone } = each
    const { time } = this.#fix
    if (beyondM <= zone.marginM + this.#errorM) {
      const { out: _, ...back } = stay
      return this.#speeding(each, this.#dwelt(each, stay.out === undefined ? stay : back, time))
    }
    const first = stay.out ?? { time, lat: this.#lat, lon: this.#lon, count: 0 }
    const out = { ...first, count: first.count + 1 }
    const isClear = beyondM >= zone.marginM + zone.clearM + this.#errorM
    if (!this.#isConfirmed(zone, out.count, time - out.time, isClear)) return { ...stay, out }
    const left = this.#dwelt(each, stay, out.time)
    const { time: leaveTime, lat, lon } = out
    this.events.push({
      kind: 'out',
      each,
      time: leaveTime,
      lat,
      lon,
      ...toldOf(left),
      isTold: left.isTold ?? false,
    })
    return undefined
  }

  #confirmed(each: CountingZone, stay: ZoneStay, beyondM: number): ZoneStay {
    const { zone } = each
    const { time } = this.#fix
    const isClear = -beyondM >= zone.clearM + this.#errorM
    if (!this.#isConfirmed(zone, stay.count!, time - stay.enterTime, isClear)) return stay
    const { enterTime, lat, lon } = stay
    return this.#speeding(each, this.#dwelt(each, { isInside: true, enterTime, lat, lon }, time))
  }

  /** Has the stay lasted long enough by then? */
  #dwelt(each: CountingZone, stay: ZoneStay, time: number): ZoneStay {
    const { dwellMs } = each.zone
    if (stay.isTold || time - stay.enterTime < dwellMs) return stay
    this.events.push(longStay(each, stay))
    return { ...stay, isTold: true }
  }

  #speeding(each: CountingZone, stay: ZoneStay): ZoneStay {
    const { speedLimitKmh } = each.zone
    const { kind, time, speedKmh } = this.#fix
    if (kind !== 'gps' || speedKmh === null) return stay
    if (speedLimitKmh === null || speedKmh <= speedLimitKmh) {
      if (stay.fast === undefined) return stay
      if (stay.fast.toldTime !== null) this.#tellOfSpeed(each, stay, stay.fast.maxKmh)
      const { fast: _, ...slow } = stay
      return slow
    }
    const before = stay.fast ?? { count: 0, maxKmh: 0, toldTime: null }
    const fast = { ...before, count: before.count + 1, maxKmh: Math.max(before.maxKmh, speedKmh) }
    const isDue = fast.toldTime === null ? fast.count >= fastFixes : time - fast.toldTime >= fastAgainMs
    if (!isDue) return { ...stay, fast }
    this.#tellOfSpeed(each, stay, fast.maxKmh)
    return { ...stay, fast: { ...fast, toldTime: time } }
  }

  #tellOfSpeed(each: CountingZone, stay: ZoneStay, maxSpeedKmh: number): void {
    const place = { time: this.#fix.time, lat: this.#lat, lon: this.#lon }
    this.events.push({ kind: 'fast', each, ...place, ...toldOf(stay), maxSpeedKmh })
  }

  #isConfirmed(zone: Zone, count: number, agreedMs: number, isClear: boolean): boolean {
    if (zone.confirmMs !== null && count > 1 && agreedMs >= zone.confirmMs) return true
    return zone.confirmPoints === null ? isClear || count >= 2 : count >= zone.confirmPoints
  }

  /** How deep the way from the last place came. */
  #depthOfWay(zone: Zone): number {
    if (this.#wayM === null) return 0
    const [last, fix] = [this.#last!, this.#fix]
    return zone.shape
      .spansInside(last.lat, last.lon, fix.lat, fix.lon)
      .reduce((most, { from, to }) => Math.max(most, this.#depthAt(zone, (from + to) / 2)), 0)
  }

  #depthAt(zone: Zone, share: number): number {
    const { lat, lon } = placeBetween(this.#last!, this.#fix, share)
    return -zone.shape.edgeDistanceM(lat, lon)
  }
}

/** The event of a stay that has lasted as long as the zone demands: the same whoever finds that out, and when. */
export function longStay(
  each: CountingZone,
  stay: Pick<ZoneStay, 'enterTime' | 'lat' | 'lon'> & { isSeeded?: boolean },
): ZoneEvent {
  const { enterTime, lat, lon } = stay
  return { kind: 'in', each, time: enterTime + each.zone.dwellMs, lat, lon, ...toldOf(stay) }
}

/** What an event tells of a stay that counts. */
function toldOf({ enterTime, lat, lon, isSeeded }: Parameters<typeof longStay>[1]) {
  return {
    enterTime,
    enterLat: lat,
    enterLon: lon,
    isEntrySeen: isSeeded !== true,
    isTold: true,
    maxSpeedKmh: null,
  }
}

/** How far it is from there, metres; null where it cannot have driven straight. */
function wayOf(last: LastPlace, { time, lat, lon }: ZoneFix): number | null {
  const elapsedMs = time - last.time
  if (elapsedMs <= 0 || elapsedMs > wayMs) return null
  const metres = distanceM(last.lat, last.lon, lat, lon)
  return metres <= jumpSlackM || metres * 3600 <= jumpKmh * elapsedMs ? metres : null
}

const pointBox = ({ lat, lon }: { lat: number; lon: number }): Box => ({
  south: lat,
  north: lat,
  west: lon,
  east: lon,
})

function boxOfWay(a: LastPlace, b: { lat: number; lon: number }): Box {
  const isEastward = lonDifference(a.lon, b.lon) >= 0
  return {
    south: Math.min(a.lat, b.lat),
    north: Math.max(a.lat, b.lat),
    west: isEastward ? a.lon : b.lon,
    east: isEastward ? b.lon : a.lon,
  }
}
