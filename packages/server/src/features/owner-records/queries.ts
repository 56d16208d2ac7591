import type { OwnerRecord } from '@trackway/core/features/owner-records/calls.ts'
import { maskOwner, type Owner } from '@trackway/core/rules/mask.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import { type Page, type Paging, readPage } from '../../platform/database/read-page.ts'
import { Refusal, refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { accountsIn, devicesIn, devicesShown, ownersIn } from '../../platform/scope/scope-sql.ts'
import type { Resealed } from '../../platform/secrets.ts'
import { digestsOf, keyId, openOwner, sealOwner } from './sealed-owners.ts'

interface OwnerQuery extends Paging {
  withSubAccounts: boolean
  search?: string | undefined
  terminalIDs?: string[] | undefined
}

const nobody: Owner = { realName: null, idCard: null, telephone: null, address: null, contract: null }

/**
 * The records of the devices of an account, found in the caller's scope before, and of those below it; of a device that
 * it has no more, the one that stayed behind.
 */
function selectRecords(db: Db, owner: Scope) {
  const former = sql`
    select o.device_id, f.device_owner_id, o.account_id, o.car_number, o.nickname, f.sealed, f.digests, f.change_time
    from former_owner_records f join device_owners o on o.id = f.device_owner_id
    where f.device_owner_id = (
      select max(f.device_owner_id) from former_owner_records f join device_owners on device_owners.id = f.device_owner_id
        join devices on devices.id = device_owners.device_id
      where device_owners.device_id = o.device_id and ${ownersIn(owner)})
    and not exists (
      select from owner_records join devices on devices.id = device_id
      where device_id = o.device_id and ${devicesIn(owner)})`
  const records = sql<KeptRecord>`(
    select r.device_id, null::int8 as device_owner_id, d.account_id, d.car_number, d.nickname, r.sealed, r.digests,
      r.change_time
    from owner_records r join devices d on d.id = r.device_id
    union all ${former})`
  return db
    .selectFrom(records.as('records'))
    .innerJoin('devices', 'devices.id', 'records.device_id')
    .innerJoin('accounts', 'accounts.id', 'records.account_id')
    .where(accountsIn(owner))
    .where(devicesShown(owner))
    .select(['records.device_id as deviceId', 'records.device_owner_id as deviceOwnerId', 'sealed'])
    .select(['devices.terminal_id as terminalID', 'records.car_number as carNumber', 'records.nickname'])
    .select(['records.account_id as userId', 'accounts.username', 'records.change_time as changeTime'])
}

interface KeptRecord {
  device_id: number
  /** Null: of the present owner. */
  device_owner_id: number | null
  account_id: number
  car_number: string | null
  nickname: string | null
  sealed: Buffer
  digests: Buffer[]
  change_time: number
}

/**
 * A page of the records of the devices of one account, found in the caller's scope before, and of those below it; the
 * last changed first. Masked.
 * @param owner where to look: `path` and `accountId` of the account
 */
export async function findOwnerRecords(
  db: Db,
  owner: Scope,
  { pageNum, pageSize, withSubAccounts, search, terminalIDs }: OwnerQuery,
): Promise<Page<OwnerRecord>> {
  const matching = selectRecords(db, owner)
    .$if(!withSubAccounts, (query) => query.where('records.account_id', '=', owner.accountId))
    .$if(terminalIDs !== undefined, (query) =>
      query.where(sql<boolean>`devices.terminal_id = any(${terminalIDs}::text[])`),
    )
    .$if(Boolean(search), (query) =>
      query.where(
        sql<boolean>`(devices.search_text like lower(${likePattern(search ?? '')})
            and records.device_owner_id is null
          or lower(concat_ws(e'\\n', devices.terminal_id, records.car_number, records.nickname))
            like lower(${likePattern(search ?? '')})
          or records.digests && ${digestsOf(search ?? '')}::bytea[])`,
      ),
    )
  const { list: rows, total } = await readPage(
    matching.orderBy('records.change_time', 'desc').orderBy('records.device_id'),
    { pageNum, pageSize },
  )
  return { list: rows.map((row) => toRecord(row, true)), total }
}

/** @throws {Refusal} `notFound`, also for a stranger's device; `unavailable` where another key sealed it */
export async function viewOwnerRecord(db: Db, scope: Scope, terminalId: string): Promise<OwnerRecord> {
  const row = await selectRecords(db, scope)
    .where('devices.terminal_id', '=', terminalId)
    .executeTakeFirstOrThrow(refusal('notFound'))
  const record = toRecord(row, false)
  if (!record.isReadable) throw new Refusal('unavailable')
  return record
}

/** What is known of the owner of a device; null: nothing that this server can read. */
export async function knownOwner(db: Db, deviceId: number): Promise<Owner | null> {
  const row = await db
    .selectFrom('owner_records')
    .select('sealed')
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  return row === undefined ? null : openOwner(deviceId, row.sealed)
}

export interface NewOwnerRecord extends Partial<Owner> {
  /** Found in the caller's scope before. */
  deviceId: number
}

/** Writes the records of many devices, each in place of what there was, in one statement. */
export async function writeOwnerRecords(
  db: Db,
  records: readonly NewOwnerRecord[],
  now: number,
): Promise<void> {
  const rows = records.map(({ deviceId, ...owner }) => {
    const { keyId, sealed, digests } = sealOwner(deviceId, { ...nobody, ...filled(owner) })
    return {
      deviceId,
      keyId,
      sealed: sealed.toString('hex'),
      digests: digests.map((each) => each.toString('hex')),
    }
  })
  await storeOwners(db, rows, now)
}

/** A record as it is stored, its sealed bytes in hexadecimal. */
export interface StoredOwner {
  deviceId: number
  keyId: string
  sealed: string
  digests: string[]
}

/** By the devices' ids, which were found in the caller's scope before; those without a record are not among them. */
export async function storedOwners(db: Db, deviceIds: readonly number[]): Promise<Map<number, StoredOwner>> {
  const { rows } = await sql<StoredOwner>`
    select device_id as "deviceId", key_id as "keyId", encode(sealed, 'hex') as sealed,
      array(select encode(digest, 'hex') from unnest(digests) as digest) as digests
    from owner_records where device_id = any(${deviceIds}::int4[])`.execute(db)
  return new Map(rows.map((row) => [row.deviceId, row]))
}

/** Null: another key sealed it. */
export const openStored = ({ deviceId, sealed }: StoredOwner): Owner | null =>
  openOwner(deviceId, Buffer.from(sealed, 'hex'))

/** Puts records as they are in place of what there is. */
export async function storeOwners(db: Db, rows: readonly StoredOwner[], now: number): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into owner_records (device_id, key_id, sealed, digests, change_time)
    select "deviceId", "keyId", decode(sealed, 'hex'),
      (select coalesce(array_agg(decode(digest, 'hex')), '{}') from unnest(digests) as digest), ${now}::bigint
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as row ("deviceId" int4, "keyId" text, sealed text, digests text[])
    on conflict (device_id) do update set key_id = excluded.key_id, sealed = excluded.sealed,
      digests = excluded.digests, change_time = excluded.change_time`.execute(db)
}

/** Records sealed anew at a time. */
const resealedAtOnce = 500

/** Seals the next records with the present key, with their digests. @returns null: none follows `after` */
export async function resealOwners(trx: Db, after: number): Promise<(Resealed & { last: number }) | null> {
  const rows = await trx
    .selectFrom('owner_records')
    .select(['device_id', 'sealed', 'change_time'])
    .where('device_id', '>', after)
    .where('key_id', '<>', keyId())
    .orderBy('device_id')
    .limit(resealedAtOnce)
    .forUpdate()
    .execute()
  const last = rows.at(-1)
  if (last === undefined) return null
  const known = rows.flatMap(({ device_id: deviceId, sealed, change_time: changeTime }) => {
    const owner = openOwner(deviceId, sealed)
    return owner === null ? [] : [{ ...owner, deviceId, changeTime }]
  })
  for (const { changeTime, ...owner } of known) await writeOwnerRecords(trx, [owner], changeTime)
  return { done: known.length, unreadable: rows.length - known.length, last: last.device_id }
}

/** The same for records that stayed behind. */
export async function resealFormerOwners(
  trx: Db,
  after: number,
): Promise<(Resealed & { last: number }) | null> {
  const rows = await trx
    .selectFrom('former_owner_records')
    .innerJoin('device_owners', 'device_owners.id', 'device_owner_id')
    .select(['device_owner_id as id', 'device_id as deviceId', 'sealed'])
    .where('device_owner_id', '>', after)
    .where('key_id', '<>', keyId())
    .orderBy('device_owner_id')
    .limit(resealedAtOnce)
    .forUpdate('former_owner_records')
    .execute()
  const last = rows.at(-1)
  if (last === undefined) return null
  let done = 0
  for (const { id, deviceId, sealed } of rows) {
    const owner = openOwner(deviceId, sealed)
    if (owner === null) continue
    const { keyId: key_id, ...kept } = sealOwner(deviceId, owner)
    await trx
      .updateTable('former_owner_records')
      .set({ ...kept, key_id })
      .where('device_owner_id', '=', id)
      .execute()
    done++
  }
  return { done, unreadable: rows.length - done, last: last.id }
}

/**
 * Deletes the record of a device, or of one that the scope has no more, the one that stayed behind.
 * @returns whose it was
 * @throws {Refusal} `notFound`, also for a stranger's device
 */
export async function deleteOwnerRecord(db: Db, scope: Scope, terminalId: string): Promise<number> {
  const { deviceId, deviceOwnerId, userId } = await selectRecords(db, scope)
    .where('devices.terminal_id', '=', terminalId)
    .executeTakeFirstOrThrow(refusal('notFound'))
  if (deviceOwnerId === null) await db.deleteFrom('owner_records').where('device_id', '=', deviceId).execute()
  else await db.deleteFrom('former_owner_records').where('device_owner_id', '=', deviceOwnerId).execute()
  return userId
}

/** The owner without empty fields. */
function filled(owner: Partial<Owner>): Partial<Owner> {
  return Object.fromEntries(Object.entries(owner).map(([key, value]) => [key, value || null]))
}

type Row = Awaited<ReturnType<ReturnType<typeof selectRecords>['execute']>>[number]

function toRecord({ deviceId, deviceOwnerId, sealed, ...row }: Row, isMasked: boolean): OwnerRecord {
  const owner = openOwner(deviceId, sealed)
  const shown = owner ?? nobody
  const isFormer = deviceOwnerId !== null
  return { ...row, isFormer, ...(isMasked ? maskOwner(shown) : shown), isReadable: owner !== null }
}

/** Owners of devices that were found in the caller's scope before, masked, by the devices' ids. */
export async function maskedOwners(db: Db, deviceIds: number[]): Promise<Map<number, Owner>> {
  const rows = await db
    .selectFrom('owner_records')
    .select(['device_id', 'sealed'])
    .where(sql<boolean>`device_id = any(${deviceIds}::int4[])`)
    .execute()
  return new Map(
    rows.flatMap(({ device_id, sealed }) => {
      const owner = openOwner(device_id, sealed)
      return owner === null ? [] : [[device_id, maskOwner(owner)]]
    }),
  )
}
