import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { wireProtocols } from '@trackway/core/codes/protocols.ts'
import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { auditCalls } from '@trackway/core/features/audit/calls.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { importCountCalls } from '@trackway/core/features/import-counts/calls.ts'
import { importCalls } from '@trackway/core/features/imports/calls.ts'
import type { ImportCells } from '@trackway/core/features/imports/check-cells.ts'
import { protocols } from '@trackway/protocols/registry.ts'
import { describe, expect, test } from 'vitest'
import { recover } from '../../platform/jobs/job-queue.ts'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { deviceKeysOf } from '../devices/device-keys.ts'
import { importQueue } from './run-import.ts'
import { openCells, sealCells } from './sealed-cells.ts'
import {
  anImei,
  below,
  boss,
  check,
  commit,
  record,
  results,
  server,
  token,
  work,
} from './testing/import-desk.ts'

const row = (cells: ImportCells = {}): ImportCells => ({ terminalID: anImei(), deviceType: 'Gt06', ...cells })

const stored = (terminalIds: (string | undefined)[]) =>
  server.database.db
    .selectFrom('devices')
    .selectAll()
    .where('terminal_id', 'in', terminalIds as string[])
    .orderBy('id')
    .execute()

test('the protocols that types are offered for are those that there are codecs for', () => {
  expect([...wireProtocols].sort()).toEqual(protocols.map(({ name }) => name).sort())
})

test('the keys of terminal ids are those that the database finds', async () => {
  const ids = [
    '490154203237518',
    '861000000100005',
    '490154203237519',
    '13800138000',
    '013912345678',
    '000000000000000',
    '00000000013912345678',
    '1234567',
    ...Array.from({ length: 50 }, anImei),
  ]
  const { rows } = await server.database.pool.query(
    'select id, array_agg(key order by key collate "C") as keys from unnest($1::text[]) as id, device_keys_of(id) as key group by id',
    [ids],
  )
  const keys = rows.map(({ id }) => ({ id, keys: deviceKeysOf(id).toSorted() }))
  expect(keys).toEqual(rows)
})

test('each row is told what is wrong with it, by itself, among the others, and against what is stored', async () => {
  const held = await aDevice(server.database, below, {
    terminal_id: anImei(),
    car_number: '京A12345',
    iccid: '8986000000000000001',
  })
  const foreign = await aDevice(server.database, await anAccount(server.database), { terminal_id: anImei() })
  const twice = anImei()
  await server.database.pool.query(`update device_types set wire = 'smoke' where name = 'Nb'`)
  const rows: ImportCells[] = [
    row({ carNumber: '京B12345', sim: '13912345678', username: below.username.toUpperCase() }),
    row({ terminalID: held.terminalID }),
    row({ terminalID: foreign.terminalID }),
    row({ terminalID: twice }),
    row({ terminalID: twice }),
    row({ deviceType: 'K9000' }),
    row({ deviceType: 'Nb' }),
    row({ deviceType: 'Y808' }),
    row({ terminalID: '8.68E+14', sim: '139', iccid: '8986000000000000001' }),
    row({ username: below.username, carNumber: '京a12345' }),
    row({ username: 'nobody', userExpireTime: '2100-1-1' }),
    { terminalID: anImei() },
  ]
  expect(await check('deviceImport', rows)).toEqual([
    '2 terminalID heldBy',
    '3 terminalID terminalIdTaken',
    '5 terminalID duplicate',
    '6 deviceType unknownDeviceType',
    '7 deviceType protocolMissing',
    '8 terminalID id808',
    '9 terminalID scientific',
    '9 sim sim',
    '9 iccid iccidUsed',
    '10 carNumber carNumberTaken',
    '11 userExpireTime date',
    '11 username unknownAccount',
    '12 deviceType required',
  ])
})

