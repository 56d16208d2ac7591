import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount } from '../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { renewResults } from './rule-results.ts'

const source = join(import.meta.dirname, '..', '..')
const migration = join(source, '..', 'migrations', '0022-rule-results.sql')

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

const time = 1795871892000
const place = { lat: 22.646808, lon: 114.017221 }

test('what rules remember becomes the same columns by migration and by ingest', async () => {
  const account = await anAccount(database)
  const { id } = await aDevice(database, account)
  const derivation = {
    zones: {
      seen: 90,
      of: '/1/6/',
      at: {
        3: { isInside: true, enterTime: time, ...place, isTold: true },
        5: { isInside: false, enterTime: time + 1, ...place, count: 1, isSeeded: true },
      },
    },
    wheels: [{ time, said: 'normal' }, null],
    packs: [null, { time, faults: ['hot', 'cellLow'], codes: { hot: 55, cellLow: 56 } }],
  }
  await database.pool.query(
    `insert into device_states (device_id, change_time, derivation) values ($1, 0, $2)
     on conflict (device_id) do update set derivation = excluded.derivation`,
    [id, JSON.stringify(derivation)],
  )
  const stored = async () => (await database.pool.query('select to_json(r) as row from rule_results r')).rows
  const [, fill] = readFileSync(migration, 'utf8').split('(fillfactor = 70);')
  await database.pool.query(fill!)
  const byMigration = await stored()

  await renewResults(database.db, [id])
  expect(await stored()).toEqual(byMigration)
  expect(byMigration).toEqual([
    {
      row: {
        device_id: id,
        zones_of: '/1/6/',
        zones_seen: 90,
        zone_ids: [3, 5],
        zone_is_inside: [true, false],
        zone_is_told: [true, false],
        zone_is_seeded: [false, true],
        zone_enter_times: [time, time + 1],
        zone_latitudes: [place.lat, place.lat],
        zone_longitudes: [place.lon, place.lon],
        wheel_times: [time, null],
        pack_times: [null, time],
        pack_faults: [null, 'hot,cellLow'],
      },
    },
  ])
})

test('only ingest looks into what rules remember', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && !file.startsWith('ingest'),
  )
  const looking = files.filter((file) =>
    /derivation['"`]?\s*(->|#>|\))|\.derivation\b/.test(readFileSync(join(source, file), 'utf8')),
  )
  expect(files.length).toBeGreaterThan(300)
  expect(looking).toEqual([])
})
