import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deviceTypes } from '@trackway/core/codes/protocols.ts'
import { factoryRoles, type RoleId, roleNames, roles } from '@trackway/core/codes/roles.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ensureAdmin } from '../features/accounts/admin.ts'
import { isPassword } from '../features/accounts/passwords.ts'
import { checkLedger } from '../features/ledger/check.ts'
import { searchDevices } from '../features/search/queries.ts'
import { scopeOf } from '../platform/http/session.ts'
import { useSecretKey } from '../platform/secrets.ts'
import { changeSettings } from '../platform/settings/process-settings.ts'
import { openTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { planFleet } from './fleet-plan.ts'
import { type DemoFleet, seedDemo } from './seed.ts'

const now = Date.UTC(2026, 10, 18, 9)
const hourMs = 3_600_000
const options = { log: pino({ level: 'silent' }), onProgress: () => {}, vehicles: 30, standing: 0, days: 2 }

let database: TestDatabase
let fleet: DemoFleet
let files: string

beforeAll(async () => {
  useSecretKey(Buffer.alloc(32, 7))
  files = await mkdtemp(join(tmpdir(), 'demo-files-'))
  changeSettings({ files: { folder: files } })
  database = await openTestDatabase()
  await ensureAdmin(database, 'admin-of-the-tests')
  fleet = await seedDemo(database, { now, ...options })
})
afterAll(async () => {
  await database.drop()
  changeSettings({ files: null })
  await rm(files, { recursive: true })
})

const one = async (sql: string) => (await database.pool.query(sql)).rows[0]

test('the demo account has id 6, is marked as demo, and is above all demo vehicles', async () => {
  expect(await one('select username, is_demo, path from accounts where id = 6')).toEqual({
    username: 'demo',
    is_demo: true,
    path: '/1/6/',
  })
  const outside = `select count(*)::int from devices d join accounts a on a.id = d.account_id
    where a.path not like '/1/6/%'`
  expect(await one(outside)).toEqual({ count: 0 })
})

test.each(factoryRoles)(
  'an account of factory role %i has the demo’s password, and may change nothing',
  async (role) => {
    const name = `demo.${roleNames[role]}`
    const account = (await database.pool.query('select * from accounts where username = $1', [name])).rows[0]
    expect(await isPassword(account.password_hash, 'demo')).toBe(true)
    expect(account).toMatchObject({ role, is_demo: true, parent_id: 6 })
  },
)

test('the factory reads the logs of the demo vehicles, and wanweiTest those of the types that are marked', async () => {
  const found = async (role: RoleId) => {
    const { rows } = await database.pool.query('select id, path from accounts where role = $1', [role])
    const account = { ...rows[0], role, isDemo: true, language: null, timeZone: 'Asia/Shanghai' }
    const scope = scopeOf({ account, deviceId: null } as never, ['test:log'])
    const { list } = await searchDevices(database.db, scope, '861234', now)
    return list.map(({ terminalID }) => terminalID)
  }
  const { rows: marked } = await database.pool.query<{ id: string }>(
    "select terminal_id as id from devices where device_type_id in (select id from device_types where wire = 'jt808')",
  )
  const seen = await found(roles.wanweiTest)
  expect(seen.length).toBeGreaterThan(0)
  for (const id of seen) expect(marked).toContainEqual({ id })
  expect(marked).not.toContainEqual({ id: (await found(roles.log))[0] })
  expect(await one('select count(*)::int from permanent_logs')).toEqual({ count: 2 })
  const unknown = 'select count(*)::int from unknown_devices join raw_frames using (terminal_id)'
  expect(await one(unknown)).toEqual({ count: 3 })
})

test('the factory is lived in: ids, results of the line, stock with its movements, files of devices', async () => {
  const rows = await one(`select
    (select count(*)::int from id_ranges) as ranges, (select sum(issued)::int from id_ranges) as issued,
    (select count(*)::int from jig_stations) as stations, (select count(*)::int from expected_values) as expected,
    (select count(distinct batch)::int from jig_results) as batches,
    (select count(*)::int from jig_results where time > ${now}) as future,
    (select count(*)::int from jig_results where is_passed <> claimed) as disputed,
    (select count(*)::int from jig_results where is_first and not is_passed) as "failedFirst",
    (select count(*)::int from jig_results join devices on terminal_id = imei) as "ofVehicles",
    (select count(distinct place)::int from stock_items where account_id = 6) as places,
    (select count(*)::int from stock_items i join jig_results r on r.unit = i.terminal_id and r.is_last
      where not is_passed and place not in ('produced', 'scrapped')) as "failedBeyond",
    (select count(*)::int from media_files) as files,
    (select count(*)::int from firmware_files) as firmware,
    (select count(*)::int from quality_criteria) as criteria,
    (select string_agg(distinct mismatch, ' ' order by mismatch) from sim_cards) as mismatches,
    (select count(*)::int from sim_cards) as cards,
    (select count(*)::int from firmware_ways) as ways,
    (select count(*)::int from agps_sources) as "agpsSources",
    (select count(*)::int from agps_data where valid_until > ${now} + 86400000) as "freshAgps",
    (select count(distinct outcome)::int from agps_deliveries where time <= ${now}) as "agpsOutcomes",
    (select count(distinct task_id)::int from quality_results) as runs,
    (select count(*)::int from quality_results where state = 'open' or end_time > ${now}) as "underWay",
    (select count(*)::int from level_settings where kind = 'targetServer') as targets,
    (select count(*)::int from device_tasks where kind = 'firmware') as upgrades,
    (select string_agg(state || ' ' || pause_reason, ', ') from device_tasks where kind = 'serverMove') as moves`)
  expect(rows).toMatchObject({
    ranges: 4,
    issued: 50 + 1_500 + 800 + 1_500,
    stations: 4,
    expected: 6,
    future: 0,
    places: 7,
    failedBeyond: 0,
    firmware: 5,
    criteria: 4,
    mismatches: 'entered reported unmatched',
    ways: 2,
    agpsSources: 3,
    freshAgps: 1,
    agpsOutcomes: 4,
    underWay: 0,
    targets: 3,
    upgrades: 2,
    moves: 'paused failureRate',
  })
  expect(rows.batches).toBeGreaterThanOrEqual(15)
  for (const count of [rows.failedFirst, rows.ofVehicles, rows.files, rows.runs, rows.cards])
    expect(count).toBeGreaterThan(2)
  // The older firmware passes by what was expected of it; nothing else is judged otherwise than its jig did.
  expect(rows.disputed).toBe(0)
})

test('beside those that drive there are devices of every state and protocol, under a tree four levels deep', async () => {
  const own = await openTestDatabase()
  try {
    await ensureAdmin(own, 'admin-of-the-tests')
    for (const time of [now, now + hourMs])
      await seedDemo(own, { ...options, now: time, vehicles: 0, standing: 2_800 })
    const { rows } =
      await own.pool.query(`select count(*)::int as all, count(distinct device_type_id)::int as types,
      count(*) filter (where activate_time is null)::int as unactivated,
      count(*) filter (where user_expire_time < ${now})::int as expired,
      count(*) filter (where user_expire_time between ${now} and ${now + 30 * 24 * hourMs})::int as expiring,
      (select count(*)::int from owner_records) as owners, (select count(*)::int from level_settings where kind = 'track') as consumption,
      (select max(array_length(string_to_array(path, '/'), 1)) - 4 from accounts) as levels from devices`)
    expect(rows[0]).toMatchObject({
      all: 2_800,
      types: deviceTypes.length,
      levels: 4,
      owners: 312,
      consumption: 4,
    })
    for (const state of ['unactivated', 'expired', 'expiring']) expect(rows[0][state]).toBeGreaterThan(100)
    // A second start handed nothing on again.
    const { rows: batches } = await own.pool.query(`select
      (select array_agg(kind || ' ' || taken_counts order by id) from imports) as kinds,
      (select sum(balance)::int from ledger_balances where asset = 'import') as held,
      (select count(*)::int from import_rows where personal is not null) as sealed`)
    expect(batches).toEqual([
      {
        kinds: ['deviceImport 40', 'deviceImport 25', 'deviceTransform 0', 'huaXiangDataImport 0'],
        held: 5_000 - 65,
        sealed: 10,
      },
    ])
    // Silent devices were moved to other servers, and some are waited for.
    const { rows: moves } = await own.pool.query(
      "select state, pause_reason, done, failed, waiting from device_tasks where kind = 'serverMove' order by id",
    )
    expect(moves).toMatchObject([
      { state: 'done', waiting: 0 },
      { state: 'running', waiting: 9 },
    ])
    for (const { done, failed } of moves) expect(done).toBeGreaterThan(failed)
    // A year of orders went as orders go, with codes in every state and cards at every level.
    const { rows: orders } = await own.pool.query<{ status: number; count: number }>(
      'select status, count(*)::int as count from orders group by 1 order by 1',
    )
    expect(orders.map(({ status }) => status)).toEqual([1, 2, 3, 4])
    expect(orders[1]!.count).toBeGreaterThan(50)
    // Devices renewed by themselves from cards and from a balance, and some could not, for each reason once.
    const { rows: renewals } = await own.pool.query(`select a.username, result, count(*)::int as count
      from auto_renewal_results r join accounts a on a.id = r.account_id group by 1, 2 order by 1, 2`)
    const renewed = Object.fromEntries(
      renewals.map(({ username, result, count }) => [`${username} ${result}`, count]),
    )
    expect(renewed).toMatchObject({
      'demo notEnoughCards': 5,
      'demo balanceInsufficient': 3,
      'demo.atlantico balanceInsufficient': 1,
      'demo.atlantico renewed': 3,
    })
    expect(renewed['demo renewed']).toBeGreaterThanOrEqual(21)
    // And the sandbox's report differs from the books by what is no order's.
    const { rows: differences } = await own.pool.query('select kind, reference from payment_differences')
    expect(differences).toEqual([{ kind: 'theirsOnly', reference: 'SHOP-2041C' }])
    const { rows: states } =
      await own.pool.query(`select count(*) filter (where used_time is not null)::int as used,
      count(*) filter (where not is_enabled)::int as disabled, count(*) filter (where expire_time < ${now})::int as expired,
      (select count(*)::int from ledger_balances where asset = 'card3' and balance > 0) as holders from discount_codes`)
    for (const count of Object.values(states[0])) expect(count).toBeGreaterThan(4)
    expect(await checkLedger(own.db)).toEqual([])
  } finally {
    await own.drop()
  }
})

test('the alarm centre looks lived in: much is handled, none of the past is left to be notified', async () => {
  const states = await one(`select count(*)::int as all, count(distinct state)::int as states,
    count(*) filter (where read_time is null)::int as unread, count(*) filter (where code = 5 and is_open)::int as open
    from alarm_episodes`)
  expect(states.all).toBeGreaterThan(10)
  expect(states.states).toBeGreaterThan(1)
  expect(states.unread).toBeLessThan(states.all / 2)
  expect(await one(`select count(*)::int from alarm_news where time < ${now - 8 * hourMs}`)).toEqual({
    count: 0,
  })
})

test('rules notified of the alarms of the last days, with attempts that went well and others', async () => {
  const { rows } = await database.pool.query<{ state: string; tries: number }>(
    `select d.state, count(t.id)::int as tries from notification_deliveries d
     left join notification_attempts t on t.delivery_id = d.id where d.account_id = 6 group by d.id`,
  )
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.every(({ state, tries }) => (state === 'dropped') === (tries === 0))).toBe(true)
  expect(await one('select count(*)::int from notification_rules where account_id = 6')).toEqual({ count: 2 })
})