test('the good rows are written, the others say why, and the file’s order is kept', async () => {
  const rows = [row({ nickname: 'One', userExpireTime: '2027-03-31' }), row({ sim: '1' }), row()]
  const jobId = await commit({ kind: 'deviceImport', rows, userId: below.id, fileName: 'may.xlsx' })
  expect(await record(jobId)).toMatchObject({ state: 'queued', total: 3, failed: 1, canUndo: false })
  expect(await work()).toBe(true)
  expect(await record(jobId)).toMatchObject({
    state: 'done',
    done: 2,
    failed: 1,
    canUndo: true,
    fileName: 'may.xlsx',
  })
  expect(await results(jobId)).toEqual([
    [1, 'done'],
    [2, 'failed', 'sim', 'sim'],
    [3, 'done'],
  ])
  const [first, second] = await stored(rows.map(({ terminalID }) => terminalID))
  expect(first).toMatchObject({
    account_id: below.id,
    nickname: 'One',
    device_type_id: 13,
    icon_type: 'car',
    user_expire_time: Date.parse('2027-04-01T00:00:00+08:00') - 1,
  })
  expect(second).toMatchObject({ nickname: null })
  expect(await work()).toBe(false)
})

test('a second click starts nothing, and whole batches need every row', async () => {
  const input = { kind: 'deviceImport' as const, rows: [row()], key: 'click-0001' }
  expect(await commit(input)).toBe(await commit(input))
  await work()
  expect(await commit(input)).toBe(await commit(input))
  expect(await work()).toBe(false)
  const whole = { kind: 'deviceImport' as const, rows: [row(), row({ sim: '1' })], isWhole: true }
  const { meta } = await server.call(importCalls.start, whole, token)
  expect(meta.code).toBe(resultCodes.importRefused)
})

test('what a row met meanwhile fails it and no other', async () => {
  const rows = Array.from({ length: 20 }, (_, n) => row({ carNumber: `沪A${String(n).padStart(5, '0')}` }))
  const jobId = await commit({ kind: 'deviceImport', rows })
  await aDevice(server.database, boss, { terminal_id: rows[7]!.terminalID! })
  await aDevice(server.database, boss, { car_number: rows[11]!.carNumber! })
  await work()
  expect(await record(jobId)).toMatchObject({ state: 'done', done: 18, failed: 2 })
  const failed = (await results(jobId))?.filter(([, state]) => state === 'failed')
  expect(failed).toEqual([
    [8, 'failed', 'terminalID', 'heldBy', { username: boss.username }],
    [12, 'failed', 'carNumber', 'carNumberTaken'],
  ])
})

test('a type that nothing serves any more since the batch was started fails its rows', async () => {
  const [type] = (await server.database.pool.query(`select id, wire from device_types where name = 'Y808'`))
    .rows
  const setWire = (wire: string) =>
    server.database.pool.query('update device_types set wire = $2 where id = $1', [type.id, wire])
  const jobId = await commit({
    kind: 'deviceImport',
    rows: [row(), row({ terminalID: '13800138991', deviceType: 'Y808' })],
  })
  await setWire('smoke')
  await work()
  await setWire(type.wire)
  expect(await results(jobId)).toEqual([
    [1, 'done'],
    [2, 'failed', 'deviceType', 'protocolMissing'],
  ])
})

test('columns of another kind and accounts of strangers are refused', async () => {
  const stranger = await anAccount(server.database)
  const rows = [{ ...row(), zone: '8' }]
  const strange = await server.call(importCalls.check, { kind: 'deviceImport', rows }, token)
  expect(strange.meta).toMatchObject({
    code: resultCodes.invalidInput,
    issues: [{ path: 'rows.0.zone', reason: 'unknown' }],
  })
  const other = await server.call(
    importCalls.start,
    { kind: 'deviceImport', rows: [row()], userId: stranger.id },
    token,
  )
  expect(other.meta.code).toBe(resultCodes.notFound)
})

test('who may not use a kind neither checks, starts nor sees it', async () => {
  const jobId = await commit({ kind: 'deviceImport', rows: [row()], userId: below.id })
  const agent = await signIn(server.database, below)
  const { meta } = await server.call(importCalls.check, { kind: 'deviceImport', rows: [row()] }, agent)
  expect(meta.code).toBe(resultCodes.noPermission)
  expect((await server.call(importCalls.find, { jobId }, agent)).meta.code).toBe(resultCodes.notFound)
  expect((await server.call(importCalls.list, {}, agent)).data?.total).toBe(0)
  await work()
})

test('what is sealed for one row of a batch does not open for another', () => {
  const { cells, personal } = sealCells({ personal: ['realname'] }, { realname: 'Li', sim: '1' }, 5, 1)
  expect(cells).toEqual({ sim: '1' })
  expect(openCells(personal, 5, 1)).toEqual({ realname: 'Li' })
  expect([openCells(personal, 5, 2), openCells(personal, 6, 1)]).toEqual([{}, {}])
})

