import { qualityBits, untrustedBits } from '../../codes/states.ts'
import { noPlace, type Track } from '../../track/columns.ts'
import {
  type DeviceZones,
  followZones,
  type LastPlace,
  type ZoneEvent,
  type ZoneFix,
  type ZonesState,
} from './crossings.ts'

/** The columns of a track that crossings are found from. */
type ZoneTrack = Pick<Track, 'length' | 'fixTime' | 'latE7' | 'lonE7' | 'quality' | 'satellites'>

/** A stay of a vehicle in a zone, found from its track. */
export interface Stay {
  key: number
  enterTime: number
  leaveTime: number
  lat: number
  lon: number
  isEntrySeen: boolean
  isExitSeen: boolean
  /** It lasted as long as the zone demands. */
  isTold: boolean
}

/** What a stored quality says of a fix; null: it is not believed. */
export function zoneFixKind(quality: number): ZoneFix['kind'] | null {
  const marks = quality & untrustedBits
  if (marks === 0) return 'gps'
  if (marks === qualityBits.drift) return 'drift'
  return marks === qualityBits.coarse ? 'coarse' : null
}

/** The fix of a point of a track; null: it is not believed. */
function zoneFixAt(track: ZoneTrack & Partial<Pick<Track, 'speedKmh'>>, i: number): ZoneFix | null {
  const kind = zoneFixKind(track.quality[i]!)
  if (kind === null || track.latE7[i] === noPlace) return null
  const satellites = track.satellites[i]!
  const speedKmh = track.speedKmh?.[i] ?? Number.NaN
  return {
    time: track.fixTime[i]!,
    lat: track.latE7[i]! / 1e7,
    lon: track.lonE7[i]! / 1e7,
    kind,
    satellites: satellites < 0 ? null : satellites,
    speedKmh: Number.isNaN(speedKmh) ? null : speedKmh,
  }
}

/** Where the vehicle is known to be after a fix. */
function placeAfter(last: LastPlace | null, { time, lat, lon, kind }: ZoneFix): LastPlace | null {
  if (kind === 'gps') return { time, lat, lon }
  return kind === 'drift' ? { ...(last ?? { lat, lon }), time } : last
}

/** Follows one vehicle along its track, part after part. Who is inside at the first fix was so before. */
export class ZoneWalk {
  readonly #zones: DeviceZones
  #state: ZonesState | undefined
  #last: LastPlace | null = null

  constructor(zones: DeviceZones) {
    this.#zones = zones
  }

  /** Where it was last known to be, and the stays there. */
  get last(): { place: LastPlace; at: ZonesState['at'] } | null {
    return this.#last && { place: this.#last, at: this.#state?.at ?? {} }
  }

  /** @returns what happened on this part */
  add(track: ZoneTrack): ZoneEvent[] {
    const all: ZoneEvent[] = []
    for (let i = 0; i < track.length; i++) {
      const fix = zoneFixAt(track, i)
      if (fix === null) continue
      const { state, events } = followZones(this.#state, this.#last, fix, this.#zones)
      this.#state = state
      this.#last = placeAfter(this.#last, fix)
      all.push(...events)
    }
    return all
  }
}

/** Finds the stays of one vehicle in its track, part after part. */
export class StayFinder {
  readonly stays: Stay[] = []
  readonly #zones: DeviceZones
  #walk: ZoneWalk

  constructor(zones: DeviceZones) {
    this.#zones = zones
    this.#walk = new ZoneWalk(zones)
  }

  add(track: ZoneTrack): void {
    for (const event of this.#walk.add(track)) {
      const { kind, each, time, enterTime, enterLat, enterLon, isEntrySeen, isTold } = event
      if (kind !== 'out') continue
      const stay = { key: each.zone.key, enterTime, leaveTime: time, lat: enterLat, lon: enterLon }
      this.stays.push({ ...stay, isEntrySeen, isExitSeen: true, isTold })
    }
  }

  /** A part of the track follows that does not go on where the last one ended, or none: open stays end as far as they are known. */
  interrupt(): void {
    const { last } = this.#walk
    if (last === null) return
    for (const [key, stay] of Object.entries(last.at)) {
      if (!stay.isInside) continue
      const { enterTime, lat, lon, isSeeded, isTold = false } = stay
      this.stays.push({
        key: Number(key),
        enterTime,
        leaveTime: Math.max(last.place.time, enterTime),
        lat,
        lon,
        isEntrySeen: isSeeded !== true,
        isExitSeen: false,
        isTold,
      })
    }
    this.#walk = new ZoneWalk(this.#zones)
  }
}
