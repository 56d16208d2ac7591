import { connectionStates } from '@trackway/core/codes/states.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { deviceCalls, deviceSorts } from '@trackway/core/features/devices/calls.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { searchCalls } from '@trackway/core/features/search/calls.ts'
import { accountHandlers } from '@trackway/server/features/accounts/calls.ts'
import { subAccountHandlers } from '@trackway/server/features/accounts/sub-account-calls.ts'
import { deviceHandlers } from '@trackway/server/features/devices/calls.ts'
import { locationHandlers } from '@trackway/server/features/locations/calls.ts'
import { searchHandlers } from '@trackway/server/features/search/calls.ts'
import type { Database } from '@trackway/server/platform/database/database.ts'
import { type Case, fillAccounts, measureCases } from './load/accounts.ts'
import { type BenchDatabase, openBenchDatabase } from './load/bench-database.ts'

/**
 * The device list and the account tree of 100,000 devices in 20,000 accounts, over HTTP, as the administrator
 * and as an agent of a twentieth of them, with the processor time that the database and this process take for each.
 * DESIGN 9: a page and a filter within 200 ms.
 */
const agents = 20
const usersPerAgent = 1_000
const devicesPerUser = 5
const rounds = 15

const database = await openBenchDatabase(0)
try {
  await fill(database)
  console.table(await measure(database))
} finally {
  await database.drop()
}

async function fill(database: Database): Promise<void> {
  const { pool } = database
  const now = Date.now()
  await fillAccounts(database, { agents, usersPerAgent, now })
  const devices = agents * usersPerAgent * devicesPerUser
  await pool.query(
    `insert into devices (terminal_id, account_id, device_type_id, nickname, car_number, iccid, sim, activate_time, user_expire_time, create_time)
     select (860000000000000 + n)::text, 10001 + n % $2::integer, (array[0, 4, 13, 14])[1 + n % 4], 'vehicle ' || n,
       'B' || lpad(n::text, 6, '0'), '8986' || lpad(n::text, 16, '0'), '1' || lpad(n::text, 10, '0'),
       case when n % 10 > 0 then $1::bigint end, case when n % 50 = 0 then $1::bigint - 1 end, $1::bigint + n
     from generate_series(1, $3::integer) n`,
    [now, agents * usersPerAgent, devices],
  )
  await pool.query(
    `insert into device_states (device_id, gateway, is_connected, connected_time, remote_address, wire, state_time, fix_time,
       change_time, latitude_e7, longitude_e7, speed_kmh, course_deg, altitude_m, satellites, acc_on, acc_since, gsm_level,
       external_voltage_v, odometer_m, day_start_time, day_m, derivation)
     select id, 'bench', id % 3 = 0, $1::bigint, '127.0.0.1', 'gt06', $1::bigint - id, $1::bigint - id - 1500,
       $1::bigint, 300000000 + id, 1100000000 - id, id % 4 * 20, 100, 10, 11, true, $1::bigint, 4, 13.8, 1234567, $1::bigint, 54321,
       json_build_object('cursor', json_build_object('time', $1::bigint, 'latitude', 30.1234567, 'longitude', 110.1234567),
         'isMoving', true, 'odometer', json_build_object('deviceM', 1234567, 'steady', 10, 'idleM', 0))
     from devices`,
    [now],
  )
  await pool.query('vacuum analyze')
}

async function measure(database: BenchDatabase) {
  const cases: Case[] = [
    ['first page', deviceCalls.find, {}],
    ['page 500', deviceCalls.find, { pageNum: 500 }],
    ...deviceSorts.map((sort): Case => [`100 rows by ${sort}`, deviceCalls.find, { sort, pageSize: 100 }]),
    ...connectionStates.map((state): Case => [`${state} ones`, deviceCalls.find, { state }]),
    ['online of a type', deviceCalls.find, { state: 'online', deviceType: 13 }],
    ['due within 30 days', deviceCalls.find, { due: 'both' }],
    ['part of a name', deviceCalls.find, { search: 'cle 5123' }],
    ['nothing found', deviceCalls.find, { search: 'no such text' }],
    ['whole IMEI', deviceCalls.find, { search: '860000000050000' }],
    ['monitor: 20 rows', locationCalls.find, { pageSize: 20 }],
    ['monitor: search', locationCalls.search, { text: 'cle 5123' }],
    ['search: whole IMEI', searchCalls.find, { text: '860000000050000' }],
    ['search: part of a plate', searchCalls.find, { text: 'B0512' }],
    ['search: in every IMEI', searchCalls.find, { text: '8600' }],
    ['search: nothing found', searchCalls.find, { text: 'no such text' }],
    ['search: accounts', searchCalls.find, { text: 'user77' }],
    ['tree: accounts below', accountCalls.children, {}],
    ['tree: search', accountCalls.findLike, { selectName: 'user77' }],
    ['tree: in every name', accountCalls.findLike, { selectName: 'user' }],
    ['accounts: directly below', subAccountCalls.findByPage, {}],
    ['accounts: at any depth', subAccountCalls.findByPage, { withSubAccounts: true, pageSize: 100 }],
    [
      'accounts: page 190',
      subAccountCalls.findByPage,
      { withSubAccounts: true, pageSize: 100, pageNum: 190 },
    ],
    ['accounts: by expiry', subAccountCalls.findByPage, { withSubAccounts: true, sort: 'expireTime' }],
    ['accounts: by time added', subAccountCalls.findByPage, { withSubAccounts: true, sort: 'createTime' }],
    ['accounts: active agents', subAccountCalls.findByPage, { state: 'active', roleName: 'agent' }],
    ['accounts: search', subAccountCalls.findByPage, { search: 'user77' }],
    ['accounts: 1,000 names', subAccountCalls.findAll, {}],
    ['accounts: 1,000 rows', subAccountCalls.findAllV2, {}],
  ]
  return measureCases(
    database,
    [...accountHandlers, ...subAccountHandlers, ...deviceHandlers, ...locationHandlers, ...searchHandlers],
    { who: ['admin', 'agent'], cases, rounds },
  )
}
