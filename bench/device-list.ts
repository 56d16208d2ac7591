import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { accountCalls } from '@trackway/core/api/accounts.ts'
import type { Call } from '@trackway/core/api/call.ts'
import { deviceCalls } from '@trackway/core/api/devices.ts'
import { ensureAdmin } from '@trackway/server/features/accounts/admin.ts'
import { accountHandlers } from '@trackway/server/features/accounts/calls.ts'
import { createAuthenticate, openSession } from '@trackway/server/features/accounts/sessions.ts'
import { deviceHandlers } from '@trackway/server/features/devices/calls.ts'
import { createLocalBus } from '@trackway/server/platform/bus/bus.ts'
import { type Database, openDatabase } from '@trackway/server/platform/database/database.ts'
import { migrate } from '@trackway/server/platform/database/migrate.ts'
import {
  prepareDataDir,
  startEmbeddedPostgres,
} from '@trackway/server/platform/embedded-postgres/embedded-postgres.ts'
import { startHttp } from '@trackway/server/platform/http/http.ts'
import { createLog } from '@trackway/server/platform/log.ts'

/**
 * The device list and the account tree of 100,000 devices in 20,000 accounts, over HTTP, as the administrator
 * and as an agent of a twentieth of them. DESIGN 9: a page and a filter within 200 ms.
 */
const { values } = parseArgs({ options: { json: { type: 'boolean', default: false } } })
const agents = 20
const usersPerAgent = 1_000
const devicesPerUser = 5
const rounds = 15

const dataDir = await mkdtemp(join(tmpdir(), 'trackway-bench-'))
await prepareDataDir(dataDir)
const postgres = await startEmbeddedPostgres({ dataDir, port: 0, isThrowaway: true })
const database = openDatabase(postgres.url, 8)
try {
  await migrate(database.pool)
  await ensureAdmin(database, 'a bench password')
  await fill(database)
  const rows = await measure(database)
  if (values.json) console.log(JSON.stringify(rows))
  else console.table(rows)
} finally {
  await database.close()
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function fill({ pool }: Database): Promise<void> {
  const now = Date.now()
  await pool.query(
    `insert into accounts (id, parent_id, path, username, password_hash, role, create_time)
     select 1000 + n, 1, '/1/' || (1000 + n) || '/', 'agent' || n, '', 2, $1::bigint from generate_series(1, $2::integer) n`,
    [now, agents],
  )
  await pool.query(
    `insert into accounts (id, parent_id, path, username, password_hash, role, create_time)
     select 10000 + n, 1001 + n % $2::integer, '/1/' || (1001 + n % $2) || '/' || (10000 + n) || '/', 'user' || n, '', 3, $1::bigint
     from generate_series(1, $3::integer) n`,
    [now, agents, agents * usersPerAgent],
  )
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
    `insert into device_states (device_id, is_connected, connected_time, state_time, change_time)
     select id, id % 3 = 0, $1::bigint, $1::bigint - id, $1::bigint from devices`,
    [now],
  )
  await pool.query('vacuum analyze')
}

async function measure(database: Database) {
  const log = createLog('error')
  const bus = createLocalBus(log)
  const http = await startHttp({
    config: { http: { port: 0, host: '127.0.0.1', trustProxy: false } },
    database,
    bus,
    log,
    authenticate: createAuthenticate({ database, bus }),
    handlers: [...accountHandlers, ...deviceHandlers],
    requestsPerMinute: 1_000_000,
  })
  const cases: [string, Call, object][] = [
    ['first page', deviceCalls.find, {}],
    ['page 500', deviceCalls.find, { pageNum: 500 }],
    ['100 rows by state', deviceCalls.find, { sort: 'state', pageSize: 100 }],
    ['by last contact', deviceCalls.find, { sort: 'stateTime' }],
    ['by display name', deviceCalls.find, { sort: 'displayName' }],
    ['online of a type', deviceCalls.find, { state: 'online', deviceType: 13 }],
    ['part of a name', deviceCalls.find, { search: 'cle 5123' }],
    ['nothing found', deviceCalls.find, { search: 'no such text' }],
    ['whole IMEI', deviceCalls.find, { search: '860000000050000' }],
    ['tree: accounts below', accountCalls.children, {}],
    ['tree: search', accountCalls.findLike, { selectName: 'user77' }],
  ]
  const rows = []
  for (const [who, accountId] of [
    ['admin', 1],
    ['agent', 1001],
  ] as const) {
    const token = await openSession(database.db, { accountId, isLong: false, now: Date.now() })
    for (const [what, call, input] of cases) {
      const times = []
      for (let i = 0; i < rounds; i++) {
        const start = performance.now()
        const response = await fetch(`http://127.0.0.1:${http.port}${call.path}`, {
          method: 'POST',
          headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
          body: JSON.stringify(input),
        })
        const { meta } = (await response.json()) as { meta: { code: number } }
        if (meta.code !== 200) throw new Error(`${what} as ${who} was answered ${meta.code}`)
        times.push(performance.now() - start)
      }
      times.sort((a, b) => a - b)
      rows.push({
        who,
        what,
        p50Ms: Math.round(times[rounds >> 1] ?? 0),
        maxMs: Math.round(times.at(-1) ?? 0),
      })
    }
  }
  await http.close()
  return rows
}
