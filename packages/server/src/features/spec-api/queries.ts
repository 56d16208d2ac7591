import type { Language } from '@trackway/core/codes/languages.ts'
import type { RoleId } from '@trackway/core/codes/roles.ts'
import type { ListedLocation } from '@trackway/core/features/locations/calls.ts'
import type { SpecApiDevice } from '@trackway/core/features/spec-api/calls.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { type Paging, readPage } from '../../platform/database/read-page.ts'
import type { Scope } from '../../platform/http/session.ts'
import { findAccountRow } from '../../platform/scope/find-account.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { addressesOf } from '../geocoding/start-geocoding.ts'
import { maskedOwners } from '../owner-records/queries.ts'
import { runStateText } from './run-state-text.ts'

interface DeviceQuery {
  terminalIDs?: string[] | undefined
  userId?: number | undefined
}

/** Of an account within the scope, and of those of its devices that are named. */
async function selectDevices(db: Db, scope: Scope, { terminalIDs, userId }: DeviceQuery) {
  const owner = await findAccountRow(db, scope, userId ?? scope.accountId)
  return db
    .selectFrom('devices')
    .where(devicesIn({ ...scope, accountId: owner.id, path: owner.path }))
    .$if(terminalIDs !== undefined, (query) =>
      query.where(sql<boolean>`devices.terminal_id = any(${terminalIDs}::text[])`),
    )
}

/** Ids of devices that changed since a time, the earliest first, and when the last of them did. */
export async function changedSince(
  db: Db,
  scope: Scope,
  query: DeviceQuery & { since: number; limit: number },
): Promise<{ id: number; time: number }[]> {
  const devices = await selectDevices(db, scope, query)
  return devices
    .innerJoin('device_states', 'device_states.device_id', 'devices.id')
    .select(['devices.id', 'device_states.change_time as time'])
    .where('device_states.change_time', '>=', query.since)
    .orderBy('device_states.change_time')
    .orderBy('devices.id')
    .limit(query.limit)
    .execute()
}

/** @throws {Refusal} `notFound` for an account outside the scope */
export async function findTrackUsers(db: Db, scope: Scope, query: DeviceQuery & Paging) {
  const devices = (await selectDevices(db, scope, query))
    .select(['terminal_id as terminalID', 'account_id as userId', 'nickname', 'car_number as carNumber'])
    .orderBy('devices.id')
  return readPage(devices, query)
}

interface Caller {
  language: Language
  now: number
  maySeeOwners: boolean
  mayUseOnline: boolean
}

/** Locations as the specification's device list items. */
export async function toSpecApiDevices(
  db: Db,
  rows: readonly ListedLocation[],
  { language, now, maySeeOwners, mayUseOnline }: Caller,
): Promise<SpecApiDevice[]> {
  const ids = rows.map(({ id }) => id)
  const places = rows.flatMap(({ lat, lon }) => (lat === null || lon === null ? [] : [{ lat, lon }]))
  const [roleOf, owners, addresses] = await Promise.all([
    rolesOf(db, [...new Set(rows.map(({ user_id }) => user_id))]),
    maySeeOwners ? maskedOwners(db, ids) : new Map(),
    places.length === 0 ? [] : addressesOf(places, language, { mayUseOnline }),
  ])
  let place = 0
  return rows.map((row) => {
    const owner = owners.get(row.id)
    return {
      id: row.id,
      displayName: row.displayName,
      address: row.lat === null || row.lon === null ? null : (addresses[place++]?.text ?? null),
      ancestors: row.ancestors,
      idCard: owner?.idCard ?? null,
      carNumber: row.carNumber,
      username: row.username,
      role: roleOf.get(row.user_id)!,
      realname: owner?.realName ?? null,
      nickname: row.nickname,
      telephone: owner?.telephone ?? null,
      terminalID: row.terminalID,
      user_id: row.user_id,
      state: row.state,
      expire: row.expire,
      carIconState: row.carIconState,
      markerIcon: `${row.iconType}-${row.carIconState}`,
      runState: runStateText(row, language, now),
      device: { deviceType: row.deviceType, iconType: row.iconType },
      location: {
        lat: row.lat,
        lon: row.lon,
        speed: row.speed,
        stateTime: row.stateTime,
        utcTime: row.utcTime,
        deviceProtocol: row.deviceProtocol,
      },
    }
  })
}

async function rolesOf(db: Db, accountIds: number[]): Promise<Map<number, RoleId>> {
  if (accountIds.length === 0) return new Map()
  const rows = await db.selectFrom('accounts').select(['id', 'role']).where('id', 'in', accountIds).execute()
  return new Map(rows.map(({ id, role }) => [id, role]))
}