describe('changes of devices', () => {
  const changes = [
    ['deviceUpdateZone', { zone: 'UTC+05:30' }, { utc_offset_minutes: 330 }],
    ['deviceUpdateHost', { host: '203.0.113.7:7700' }, { host: '203.0.113.7:7700' }],
    ['deviceBatchIcon', { iconType: 'Truck' }, { icon_type: 'truck' }],
    ['deviceUpdateDevicesType', { deviceType: 'k100b' }, { device_type_id: 1 }],
    ['deviceUpdateIccid', { iccid: '8986000000000000777' }, { iccid: '8986000000000000777' }],
    [
      'deviceUpdateTime',
      { platformExpireTime: '2030-01-01' },
      { platform_expire_time: Date.parse('2030-01-02T00:00:00+08:00') - 1, platform_from_activation: false },
    ],
    [
      'deviceUpdateExpireType',
      { userTerm: 'activation', userMonths: '12', platformTerm: 'lifetime' },
      { user_months: 12, user_from_activation: true, platform_expire_time: null },
    ],
    [
      'deviceUpdateDeviceInfo',
      { nickname: 'Van', carNumber: 'AB 123' },
      { nickname: 'Van', car_number: 'AB 123' },
    ],
  ] as const
  test.each(changes)('%s writes what the row says, and takes it back', async (kind, cells, columns) => {
    const { terminalID } = await aDevice(server.database, below)
    const [before] = await stored([terminalID])
    const jobId = await commit({ kind, rows: [{ terminalID, ...cells }] })
    await work()
    expect((await stored([terminalID]))[0]).toMatchObject(columns)
    await server.call(importCalls.undo, { jobId }, token)
    await work()
    expect(await stored([terminalID])).toEqual([before])
    expect(await record(jobId)).toMatchObject({ state: 'undone', undone: 1, done: 0 })
  })

  test('an end that is set by hand is not computed from activation any more; a lifetime has none', async () => {
    const computed = { platform_months: 12, platform_from_activation: true, user_from_activation: true }
    const { terminalID } = await aDevice(server.database, below, { ...computed, user_months: 12 })
    await commit({ kind: 'deviceUpdateTime', rows: [{ terminalID, userExpireTime: '2030-01-01' }] })
    await work()
    const ended = await aDevice(server.database, below, { platform_expire_time: Date.UTC(2040, 0, 1) })
    const rows = [{ terminalID: ended.terminalID, platformTerm: 'lifetime' }]
    await commit({ kind: 'deviceUpdateExpireType', rows })
    await work()
    expect(await stored([terminalID])).toMatchObject([
      { user_from_activation: false, platform_from_activation: true },
    ])
    expect(await stored([ended.terminalID])).toMatchObject([{ platform_expire_time: null }])
  })

  test('an 808 type needs an id of 11 digits, unless the device speaks 808 already', async () => {
    const long = await aDevice(server.database, below)
    const fitting = await aDevice(server.database, below, { terminal_id: '13800138078' })
    const answered = await aDevice(server.database, below, {
      terminal_id: '00000000013900139078',
      device_type_id: 15,
    })
    const rows = [long, fitting, answered].map(({ terminalID }) => ({ terminalID, deviceType: 'Y808' }))
    expect(await check('deviceUpdateDevicesType', rows)).toEqual(['1 terminalID id808'])
    const jobId = await commit({ kind: 'deviceUpdateDevicesType', rows })
    await work()
    expect(await results(jobId)).toEqual([
      [1, 'failed', 'terminalID', 'id808'],
      ...[2, 3].map((n) => [n, 'done']),
    ])
  })

  test('a transfer keeps within the limits of its receiver', async () => {
    const limited = await anAccount(server.database, { parent: boss })
    await server.database.pool.query(
      'insert into device_limits (account_id, total_device_count) values ($1, 1)',
      [limited.id],
    )
    const [a, b] = [await aDevice(server.database, boss), await aDevice(server.database, boss)]
    const rows = [a, b].map(({ terminalID }) => ({ terminalID, username: limited.username }))
    const jobId = await commit({ kind: 'deviceTransform', rows })
    await work()
    expect(await record(jobId)).toMatchObject({ done: 1, failed: 1 })
    const owners = (await stored([a.terminalID, b.terminalID])).map((device) => device.account_id)
    expect(owners).toEqual([limited.id, boss.id])
  })

  test('a transfer goes to the account named, not twice, and comes back unless it went on', async () => {
    const [a, b] = [await aDevice(server.database, boss), await aDevice(server.database, boss)]
    const rows = [a, b].map(({ terminalID }) => ({ terminalID, username: below.username }))
    const edited: number[] = []
    server.bus.subscribe('device.edited', ({ deviceIds }) => edited.push(...deviceIds))
    const jobId = await commit({ kind: 'deviceTransform', rows })
    await work()
    expect(edited).toEqual([a.id, b.id])
    expect(await check('deviceTransform', rows)).toEqual([
      '1 username alreadyThere',
      '2 username alreadyThere',
    ])
    const third = await anAccount(server.database, { parent: boss })
    await server.database.db
      .updateTable('devices')
      .set({ account_id: third.id })
      .where('id', '=', b.id)
      .execute()
    await server.call(importCalls.undo, { jobId }, token)
    await work()
    const owners = (await stored([a.terminalID, b.terminalID])).map((device) => device.account_id)
    expect(owners).toEqual([boss.id, third.id])
    expect(await results(jobId)).toEqual([
      [1, 'undone'],
      [2, 'done', 'changedSince'],
    ])
  })

  test('a row of a transfer says what goes along, and its undo brings the time between back', async () => {
    const device = () => aDevice(server.database, below, { history_from_time: 5 })
    const [a, b] = [await device(), await device()]
    const to = await anAccount(server.database, { parent: boss })
    const rows = [
      { terminalID: a.terminalID, username: to.username, withHistory: 'Yes' },
      { terminalID: b.terminalID, username: to.username },
    ]
    const jobId = await commit({ kind: 'deviceTransform', rows })
    await work()
    const seenFrom = async () =>
      (await stored([a.terminalID, b.terminalID])).map((device) => device.history_from_time)
    const [withHistory, without] = await seenFrom()
    expect(withHistory).toBe(5)
    expect(without).toBeGreaterThan(5)
    await server.call(importCalls.undo, { jobId }, token)
    await work()
    expect(await seenFrom()).toEqual([5, without])
  })

  test('a card is replaced by the number of the old one', async () => {
    const { terminalID } = await aDevice(server.database, below, { iccid: '8986000000000000111' })
    const rows = [
      { oldIccid: '8986000000000000111', iccid: '8986000000000000222' },
      { oldIccid: '8986000000000000999', iccid: '8986000000000000333' },
    ]
    expect(await check('deviceUpdateCardIccid', rows)).toEqual(['2 oldIccid notFound'])
    await commit({ kind: 'deviceUpdateCardIccid', rows })
    await work()
    expect((await stored([terminalID]))[0]).toMatchObject({ iccid: '8986000000000000222' })
  })

  test('a stranger’s device is not there, and a row that says nothing is told so', async () => {
    const foreign = await aDevice(server.database, await anAccount(server.database))
    const own = await aDevice(server.database, below)
    const rows = [{ terminalID: foreign.terminalID, nickname: 'mine' }, { terminalID: own.terminalID }]
    expect(await check('deviceUpdateDeviceInfo', rows)).toEqual([
      '1 terminalID notFound',
      '2 null nothingToChange',
    ])
  })
})

