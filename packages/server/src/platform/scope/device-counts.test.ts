import fc from 'fast-check'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount } from '../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { addUpDeviceCounts, devicesUnderSql } from './device-counts.ts'

let database: TestDatabase
let owners: number[]
beforeAll(async () => {
  database = await openTestDatabase()
  const root = await anAccount(database)
  const agent = await anAccount(database, { parent: root })
  const others = [await anAccount(database, { parent: agent }), await anAccount(database, { parent: agent })]
  owners = [root, agent, ...others].map(({ id }) => id)
})
afterAll(() => database.drop())

/** A change of the devices whose id divided by 5 leaves `part`: who changes several locks them in one order. */
type Change =
  | { kind: 'add'; owner: number; count: number; isActivated: boolean }
  | { kind: 'move'; owner: number; part: number }
  | { kind: 'activate' | 'reset' | 'retype' | 'delete'; part: number }
  | { kind: 'addUp' }

const owner = fc.nat(3)
const part = fc.nat(4)
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({
    kind: fc.constant('add' as const),
    owner,
    count: fc.integer({ min: 1, max: 20 }),
    isActivated: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('move' as const), owner, part }),
  fc.record({ kind: fc.constantFrom('activate', 'reset', 'retype', 'delete'), part }),
  fc.constant({ kind: 'addUp' as const }),
)
const transaction = fc.record({
  changes: fc.array(change, { minLength: 1, maxLength: 3 }),
  isKept: fc.boolean(),
})

let made = 0
async function apply(client: pg.PoolClient, change: Change): Promise<void> {
  if (change.kind === 'addUp') return
  if (change.kind === 'add') {
    const first = made
    made += change.count
    await client.query(
      `insert into devices (terminal_id, account_id, device_type_id, activate_time, create_time)
       select (870000000000000 + n)::text, $1, 13, $2, 0 from generate_series($3::int, $4::int) n`,
      [owners[change.owner], change.isActivated ? 1 : null, first, first + change.count - 1],
    )
    return
  }
  const { rows } = await client.query('select id from devices where id % 5 = $1 order by id for update', [
    change.part,
  ])
  const ids = rows.map(({ id }) => id)
  if (change.kind === 'move')
    await client.query('update devices set account_id = $2 where id = any($1)', [ids, owners[change.owner]])
  else await client.query(statements[change.kind], [ids])
}
const statements = {
  activate: 'update devices set activate_time = 1 where id = any($1)',
  reset: 'update devices set activate_time = null where id = any($1)',
  retype: 'update devices set device_type_id = 4 where id = any($1)',
  delete: 'delete from devices where id = any($1)',
}

/** One after the other in a session of its own. A transaction takes its parts in one order, so none waits for another in a circle. */
async function runAll(transactions: { changes: Change[]; isKept: boolean }[]): Promise<void> {
  for (const { changes, isKept } of transactions) {
    if (changes[0]!.kind === 'addUp') {
      await addUpDeviceCounts(database.db)
      continue
    }
    const client = await database.pool.connect()
    try {
      await client.query('begin')
      for (const change of changes.toSorted((a, b) => partOf(a) - partOf(b))) await apply(client, change)
      await client.query(isKept ? 'commit' : 'rollback')
    } finally {
      client.release()
    }
  }
}
const partOf = (change: Change) => ('part' in change ? change.part : -1)

const kept = `select account_id, sum(devices)::int as devices, sum(unactivated)::int as unactivated from device_counts
  group by 1 having sum(devices) <> 0 or sum(unactivated) <> 0 order by 1`
const counted = `select account_id, count(*)::int as devices, (count(*) filter (where activate_time is null))::int as unactivated
  from devices group by 1 order by 1`
const rowsOf = async (text: string) => (await database.pool.query(text)).rows

test('what is kept is what is counted, whatever is changed at once', { timeout: 60_000 }, async () => {
  const sessions = fc.array(fc.array(transaction, { maxLength: 6 }), { minLength: 2, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(sessions, async (plan) => {
      await Promise.all(plan.map(runAll))
      const now = await rowsOf(counted)
      expect(await rowsOf(kept)).toEqual(now)
      await addUpDeviceCounts(database.db)
      // Added up, it is a row for each account that has any.
      expect(await rowsOf('select * from device_counts order by account_id')).toEqual(now)
    }),
    { numRuns: 40 },
  )
})

test('two who add to one account do not wait for each other', async () => {
  const insert = (id: string) => `insert into devices (terminal_id, account_id, device_type_id, create_time)
    values ('${id}', ${owners[1]}, 13, 0)`
  const [one, two] = [await database.pool.connect(), await database.pool.connect()]
  try {
    await one.query('begin')
    await one.query(insert('860000000000011'))
    // Ends, though the first has not: else this test would not.
    await two.query(insert('860000000000012'))
    await addUpDeviceCounts(database.db)
    await one.query('commit')
  } finally {
    one.release()
    two.release()
  }
  expect(await rowsOf(kept)).toEqual(await rowsOf(counted))
})

test('a subtree is counted with what the transaction itself has added', async () => {
  const agent = await anAccount(database)
  const customer = await anAccount(database, { parent: agent })
  await database.db.transaction().execute(async (trx) => {
    for (const id of [agent.id, customer.id, customer.id])
      await trx
        .insertInto('devices')
        .values({ terminal_id: `in ${++made}`, account_id: id, device_type_id: 13, create_time: 0 })
        .execute()
    const { rows } = await sql<{ under: number; below: number }>`
      select ${devicesUnderSql(sql`${agent.path}`)} as under, ${devicesUnderSql(sql`${customer.path}`)} as below`.execute(
      trx,
    )
    expect(rows).toEqual([{ under: 3, below: 2 }])
  })
})
