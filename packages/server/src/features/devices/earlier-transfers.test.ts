import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { roles } from '@trackway/core/codes/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrationsFolder } from '../../platform/database/migration-files.ts'
import { aDevice, anAccount, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'

/** The spans that an upgrade makes of the transfers which were recorded before there were any. */

let database: TestDatabase
let [agent, one, two]: TestAccount[] = []
beforeAll(async () => {
  database = await openTestDatabase()
  agent = await anAccount(database)
  one = await anAccount(database, { parent: agent!, role: roles.user })
  two = await anAccount(database, { parent: agent!, role: roles.user })
})
afterAll(() => database.drop())

/** Fills the table as the migration does. */
async function upgrade(): Promise<void> {
  const text = await readFile(join(migrationsFolder, '0024-device-owners.sql'), 'utf8')
  await database.pool.query('delete from device_owners')
  await database.pool.query(
    text.slice(
      text.lastIndexOf(
        '\ninsert into device_owners (device_id, account_id, from_time, since_time)\nselect id',
      ),
    ),
  )
}

const record = (time: number, from: unknown, to: unknown, devices: TestDevice[]) =>
  database.pool.query(
    `insert into audit_events (time, kind, terminal_id, before, after) values ($1, 'deviceTransferred', $2, $3, $4)`,
    [
      time,
      devices.length === 1 ? devices[0]!.terminalID : null,
      { account: from },
      {
        account: to,
        ...(devices.length > 1 && { terminalIDs: devices.map(({ terminalID }) => terminalID) }),
      },
    ],
  )

async function spansOf({ id }: TestDevice): Promise<string[]> {
  const names = new Map([agent, one, two].map((account, n) => [account!.id, ['agent', 'one', 'two'][n]]))
  const { rows } = await database.pool.query(
    `select account_id, from_time, to_time from device_owners where device_id = $1 order by to_time nulls last`,
    [id],
  )
  return rows.map((row) => `${names.get(row.account_id)} ${row.from_time} ${row.to_time}`)
}

test('each transfer that is known parts the time, and out of stock it takes its past along', async () => {
  const own = { create_time: 1 }
  const [a, b, c, d, e] = await Promise.all([
    aDevice(database, two!, own),
    aDevice(database, two!, own),
    aDevice(database, one!, own),
    aDevice(database, one!, { ...own, history_from_time: 60 }),
    aDevice(database, agent!, own),
  ])
  await record(10, agent!.username, one!.username, [a!, b!])
  await record(50, one!.username, two!.username.toUpperCase(), [a!])
  // How it came from the one to the other is not known.
  await record(40, two!.username, one!.username, [c!])
  await record(30, 'gone', two!.username, [c!])
  await record(50, two!.username, one!.username, [d!])
  await record(20, { many: 3 }, agent!.username, [e!])
  await upgrade()
  expect(await spansOf(a!)).toEqual(['agent 0 10', 'one 0 50', 'two 50 null'])
  expect(await spansOf(b!)).toEqual(['two 0 null'])
  expect(await spansOf(c!)).toEqual(['two 0 40', 'one 40 null'])
  expect(await spansOf(d!)).toEqual(['one 60 null'])
  expect(await spansOf(e!)).toEqual(['agent 0 null'])
  const { rows } = await database.pool.query(
    'select history_from_time from devices where id = any($1) order by id',
    [[a!.id, b!.id, c!.id, d!.id]],
  )
  expect(rows.map((row) => row.history_from_time).sort()).toEqual([40, 50, 60, null])
})
