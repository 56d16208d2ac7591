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
  'a day of %s is made while others read and store what lies in partitions',
  async (table) => {
    await createPartitions(database.pool, table, [day])
    const reader = await database.pool.connect()
    try {
      await reader.query('begin')
      await reader.query(`select count(*) from ${table}_20241004`)
      if (table === 'positions') {
        await reader.query(
          'insert into positions (device_id, fix_time, server_time, quality) values (1, $1, 0, 0)',
          [day * dayMs],
        )
      }
      // Waits for neither of the two.
      await createPartitions(database.pool, table, [day + 1])
      await reader.query('commit')
    } finally {
      reader.release(true)
    }
    const { rows } = await database.pool.query(
      `select relispartition, pg_get_expr(relpartbound, oid) as bound,
       (select count(*)::int4 from pg_inherits join pg_index on indexrelid = inhrelid where indrelid = c.oid) as indexes
     from pg_class c where oid = $1::regclass`,
      [`${table}_20241005`],
    )
    const [from, to] = [(day + 1) * dayMs, (day + 2) * dayMs]
    expect(rows).toEqual([
      {
        relispartition: true,
        bound: `FOR VALUES FROM ('${from}') TO ('${to}')`,
        indexes: table === 'raw_frames' ? 2 : 1,
      },
    ])
  },
)

test('nobody is held up by a day that has to wait for a long reader of the default partition', async () => {
  const reader = await database.pool.connect()
  await reader.query('begin')
  await reader.query('select count(*) from positions')
  await expect(createPartitions(database.pool, 'positions', [day + 3])).rejects.toThrow('lock timeout')
  await database.pool.query(
    'insert into positions (device_id, fix_time, server_time, quality) values (1, $1, 0, 0)',
    [(day + 3) * dayMs],
  )
  await reader.query('commit')
  reader.release()
  await createPartitions(database.pool, 'positions', [day + 3])
  const { rows } = await database.pool.query('select fix_time from positions_20241007')
  expect(rows).toEqual([{ fix_time: (day + 3) * dayMs }])
})

test('two who need the same day make it once', async () => {
  await Promise.all(Array.from({ length: 4 }, () => createPartitions(database.pool, 'positions', [day + 2])))
  const { rows } = await database.pool.query(
    `select to_regclass('positions_20241006') is not null as is_there`,
  )
  expect(rows).toEqual([{ is_there: true }])
})
