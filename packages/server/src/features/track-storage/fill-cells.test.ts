import { roles } from '@trackway/core/codes/roles.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount } from '../../testing/builders.ts'
import { aPosition, storePositions } from '../../testing/position-rows.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { fillCells } from './fill-cells.ts'
import { packRound } from './packer.ts'

const dayMs = 86_400_000
const midnight = Date.UTC(2026, 10, 10)
const log = pino({ level: 'silent' })

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

const cells = async () =>
  (
    await database.pool.query<{ cells: number[] | null }>('select cells from track_days order by day')
  ).rows.map((row) => row.cells)

test('days packed before there were cells get those that packing gives; a damaged day stays without', async () => {
  const { id } = await aDevice(database, await anAccount(database, { role: roles.user }))
  const rows = [0, 1, 2].flatMap((day) => [
    aPosition({ fix_time: midnight + day * dayMs, latitude_e7: 310_000_000 + day * 1_000_000 }),
    aPosition({ fix_time: midnight + day * dayMs + 60_000, latitude_e7: 310_300_000 + day * 1_000_000 }),
  ])
  await storePositions(database, id, rows)
  const client = await database.pool.connect()
  await packRound(client, { log, now: () => midnight + 9 * dayMs, graceMs: 0, quietMs: 0 })
  const packed = await cells()
  expect(packed.map((one) => one!.length > 9)).toEqual([true, true, true])

  await client.query(`update track_days set cells = null, block = case day when $1 then 'x' else block end`, [
    midnight / dayMs,
  ])
  await fillCells(client, log)
  expect(await cells()).toEqual([null, packed[1], packed[2]])
  client.release()
})
