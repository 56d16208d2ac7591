import { type SettingsSchema, secretNames } from '@trackway/core/api/secret.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Bus } from './bus/bus.ts'
import type { Db } from './database/database.ts'
import { countRefusedValue } from './database/stored-json.ts'
import type { Log } from './log.ts'
import { seal, unseal } from './secrets.ts'

/**
 * A setting of the platform that is kept in the database: a row of `platform_settings`, parsed whenever it is read. Its
 * secret fields are sealed in one piece beside the others.
 */
export interface StoredSetting<T> {
  /** What `settings.changed` calls it on the bus, too. */
  name: string
  /**
   * @returns null where it is not set, cannot be read, or is of no use without a secret that no known key opens: so no
   *   stored value keeps a process from starting, or an administrator from setting it anew
   */
  read(db: Db): Promise<T | null>
  /** Changes it under a lock; null removes it. @returns what is stored now */
  change<Next extends T | null>(db: Db, now: number, next: (before: T | null) => Next): Promise<Next>
}

interface SettingParts<S extends SettingsSchema> {
  name: string
  version: number
  schema: S
  /** What a row without a version holds, as it was stored at first: its value, and its secret, opened. */
  unversioned: (value: Record<string, unknown>, secret: string | null) => unknown
}

const settingLocks = 7_203_074

export function storedSetting<S extends SettingsSchema>(parts: SettingParts<S>): StoredSetting<z.output<S>> {
  type T = z.output<S>
  const { name, version, schema, unversioned } = parts
  const secrets = secretNames(schema)

  const read = async (db: Db): Promise<T | null> => {
    const row = await db
      .selectFrom('platform_settings')
      .select(['value', 'secret'])
      .where('name', '=', name)
      .executeTakeFirst()
    if (row === undefined) return null
    const { version: stored, ...value } = row.value
    const opened = row.secret && unseal(row.secret, name)
    if (stored !== undefined && stored !== version) {
      countRefusedValue(name, 'newer')
      return null
    }
    const whole =
      stored === undefined
        ? unversioned(value, opened)
        : { ...value, ...(opened === null ? null : JSON.parse(opened)) }
    const parsed = schema.safeParse(whole)
    // Without its secrets, and as earlier releases stored it, it may be of no use.
    const mayBeUseless = stored === undefined || (row.secret !== null && opened === null)
    if (!parsed.success && !mayBeUseless) countRefusedValue(name, 'unreadable')
    return (parsed.data ?? null) as T | null
  }

  const write = async (db: Db, now: number, setting: object): Promise<void> => {
    const fields = Object.entries(setting)
    const sealed = fields.filter(([field, value]) => secrets.includes(field) && value != null)
    const open = fields.filter(([field]) => !secrets.includes(field))
    const row = {
      value: JSON.stringify({ ...Object.fromEntries(open), version }),
      secret: sealed.length === 0 ? null : seal(JSON.stringify(Object.fromEntries(sealed)), name),
      change_time: now,
    }
    await db
      .insertInto('platform_settings')
      .values({ name, ...row })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
      .execute()
  }

  return {
    name,
    read,
    async change(db, now, next) {
      const work = async (trx: Db) => {
        // A row that is not there yet could not be locked.
        await sql`select pg_advisory_xact_lock(${settingLocks}, hashtext(${name}))`.execute(trx)
        const setting = next(await read(trx))
        if (setting === null) await trx.deleteFrom('platform_settings').where('name', '=', name).execute()
        else await write(trx, now, setting)
        return setting
      }
      return db.isTransaction ? work(db) : db.transaction().execute(work)
    },
  }
}

/** The fields that may be returned and recorded. */
export function openFields(schema: SettingsSchema, setting: object): Record<string, unknown> {
  const secrets = secretNames(schema)
  return Object.fromEntries(Object.entries(setting).filter(([name]) => !secrets.includes(name)))
}

/** A setting as calls return it: of its secrets only whether there is one, as `has<Name>`. */
export function shownSetting(
  schema: SettingsSchema,
  setting: object,
): Record<string, unknown> & Record<`has${Capitalize<string>}`, boolean> {
  const given = setting as Record<string, unknown>
  const has = secretNames(schema).map((name) => [
    `has${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    given[name] != null,
  ])
  return { ...openFields(schema, setting), ...Object.fromEntries(has) }
}

/**
 * A change with the secrets that it leaves out, as they were. Where one of the `destination` fields changes they are
 * gone: else whoever may change the address would get them by having them sent to one of his own.
 */
export function withKeptSecrets<T extends object>(
  schema: SettingsSchema,
  change: T,
  before: object | null,
  destination: readonly string[],
): T {
  const known = (before ?? {}) as Record<string, unknown>
  const given = change as Record<string, unknown>
  if (destination.some((name) => (known[name] ?? null) !== (given[name] ?? null))) return change
  const kept = secretNames(schema).filter((name) => given[name] == null && known[name] != null)
  return { ...change, ...Object.fromEntries(kept.map((name) => [name, known[name]])) }
}

/**
 * Reads a setting, and again whenever a process has changed it.
 * @returns how to stop
 */
export async function followSetting<T>(
  setting: StoredSetting<T>,
  { db, bus, log }: { db: Db; bus: Pick<Bus, 'subscribe'>; log: Log },
  take: (value: T | null) => void | Promise<void>,
): Promise<() => Promise<void>> {
  const read = async () => await take(await setting.read(db))
  let reading = read()
  await reading
  const again = () => {
    reading = reading
      .then(read)
      .catch((error) => log.warn({ err: error, name: setting.name }, 'a setting was not read'))
  }
  const ends = [
    bus.subscribe('settings.changed', ({ name }) => name === setting.name && again()),
    bus.subscribe('messages.missed', again),
  ]
  return async () => {
    for (const end of ends) end()
    await reading
  }
}