test('no plate, name or id of the whole fleet occurs twice', () => {
  const all = planFleet()
  expect(all).toHaveLength(225)
  const plates = all.flatMap((vehicle) => vehicle.carNumber ?? [])
  expect(new Set(plates).size).toBe(plates.length)
  expect(new Set(all.map((vehicle) => vehicle.terminalId)).size).toBe(225)
})

test('vehicles have driven: distance, trusted fixes, hardly a jump', async () => {
  const sums = await one(`select count(*)::int as count, sum(distance_m) / 1000 as km,
    count(*) filter (where quality & 2 <> 0)::int as jumps from positions`)
  expect(sums.count).toBeGreaterThan(5_000)
  expect(sums.km).toBeGreaterThan(2_000)
  expect(sums.jumps).toBeLessThan(sums.count / 1000)
})

test('the live state is the last position that counts', async () => {
  const wrong = await one(`select count(*)::int from device_states s
    where fix_time is not null and fix_time > (select max(fix_time) from positions p where p.device_id = s.device_id)`)
  expect(wrong).toEqual({ count: 0 })
  const lively = await one(`select count(*)::int from device_states where state_time > ${now - 4 * 60_000}`)
  expect(lively.count).toBeGreaterThan(15)
})

test('some never reported, some fell silent, the others report now', async () => {
  const inactive = await one('select count(*)::int from devices where activate_time is null')
  const silent = await one(`select count(*)::int from device_states where state_time < ${now - hourMs / 2}`)
  expect(inactive.count).toBeGreaterThan(0)
  expect(silent.count).toBeGreaterThan(0)
  expect(fleet.members).toHaveLength(30 - inactive.count - silent.count)
})

