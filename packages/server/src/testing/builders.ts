import { hash } from '@node-rs/argon2'
import { deviceTypes } from '@trackway/core/codes/protocols.ts'
import { type RoleId, roles } from '@trackway/core/codes/roles.ts'
import type { Insertable } from 'kysely'
import { openSession } from '../features/accounts/sessions.ts'
import type { Database } from '../platform/database/database.ts'
import type { Tables } from '../platform/database/tables.ts'

/** Rows for tests: what a test does not say is filled in. */

type Db = Pick<Database, 'db'>

/** The password of every account made here. */
export const testPassword = 'correct horse'
// As cheap as argon2 can be: tests make many accounts.
const passwordHash = hash(testPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 })

let count = 0

export interface TestAccount {
  id: number
  path: string
  username: string
  role: RoleId
}

/** An account below `parent`; without one, a root like the administrator's. An agent adds devices with an import count. */
export async function anAccount(
  { db }: Db,
  options: { parent?: TestAccount; role?: RoleId; importCount?: number } & Partial<
    Insertable<Tables['accounts']>
  > = {},
): Promise<TestAccount> {
  const { parent, role = roles.agent, importCount, ...columns } = options
  const id = 1_000 + ++count
  const path = `${parent?.path ?? '/'}${id}/`
  const username = columns.username ?? `account${id}`
  await db
    .insertInto('accounts')
    .values({
      id,
      parent_id: parent?.id ?? null,
      path,
      role,
      password_hash: await passwordHash,
      create_time: Date.now(),
      ...columns,
      username,
    })
    .execute()
  if (importCount !== undefined)
    await db
      .insertInto('ledger_balances')
      .values({ account_id: id, asset: 'import', balance: importCount })
      .execute()
  return { id, path, username, role }
}

/** Gives a device to another account at an instant, without what it did before unless that is asked for. */
export async function handOver(
  { pool }: Pick<Database, 'pool'>,
  device: { id: number },
  to: { id: number },
  time: number,
  withHistory = false,
): Promise<void> {
  const setting = JSON.stringify({ time, withHistory })
  // In one statement, so that it is one transaction.
  await pool.query(
    `with chosen as materialized (select set_config('trackway.transfer', $3, true))
     update devices set account_id = $2 from chosen where devices.id = $1`,
    [device.id, to.id, setting],
  )
}

/** A token of a session of this account. */
export function signIn({ db }: Db, account: { id: number }, deviceId: number | null = null): Promise<string> {
  return openSession(db, { accountId: account.id, isLong: false, now: Date.now(), deviceId })
}

export interface TestDevice {
  id: number
  terminalID: string
}

/** A device of this account, with its state. */
export async function aDevice(
  { db }: Db,
  owner: { id: number },
  columns: Partial<Insertable<Tables['devices']>> = {},
  state: Partial<Insertable<Tables['device_states']>> = {},
): Promise<TestDevice> {
  const terminalID = columns.terminal_id ?? String(860_000_000_000_000 + ++count)
  const { id } = await db
    .insertInto('devices')
    .values({
      account_id: owner.id,
      device_type_id: deviceTypes[0].id,
      create_time: Date.now(),
      ...columns,
      terminal_id: terminalID,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('device_states')
    .values({ change_time: Date.now(), ...state, device_id: id })
    .execute()
  return { id, terminalID }
}
