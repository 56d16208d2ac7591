import {
  liveShareLimits,
  type SharedLive,
  type SharedVehicle,
} from '@trackway/core/features/live-shares/calls.ts'
import { arrivalAt, arrivalLookbackMs } from '@trackway/core/rules/arrival.ts'
import { publicName } from '@trackway/core/rules/device-order.ts'
import type { Audience } from '@trackway/core/rules/service-terms.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { devicesIn, inGroups } from '../../platform/scope/scope-sql.ts'
import { openLink } from '../../platform/shared-links.ts'
import { isLive, selectLiveRows, toLiveState } from '../locations/live-state.ts'

/** What a device drove in the last minutes. */
interface Driven {
  metres: number
  spanMs: number
  fixTime: number
}

interface Place {
  lat: number
  lon: number
}

/**
 * What a link shows now: those of its devices that its maker sees live.
 * @throws {Refusal} `notFound`, also where its maker sees none of them any more
 */
export async function openShare(db: Db, token: string, now: number): Promise<SharedLive & { id: number }> {
  const { link: share, maker, timeZone } = await openLink(db, 'live_shares', token, now)
  const { audience } = maker
  const rows = await selectLiveRows(db)
    .select(['devices.car_number as carNumber', 'devices.nickname', 'devices.terminal_id as terminalID'])
    .where(
      sql<boolean>`(${inGroups(share.group_id === null ? [] : [share.group_id])}
        or devices.id in (select device_id from live_share_devices where share_id = ${share.id}))`,
    )
    .where(devicesIn(maker))
    .orderBy('devices.id')
    .limit(liveShareLimits.devices)
    .execute()
  const shown = rows.filter((row) => isLive(row, audience, now))
  if (shown.length === 0) throw new Refusal('notFound')
  const destination =
    share.latitude_e7 === null || share.longitude_e7 === null
      ? null
      : { lat: share.latitude_e7 / 1e7, lon: share.longitude_e7 / 1e7, name: share.place_name }
  const driven =
    destination === null
      ? new Map()
      : await drivenLately(
          db,
          shown.map(({ id }) => id),
          now,
        )
  return {
    id: share.id,
    title: share.title,
    timeZone,
    expireTime: share.expire_time,
    destination,
    vehicles: shown.map((row, index) => ({
      number: index + 1,
      name: publicName(row),
      ...vehicleOf(row, { audience, now, destination, driven: driven.get(row.id) }),
    })),
    time: now,
  }
}

type Row = Parameters<typeof toLiveState>[0]

interface VehicleContext {
  audience: Audience
  now: number
  destination: Place | null
  driven: Driven | undefined
}

function vehicleOf(
  row: Row,
  { audience, now, destination, driven }: VehicleContext,
): Omit<SharedVehicle, 'number' | 'name'> {
  const { lat, lon, speed, courseDeg, carIconState, utcTime } = toLiveState(row, now, audience)
  const vehicle = { lat, lon, speedKmh: speed, courseDeg, carIconState, utcTime }
  if (destination === null || lat === null || lon === null)
    return { ...vehicle, distanceM: null, hasArrived: false, arrivalTime: null }
  const standing = { metres: 0, spanMs: 0, fixTime: utcTime ?? now }
  return { ...vehicle, ...arrivalAt({ lat, lon }, destination, driven ?? standing) }
}

async function drivenLately(db: Db, deviceIds: readonly number[], now: number): Promise<Map<number, Driven>> {
  const { rows } = await sql<Driven & { id: number }>`
    select device_id as id, sum(distance_m)::float8 as metres, max(fix_time) as "fixTime",
      max(fix_time) - min(fix_time) as "spanMs"
    from positions where device_id = any(${deviceIds}::integer[])
      and fix_time > ${now - arrivalLookbackMs} and fix_time <= ${now}
    group by device_id`.execute(db)
  return new Map(rows.map(({ id, ...driven }) => [id, driven]))
}
