import { alarms } from '../../codes/alarms.ts'
import type { ZonesState } from './crossings.ts'
import type { ZoneAlarm } from './zone-alarms.ts'
import type { CountingZone } from './zone-set.ts'

/** What is known of where a vehicle is. */
export interface KnownPlace {
  /** Null: it was never near a zone, or has not been heard since one counts for it. */
  zones: (Pick<ZonesState, 'seen' | 'of'> & { at: { readonly [key: string]: unknown } }) | null
  /** Of its last position; null: it never had one. */
  lat: number | null
  lon: number | null
}

/**
 * The alarm of a vehicle that is not inside as the hours begin in which it must be.
 * @param of whose fences count for it (`DeviceZones.of`)
 * @param begin of the hours, epoch ms
 * @returns null: it is inside or perhaps is, nobody knows where it is, or the fence was added or edited since
 */
export function alarmOfAbsence(
  { zone, version, sinceTime }: CountingZone,
  of: string,
  { zones, lat, lon }: KnownPlace,
  begin: number,
): ZoneAlarm | null {
  if (lat === null || lon === null || begin < sinceTime) return null
  // What the state has not seen yet is decided by the last position.
  const isSeen = zones !== null && zones.of === of && version <= zones.seen
  const isThere = isSeen ? zones.at[String(zone.key)] !== undefined : zone.shape.edgeDistanceM(lat, lon) <= 0
  if (isThere) return null
  const detail = { fenceName: zone.name, mustBeInside: true as const }
  return { time: begin, code: alarms.fenceLeft, subjectId: zone.key, lat, lon, speedKmh: null, detail }
}