test('an agent imports as many as its count allows, and gets back what is undone', async () => {
  const agent = await anAccount(server.database, { parent: boss, role: roles.agent })
  await server.call(importCountCalls.add, { id: agent.id, count: 3 }, token)
  const agentToken = await signIn(server.database, agent)
  const rows = [row(), row({ sim: '1' }), row()]
  const left = async () =>
    (await server.call(importCalls.check, { kind: 'deviceImport', rows: [row()] }, agentToken)).data?.left
  const start = (given: ImportCells[]) =>
    server.call(importCalls.start, { kind: 'deviceImport', rows: given }, agentToken)
  expect((await start([...rows, row(), row()])).meta.code).toBe(resultCodes.notEnoughImportCounts)
  const { data } = await start(rows)
  // Both were allowed when they were started; the second finds the count used up.
  const second = await start([row(), row()])
  await work()
  await work()
  expect(await left()).toBe(0)
  const jobOf = async (jobId: number) => (await server.call(importCalls.find, { jobId }, agentToken)).data
  expect(await jobOf(data!.jobId)).toMatchObject({ done: 2, failed: 1, takenCounts: 2 })
  expect(await jobOf(second.data!.jobId)).toMatchObject({ done: 1, failed: 1, takenCounts: 1 })
  await server.call(importCalls.undo, { jobId: data!.jobId }, agentToken)
  await work()
  expect(await left()).toBe(2)
})

