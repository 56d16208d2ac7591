import { codedWire } from '@trackway/core/codes/protocols.ts'
import type { DeviceTypeConfig, deviceTypeCalls } from '@trackway/core/features/device-types/calls.ts'
import type { DeviceType } from '@trackway/core/features/devices/calls.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../platform/database/database.ts'
import { likePattern } from '../../platform/database/like-pattern.ts'
import type { Page } from '../../platform/database/read-page.ts'
import { isForeignKeyViolation, Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'

type Settings = Omit<z.output<typeof deviceTypeCalls.update.input>, 'id'>
type NewType = z.output<typeof deviceTypeCalls.add.input>

/** Ids below are the specification's protocol ids. */
const firstOwnId = 100

const columns = {
  name: 'name',
  label: 'label',
  wire: 'wire',
  iconType: 'icon_type',
  isOfflineCapable: 'is_offline_capable',
  trackOptimisation: 'track_optimisation',
  ids: 'ids',
  importProtocol: 'import_protocol',
  sensors: 'sensors',
  workModes: 'work_modes',
  factoryVisible: 'factory_visible',
  codeRule: 'code_rule',
  onlineTimeoutSeconds: 'online_timeout_seconds',
  utcOffsetMinutes: 'utc_offset_minutes',
  dialect: 'dialect',
  isChecksumOptional: 'is_checksum_optional',
  commands: 'commands',
  commandTexts: 'command_texts',
  setupTexts: 'setup_texts',
} as const satisfies Record<keyof Settings, string>

/** Types for devices to be of: those that the caller sees. */
export async function findDeviceTypes(db: Db, { isOfFactoryTypes }: Scope): Promise<DeviceType[]> {
  return db
    .selectFrom('device_types')
    .select(['id', 'name', 'label', 'wire', 'is_offline_capable as isOfflineCapable'])
    .select(['icon_type as iconType', 'picture_id as pictureId', 'track_optimisation as trackOptimisation'])
    .select(['ids', 'import_protocol as importProtocol', 'sensors', 'work_modes as workModes'])
    .$if(isOfFactoryTypes === true, (query) => query.where('factory_visible', '=', true))
    .orderBy('id')
    .execute()
}

/** Types with all that is set up for them, by id. */
async function selectTypes(db: Db, which: RawBuilder<SqlBool>, part = sql``): Promise<DeviceTypeConfig[]> {
  const named = Object.entries(columns).map(([name, column]) => sql`${sql.ref(column)} as ${sql.ref(name)}`)
  const { rows } = await sql<DeviceTypeConfig>`
    select id, picture_id as "pictureId", ${sql.join(named)},
      (select count(*) from devices where device_type_id = device_types.id) as "deviceCount"
    from device_types where ${which} order by id ${part}`.execute(db)
  return rows
}

/** A page of the types. */
export async function findTypes(
  db: Db,
  { pageNum, pageSize, search, wire }: z.output<typeof deviceTypeCalls.findByPage.input>,
): Promise<Page<DeviceTypeConfig>> {
  const conditions = [sql<SqlBool>`true`]
  if (wire !== undefined) conditions.push(sql`wire = ${wire}`)
  if (search) {
    const pattern = likePattern(search)
    conditions.push(sql`(name ilike ${pattern} or label ilike ${pattern} or id::text = ${search})`)
  }
  const which = sql.join(conditions, sql` and `) as RawBuilder<SqlBool>
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from device_types where ${which}`.execute(db)
  const list = await selectTypes(db, which, sql`limit ${pageSize} offset ${(pageNum - 1) * pageSize}`)
  return { list, total: rows[0]!.total }
}

export function findAllTypes(db: Db): Promise<DeviceTypeConfig[]> {
  return selectTypes(db, sql<SqlBool>`true`)
}

/** @throws {Refusal} `unknownDeviceType` */
export async function findType(db: Db, id: number): Promise<DeviceTypeConfig> {
  const [type] = await selectTypes(db, sql<SqlBool>`id = ${id}`)
  if (type === undefined) throw new Refusal('unknownDeviceType')
  return type
}

/**
 * Adds a type.
 * @throws {Refusal} `deviceTypeIdTaken`, `deviceTypeNameTaken`, `codeRuleWithoutCodes`
 */
export async function addType(trx: Db, { id: requestedId, ...settings }: NewType): Promise<DeviceTypeConfig> {
  await lockTypes(trx)
  await checkNames(trx, settings)
  checkCodeRule(settings)
  const { rows } = await sql<{ id: number }>`
    insert into device_types ${sql`(id, ${sql.join(namesOf(settings))})`}
    select coalesce(${requestedId ?? null}::int4, (select greatest(max(id) + 1, ${firstOwnId}::int4) from device_types)),
      ${sql.join(valuesOf(settings))}
    on conflict (id) do nothing returning id`.execute(trx)
  const [added] = rows
  if (added === undefined) throw new Refusal('deviceTypeIdTaken')
  return findType(trx, added.id)
}

/**
 * Changes the settings of a type.
 * @returns the type as it was and as it is now
 * @throws {Refusal} `unknownDeviceType`, `deviceTypeNameTaken`, `codeRuleWithoutCodes`
 */
export async function updateType(
  trx: Db,
  id: number,
  settings: Settings,
): Promise<{ before: DeviceTypeConfig; type: DeviceTypeConfig }> {
  await lockTypes(trx)
  const before = await findType(trx, id)
  await checkNames(trx, { ...before, ...settings }, id)
  checkCodeRule({ ...before, ...settings })
  const names = namesOf(settings)
  if (names.length > 0) {
    const values = valuesOf(settings)
    await sql`update device_types set ${sql.join(names.map((name, i) => sql`${name} = ${values[i]}`))}
      where id = ${id}`.execute(trx)
  }
  return { before, type: await findType(trx, id) }
}

/** The settings of a type that are otherwise in another. */
export function changedOf(type: DeviceTypeConfig, other: DeviceTypeConfig): Partial<DeviceTypeConfig> {
  const keys = Object.keys(columns) as (keyof Settings)[]
  const isOther = (key: keyof Settings) => JSON.stringify(type[key]) !== JSON.stringify(other[key])
  return Object.fromEntries(keys.filter(isOther).map((key) => [key, type[key]]))
}

/**
 * Deletes a type, with the track settings made for it and its picture.
 * @returns the type as it was
 * @throws {Refusal} `unknownDeviceType`; `deviceTypeInUse` while devices are of it, with their number
 */
export async function deleteType(db: Db, id: number): Promise<DeviceTypeConfig> {
  await lockTypes(db)
  const type = await findType(db, id)
  if (type.deviceCount > 0) throw new Refusal('deviceTypeInUse', { count: type.deviceCount })
  try {
    await db.deleteFrom('device_types').where('id', '=', id).execute()
  } catch (error) {
    // The foreign key decides: a device was given the type this very instant.
    if (isForeignKeyViolation(error)) throw new Refusal('deviceTypeInUse', { cause: error, count: 1 })
    throw error
  }
  if (type.pictureId !== null) await db.deleteFrom('pictures').where('id', '=', type.pictureId).execute()
  return type
}

/** Lets one change of types wait for the other; reading them, or giving them to devices, does not wait. */
async function lockTypes(trx: Db): Promise<void> {
  await sql`lock table device_types in share row exclusive mode`.execute(trx)
}

/** Sheets and tools name a type by either: no two may be alike. */
async function checkNames(
  trx: Db,
  { name, label }: Pick<Settings, 'name' | 'label'>,
  own = -1,
): Promise<void> {
  const lowered = [name, label].flatMap((text) => text?.toLowerCase() ?? [])
  const { rows } = await sql`
    select from device_types
    where id <> ${own} and (lower(name) = any(${lowered}::text[]) or lower(label) = any(${lowered}::text[]))
    limit 1`.execute(trx)
  if (rows.length > 0) throw new Refusal('deviceTypeNameTaken')
}

/** Devices that report no codes would be locked out. */
function checkCodeRule({
  codeRule = 'any',
  wire,
}: Partial<Pick<DeviceTypeConfig, 'codeRule' | 'wire'>>): void {
  if (codeRule !== 'any' && wire !== codedWire) throw new Refusal('codeRuleWithoutCodes')
}

const given = (settings: Settings) =>
  (Object.keys(columns) as (keyof Settings)[]).filter((key) => settings[key] !== undefined)
const namesOf = (settings: Settings) => given(settings).map((key) => sql.ref(columns[key]))
const valuesOf = (settings: Settings) =>
  given(settings).map((key) => {
    const value = settings[key]
    if (Array.isArray(value)) return sql`${value}::text[]`
    return sql`${typeof value === 'object' && value !== null ? JSON.stringify(value) : value}`
  })
