import { vehicleState } from '@trackway/core/rules/vehicle-state.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDevice, anAccount } from '../../testing/builders.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { connectionStateSql, isConnectedSql } from './state-sql.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.drop())

test('SQL and the rule of the core name the same state for every device', async () => {
  const owner = await anAccount(database)
  const now = 1_800_000_000_000
  const instants = [null, now - 3_600_000, now, now + 1]
  for (const platform_expire_time of instants) {
    for (const user_expire_time of instants) {
      for (const activate_time of [null, now - 1]) {
        const terms = { platform_expire_time, user_expire_time, activate_time }
        await aDevice(database, owner, terms, { is_connected: true, state_time: now })
        await aDevice(database, owner, terms, { connected_time: now, state_time: now })
        await aDevice(database, owner, terms, { state_time: now - 599_999 })
        await aDevice(database, owner, terms, { state_time: now - 600_000 })
      }
    }
  }
  const rows = await database.db
    .selectFrom('devices')
    .innerJoin('device_types', 'device_types.id', 'device_type_id')
    .innerJoin('device_states', 'device_id', 'devices.id')
    .selectAll()
    .select([connectionStateSql(now).as('state'), isConnectedSql(now).as('isConnected')])
    .orderBy('devices.id')
    .execute()
  expect(rows).toHaveLength(4 * 4 * 2 * 4)
  for (const row of rows) {
    const terms = [row.platform_expire_time, row.user_expire_time].filter((time) => time !== null)
    const facts = {
      isConnected: row.isConnected as boolean,
      activateTime: row.activate_time,
      expireTime: terms.length > 0 ? Math.min(...terms) : null,
      stateTime: row.state_time,
      utcTime: row.fix_time,
      hasPosition: false,
      speedKmh: null,
    }
    expect(row.state, JSON.stringify(row)).toBe(vehicleState(facts, now).state)
  }
  // Connected, disconnected, connectionless with a recent report, connectionless and silent.
  expect(rows.slice(0, 4).map((row) => row.isConnected)).toEqual([true, false, true, false])
})
