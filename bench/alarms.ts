import { alarms } from '@trackway/core/codes/alarms.ts'
import { alarmCalls, alarmViews } from '@trackway/core/features/alarms/calls.ts'
import { alarmHandlers } from '@trackway/server/features/alarms/calls.ts'
import type { Database } from '@trackway/server/platform/database/database.ts'
import { type Case, fillAccounts, measureCases } from './load/accounts.ts'
import { type BenchDatabase, openBenchDatabase } from './load/bench-database.ts'
import { middleAndMost } from './load/figures.ts'

/**
 * A year of alarms of 10,000 devices in 2,000 accounts, over HTTP, as the administrator, as an agent of a twentieth of
 * them and as an end user: pages, filters and the counts of all views, within 200 ms. Then what it costs to store a flood.
 */
const agents = 20
const usersPerAgent = 100
const devicesPerUser = 5
const daysBack = 365
const rounds = 11
const dayMs = 86_400_000

const database = await openBenchDatabase(0)
try {
  await fill(database)
  console.table(await measure(database))
  console.table(await flood(database))
} finally {
  await database.drop()
}

async function fill(database: Database): Promise<void> {
  const { pool } = database
  const now = Date.now()
  await fillAccounts(database, { agents, usersPerAgent, now })
  await pool.query(
    `insert into devices (terminal_id, account_id, device_type_id, nickname, car_number, activate_time, create_time)
     select (860000000000000 + n)::text, 10001 + n % $2::integer, 13, 'vehicle ' || n, 'B' || lpad(n::text, 6, '0'), $1::bigint, $1
     from generate_series(1, $3::integer) n`,
    [now, agents * usersPerAgent, agents * usersPerAgent * devicesPerUser],
  )
  // An episode a device and day: mostly vibrations, fences and speeding; the older half has been read and handled.
  await pool.query(
    `insert into alarm_episodes (device_id, account_id, code, subject_id, start_time, end_time, server_time, count,
       latitude_e7, longitude_e7, source, severity, state, read_time, assignee_id)
     select d.id, d.account_id, code, case when code in (3, 4) then 1 + (d.id + n) % 500 else 0 end, at, at + 60000, at + 1500,
       1 + n % 7, 300000000 + d.id, 1100000000 - n, 'device', severity,
       (array['new', 'acknowledged', 'resolved', 'false'])[1 + case when n < 180 then 0 else (d.id + n) % 4 end],
       case when n >= 60 then at + 5000 end, case when (d.id + n) % 500 = 0 then 1001 + d.id % $3::int4 end
     from generate_series(0, $2::int4 - 1) n cross join devices d
       cross join lateral (select $1::bigint - n * 86400000::bigint - (d.id * 7919::bigint + n * 104729) % 86400000 as at) t
       cross join lateral (
         select (array[2, 2, 2, 3, 4, 5, 5, 31, 17, 18])[1 + (d.id + n * 3) % 10] as usual, (d.id * 31 + n * 17) % 2000 as rare) r
       cross join lateral (
         select case when rare = 0 then 0 when rare < 3 then 1 when rare = 3 then 21 else usual end as code) c
       join alarm_codes using (code)`,
    [now, daysBack, agents],
  )
  await pool.query('vacuum analyze')
}

async function measure(database: BenchDatabase) {
  const monthAgo = Date.now() - 30 * dayMs
  const cases: Case[] = [
    ['first page', alarmCalls.find, {}],
    ['page 600', alarmCalls.find, { pageNum: 600 }],
    ['100 rows', alarmCalls.find, { pageSize: 100 }],
    [
      'of a month, eleven months ago',
      alarmCalls.find,
      { from: monthAgo - 330 * dayMs, to: monthAgo - 300 * dayMs },
    ],
    ['rare code', alarmCalls.find, { codes: [alarms.collision] }],
    ['two common codes', alarmCalls.find, { codes: [alarms.fenceEntered, alarms.fenceLeft] }],
    ['unread', alarmCalls.find, { isRead: false }],
    ['read', alarmCalls.find, { isRead: true }],
    ['resolved', alarmCalls.find, { state: 'resolved' }],
    ['critical', alarmCalls.find, { severity: 'critical' }],
    ['critical and unread', alarmCalls.find, { severity: 'critical', isRead: false }],
    ['open: there are none', alarmCalls.find, { isOpen: true }],
    ['one fence', alarmCalls.find, { fenceId: 77 }],
    ['assigned', alarmCalls.find, { assigneeId: 1001 }],
    ['text in few', alarmCalls.find, { search: 'cle 512' }],
    ['text in all', alarmCalls.find, { search: 'vehicle' }],
    ['text in none', alarmCalls.find, { search: 'no such text' }],
    ['all views counted', alarmCalls.count, {}],
    ...Object.keys(alarmViews).map(
      (view): Case => [`view counted: ${view}`, alarmCalls.count, { views: [view] }],
    ),
  ]
  return measureCases(database, [...alarmHandlers], { who: ['admin', 'agent', 'user'], cases, rounds })
}

/** Occurrences stored by statements of a thousand: of one device within one episode, and one each of many devices. */
async function flood({ pool }: Database) {
  const rows = []
  const start = Date.now()
  for (const [what, devices, after] of [
    ['1,000 of one device', 1, 0],
    ['one each of 1,000 devices', 1_000, dayMs],
  ] as const) {
    const times = []
    for (let round = 0; round < rounds; round++) {
      const begin = performance.now()
      await pool.query(
        `insert into alarms (device_id, account_id, fix_time, code, server_time)
         select 1 + n % $1::int4, 1, $2::bigint + $3::int4 * 10000 + n, 2, $2 from generate_series(0, 999) n`,
        [devices, start + after, round],
      )
      times.push(performance.now() - begin)
    }
    rows.push({ what, ...middleAndMost(times) })
  }
  return rows
}