test('a second start adds nothing, a later one only what was driven since', async () => {
  const count = async () => (await one('select count(*)::int from positions')).count
  const inFactory = () =>
    one(`select (select count(*)::int from jig_results) as results, (select count(*)::int from stock_movements) as moved,
      (select count(*)::int from id_issues) as issues, (select count(*)::int from device_task_items) as items,
      (select count(*)::int from quality_results) as checked, (select count(*)::int from sim_events) as cards,
      (select count(*)::int from media_files) as media, (select count(*)::int from firmware_files) as firmware,
      (select count(*)::int from agps_deliveries) as deliveries`)
  const before = await count()
  const factory = await inFactory()
  const again = await seedDemo(database, { now: now + 1_000, ...options })
  expect(await count()).toBe(before)
  expect(again).toEqual(fleet)
  expect(await inFactory()).toEqual(factory)

  await seedDemo(database, { now: now + 2 * hourMs, ...options })
  const late = await one(
    `select count(*)::int from positions where fix_time <= ${now} and server_time > ${now + 60_000}`,
  )
  expect(await count()).toBeGreaterThan(before)
  expect(late).toEqual({ count: 0 })
  const repeated = await one('select count(*)::int from devices')
  expect(repeated).toEqual({ count: 30 })
})

test('the commands of the last days look lived in: each vehicle has some, in every state; a second start adds none', async () => {
  const counts = () =>
    one(`select count(*)::int as all, count(distinct state)::int as states, count(distinct task_id)::int as batches,
      count(distinct device_id)::int as devices, count(distinct reply)::int as replies,
      count(*) filter (where state = 'queued' and task_id is null)::int as waiting,
      count(*) filter (where state = 'queued' and task_id is not null)::int as "ofBatch",
      count(*) filter (where held_by is not null)::int as held,
      count(*) filter (where greatest(create_time, sent_time, acknowledge_time, confirm_time, end_time) > ${now})::int
        as future from commands`)
  const first = await counts()
  // All but `sent`, which lasts for seconds.
  expect(first).toMatchObject({ states: 6, batches: 1, waiting: 2, held: 1, future: 0 })
  expect(first.devices).toBeGreaterThan(25)
  expect(first.replies).toBeGreaterThan(5)
  expect(first.ofBatch).toBeGreaterThan(0)
  const orders =
    'select array_agg(id order by create_time, id) = array_agg(id order by id) as "areSorted" from commands'
  expect(await one(orders)).toEqual({ areSorted: true })
  await seedDemo(database, { now: now + 3 * hourMs, ...options })
  expect(await counts()).toEqual(first)
})