test('an import is taken back as far as nothing was reported', async () => {
  const rows = [row(), row()]
  const jobId = await commit({ kind: 'deviceImport', rows })
  await work()
  const [, reported] = await stored(rows.map(({ terminalID }) => terminalID))
  await server.database.db
    .updateTable('device_states')
    .set({ state_time: 1 })
    .where('device_id', '=', reported!.id)
    .execute()
  await server.call(importCalls.undo, { jobId }, token)
  await work()
  expect(await results(jobId)).toEqual([
    [1, 'undone'],
    [2, 'done', 'reported'],
  ])
  expect(await stored(rows.map(({ terminalID }) => terminalID))).toHaveLength(1)
  const again = await server.call(importCalls.undo, { jobId }, token)
  expect(again.meta.code).toBe(resultCodes.notUndoable)
  // One event for each way, with its counts, however many rows.
  const batch = { batch: jobId, kind: 'deviceImport' }
  expect((await server.call(auditCalls.find, { search: boss.username }, token)).data?.list).toMatchObject([
    { kind: 'batchUndone', before: { ...batch, done: 2 }, after: { undone: 1 } },
    { kind: 'batchStarted', username: boss.username, after: { ...batch, rows: 2, done: 2, failed: 0 } },
  ])
})

describe('what left the account since is no longer its to take back', () => {
  const moveAway = (account: TestAccount) => async () => {
    const elsewhere = await anAccount(server.database)
    const path = `${elsewhere.path}${account.id}/`
    const moved = { parent_id: elsewhere.id, path }
    await server.database.db.updateTable('accounts').set(moved).where('id', '=', account.id).execute()
  }
  const undo = async (jobId: number) => {
    await server.call(importCalls.undo, { jobId }, token)
    await work()
    return [(await record(jobId))?.state, ...((await results(jobId)) ?? [])]
  }

  test('devices that were added', async () => {
    const rows = [row({ username: below.username }), row()]
    const jobId = await commit({ kind: 'deviceImport', rows })
    await work()
    await moveAway(below)()
    expect(await undo(jobId)).toEqual(['undone', [1, 'done', 'notFound'], [2, 'undone']])
    expect(await stored([rows[0]!.terminalID])).toHaveLength(1)
  })

  test.each([
    ['was moved away', moveAway, 'unknownAccount'],
    [
      'was deleted',
      (account: TestAccount) => () =>
        server.database.db.deleteFrom('accounts').where('id', '=', account.id).execute(),
      'unknownAccount',
    ],
    [
      'has as many devices as it may',
      (account: TestAccount) => () =>
        server.database.db
          .insertInto('device_limits')
          .values({ account_id: account.id, total_device_count: 0 })
          .execute(),
      'deviceLimitReached',
    ],
  ] as const)('devices of an account that %s', async (_what, happens, reason) => {
    const first = await anAccount(server.database, { parent: boss })
    const [a, b] = [await aDevice(server.database, first), await aDevice(server.database, boss)]
    const rows = [a, b].map(({ terminalID }) => ({ terminalID, username: below.username }))
    const jobId = await commit({ kind: 'deviceTransform', rows })
    await work()
    await happens(first)()
    expect(await undo(jobId)).toEqual(['undone', [1, 'done', reason], [2, 'undone']])
    const owners = (await stored([a.terminalID, b.terminalID])).map((device) => device.account_id)
    expect(owners).toEqual([below.id, boss.id])
  })
})

async function isSomebodyWaiting() {
  const { rows } = await server.database.pool.query(
    `select count(*)::int as waiting from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock' and query like '%unknown_devices%'`,
  )
  return rows[0].waiting > 0
}

