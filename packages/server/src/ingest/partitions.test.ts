import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { createPartitions } from './partitions.ts'

const day = 20_000
const dayMs = 86_400_000

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

test.each(['positions', 'raw_frames'] as const)(
  'a day of %s is made while others read and store',
  async (table) => {
    await createPartitions(database.pool, table, [day])
    const [reader, maker] = [await database.pool.connect(), await database.pool.connect()]
    await maker.query(`set lock_timeout = '2s'`)
    try {
      await reader.query('begin')
      await reader.query(`select count(*) from ${table}`)
      if (table === 'positions') {
        await reader.query(
          'insert into positions (device_id, fix_time, server_time, quality) values (1, $1, 0, 0)',
          [day * dayMs],
        )
      }
      // Waits for neither of the two.
      await createPartitions(maker, table, [day + 1])
      await reader.query('commit')
    } finally {
      reader.release(true)
      maker.release(true)
    }
    const { rows } = await database.pool.query(
      `select relispartition, pg_get_expr(relpartbound, oid) as bound,
       (select count(*)::int4 from pg_inherits join pg_index on indexrelid = inhrelid where indrelid = c.oid) as indexes
     from pg_class c where oid = $1::regclass`,
      [`${table}_20241005`],
    )
    const [from, to] = [(day + 1) * dayMs, (day + 2) * dayMs]
    expect(rows).toEqual([
      { relispartition: true, bound: `FOR VALUES FROM ('${from}') TO ('${to}')`, indexes: 1 },
    ])
  },
)

test('two who need the same day make it once', async () => {
  await Promise.all(Array.from({ length: 4 }, () => createPartitions(database.pool, 'positions', [day + 2])))
  const { rows } = await database.pool.query(
    `select to_regclass('positions_20241006') is not null as is_there`,
  )
  expect(rows).toEqual([{ is_there: true }])
})
