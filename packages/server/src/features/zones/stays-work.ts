import { type Stay, StayFinder } from '@trackway/core/features/zones/stays.ts'
import { compileZone, type Zone, type ZoneRules } from '@trackway/core/features/zones/zone.ts'
import { ZoneSet } from '@trackway/core/features/zones/zone-set.ts'
import { type DeviceBytes, trackOfDay } from '../check-car/search-work.ts'

/** A part of a search for stays that one thread does alone. */
export interface StaysWork {
  zones: ZoneRules[]
  devices: DeviceBytes[]
}

export interface DeviceStays {
  deviceId: number
  stays: Stay[]
}

/** @returns the stays of each device in these zones. @throws for a damaged day: an answer without it would be wrong */
export function findStays({ zones, devices }: StaysWork): DeviceStays[] {
  const compiled = zones.map(compileZone)
  const counting = { of: '', version: 1, sets: [setOf(compiled)] }
  return devices.map(({ deviceId, days }) => {
    const finder = new StayFinder(counting)
    for (const day of days) {
      if (!day.isNext) finder.interrupt()
      finder.add(trackOfDay(day))
    }
    finder.interrupt()
    return { deviceId, stays: finder.stays }
  })
}

const setOf = (zones: readonly Zone[]) =>
  new ZoneSet(zones.map((zone) => ({ zone, version: 1, sinceTime: 0 })))