test('a process that is killed in the middle loses nothing, and the next writes nothing twice', async () => {
  const rows = Array.from({ length: 1_700 }, () => row())
  const jobId = await commit({ kind: 'deviceImport', rows })
  // Its second part has added its devices when it comes to this row, which is locked.
  const inTheWay = rows[1_200]!.terminalID!
  const at = { wire: 'gt06', remote_address: '', attempts: 1, first_time: 0, last_time: 0 }
  await server.database.db
    .insertInto('unknown_devices')
    .values({ terminal_id: inTheWay, ...at })
    .execute()
  const script = fileURLToPath(new URL('testing/import-worker.ts', import.meta.url))
  const worker = await server.database.db.transaction().execute(async (tx) => {
    await tx.selectFrom('unknown_devices').selectAll().forUpdate().execute()
    const process = fork(script, [server.database.url])
    await expect.poll(isSomebodyWaiting).toBe(true)
    process.kill('SIGKILL')
    await once(process, 'exit')
    return process
  })
  expect(worker.killed).toBe(true)
  expect(await record(jobId)).toMatchObject({ state: 'running', done: 1_000 })
  await recover(server.database.db, importQueue, Date.now() + 60_000)
  await work()
  expect(await record(jobId)).toMatchObject({ state: 'done', done: 1_700, failed: 0 })
  const { rows: counts } = await server.database.pool.query(
    'select count(*)::int as devices, count(distinct target_id)::int as targets from import_rows join devices on id = target_id where import_id = $1',
    [jobId],
  )
  expect(counts).toEqual([{ devices: 1_700, targets: 1_700 }])
})

test('50,000 rows are checked by as many questions as one row', async () => {
  await server.database.pool.query(
    `insert into devices (terminal_id, account_id, device_type_id, create_time)
     select (869000000000000 + n)::text, $1, 13, 0 from generate_series(1, 20000) n`,
    [below.id],
  )
  const rows = Array.from({ length: 50_000 }, (_, index) =>
    row({
      ...(index < 20_000 && { terminalID: String(869_000_000_000_001 + index) }),
      carNumber: `粤B${String(index).padStart(5, '0')}`,
      sim: '13912345678',
      username: below.username,
    }),
  )
  let queries = 0
  server.database.pool.on('acquire', () => queries++)
  const queriesOf = async (given: ImportCells[]) => {
    const before = queries
    const { data } = await server.call(importCalls.check, { kind: 'deviceImport', rows: given }, token)
    return { needs: data?.needs, asked: queries - before }
  }
  // The first call of a session also reads the session.
  await queriesOf(rows.slice(-1))
  const one = await queriesOf(rows.slice(-1))
  expect(await queriesOf(rows)).toEqual({ needs: 30_000, asked: one.asked })
})

test('offline commands of a sheet wait for their devices, and are cancelled where it is taken back', async () => {
  const [first, second] = [anImei(), anImei()]
  for (const id of [first, second])
    await aDevice(server.database, below, { terminal_id: id, device_type_id: 13 })
  const untilDay = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  const rows = [
    { terminalID: first, command: 'TIMER,30#', expireTime: untilDay },
    { terminalID: second, command: 'STATUS#' },
    { terminalID: anImei(), command: 'STATUS#' },
    { terminalID: second, command: '断油' },
  ]
  expect(await check('commandImport', rows)).toEqual([
    '3 terminalID notFound',
    '4 command command',
    '4 terminalID duplicate',
  ])
  const jobId = await commit({ kind: 'commandImport', rows })
  await work()
  expect(await results(jobId)).toMatchObject([
    [1, 'done'],
    [2, 'done'],
    [3, 'failed', 'terminalID', 'notFound'],
    [4, 'failed', 'command', 'command'],
  ])
  const waiting = async () =>
    (await server.call(commandCalls.find, { terminalIDs: [first, second] }, token)).data!.list
  expect(await waiting()).toMatchObject([
    { content: 'STATUS#', state: 'queued', sender: boss.username },
    {
      content: 'TIMER,30#',
      code: 'timer',
      isOffline: true,
      expireTime: Date.parse(`${untilDay}T24:00:00+08:00`) - 1,
    },
  ])
  await server.call(importCalls.undo, { jobId }, token)
  await work()
  expect((await waiting()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
})
