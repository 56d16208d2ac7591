import type { InputOf } from '@trackway/core/api/call.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { auditCalls } from '@trackway/core/features/audit/calls.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { oneDeviceCalls } from '@trackway/core/features/devices/one-device-calls.ts'
import { deviceServiceCalls as calls } from '@trackway/core/features/devices/service-calls.ts'
import { deviceStockCalls as stock } from '@trackway/core/features/devices/stock-calls.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { setDevices } from './changes/set-devices.ts'

let server: TestServer
let root: TestAccount
let agent: TestAccount
let customer: TestAccount
let token: string
beforeAll(async () => {
  server = await startTestServer()
  root = await anAccount(server.database, { role: roles.admin })
})
beforeEach(async () => {
  agent = await anAccount(server.database, { parent: root })
  customer = await anAccount(server.database, { parent: agent, role: roles.user })
  token = await signIn(server.database, agent)
})
afterAll(() => server.stop())

const detail = async (device: TestDevice) =>
  (await server.call(deviceCalls.detail, { terminalID: device.terminalID }, token)).data
const idsOf = (...devices: TestDevice[]) => devices.map(({ terminalID }) => terminalID)

/** A cut that waits for a device, and an unlock of it that is under way, both sent by the account. */
async function queueCommand(device: TestDevice, as = token): Promise<void> {
  const { terminalID } = device
  const area = { shape: 'circle', lat: 22.5, lon: 113.9, radiusM: 300 } as const
  expect((await server.call(commandCalls.unlock, { terminalID, area }, as)).data?.id).toBeGreaterThan(0)
  const wait = { terminalID, content: 'STATUS#', offline: true }
  expect((await server.call(commandCalls.send, wait, as)).data?.state).toBe('queued')
}
async function leftOf({ id }: TestDevice): Promise<string[]> {
  const { rows } = await server.database.pool.query<{ state: string }>(
    `select state from commands where device_id = $1 union all
     select case when end_time is null then 'unlocked' else 'ended' end from temporary_unlocks where device_id = $1`,
    [id],
  )
  return rows.map(({ state }) => state)
}

test.each(['transfer', 'reset'] as const)('a %s ends what waits for the device', async (way) => {
  const [device, other] = [await aDevice(server.database, agent), await aDevice(server.database, agent)]
  const edited: number[] = []
  const stop = server.bus.subscribe('command.changed', ({ deviceIds }) => edited.push(...deviceIds))
  await queueCommand(device)
  await queueCommand(other)
  edited.length = 0
  const terminalIDs = idsOf(device)
  const { data } =
    way === 'transfer'
      ? await server.call(calls.transfer, { terminalIDs, userId: customer.id }, token)
      : await server.call(calls.reset, { terminalIDs, confirm: '1' }, token)
  expect(data).toEqual({ done: 1, failed: [] })
  expect(await leftOf(device)).toEqual(['cancelled', 'cancelled', 'ended'])
  expect(await leftOf(other)).toEqual(['queued', 'queued', 'unlocked'])
  expect(edited).toEqual([device.id])
  stop()
  const events = await server.call(auditCalls.find, { search: device.terminalID }, token)
  expect(events.data?.list.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['commandCancelled', 'commandCancelled', 'temporaryUnlockEnded']),
  )
})

test('an account that moves is no longer under the wishes of who stood above it', async () => {
  const seller = await anAccount(server.database, { parent: agent })
  const buyer = await anAccount(server.database, { parent: agent })
  const moved = await anAccount(server.database, { parent: seller })
  const devices = [await aDevice(server.database, moved), await aDevice(server.database, moved)]
  const [bySeller, byAgent] = devices as [TestDevice, TestDevice]
  await queueCommand(bySeller, await signIn(server.database, seller))
  await queueCommand(byAgent)
  const { data } = await server.call(subAccountCalls.transfer, { id: moved.id, parentId: buyer.id }, token)
  expect(data).toEqual({})
  expect(await leftOf(bySeller)).toEqual(['cancelled', 'cancelled', 'ended'])
  expect(await leftOf(byAgent)).toEqual(['queued', 'queued', 'unlocked'])
})

describe('a transfer', () => {
  const transfer = async (userId: number, ...devices: TestDevice[]) => {
    const reply = await server.call(calls.transfer, { terminalIDs: idsOf(...devices), userId }, token)
    return reply.data ?? resultNames[reply.meta.code]
  }

  test('hands devices over, and takes them back', async () => {
    const [one, two] = [await aDevice(server.database, agent), await aDevice(server.database, agent)]
    const published: number[] = []
    server.bus.subscribe('device.edited', ({ deviceIds }) => published.push(...deviceIds))
    expect(await transfer(customer.id, one, two)).toEqual({ done: 2, failed: [] })
    expect(await detail(one)).toMatchObject({ userId: customer.id })
    expect(published).toEqual([one.id, two.id])
    expect(await transfer(agent.id, one)).toEqual({ done: 1, failed: [] })
    expect(await detail(one)).toMatchObject({ userId: agent.id })
    expect(await detail(two)).toMatchObject({ userId: customer.id })
  })

  test('is refused to oneself, to where the device is, and beyond one’s own tree', async () => {
    const own = await aDevice(server.database, agent)
    const theirs = await aDevice(server.database, customer)
    const stranger = await anAccount(server.database, { parent: root })
    const foreign = await aDevice(server.database, stranger)
    expect(await transfer(agent.id, own)).toBe('transferToSelf')
    expect(await transfer(customer.id, theirs)).toBe('alreadyThere')
    expect(await transfer(stranger.id, own)).toBe('notFound')
    expect(await transfer(root.id, own)).toBe('notFound')
    expect(await transfer(customer.id, foreign)).toBe('notFound')
  })

  test('does not give an account more devices than it may have', async () => {
    const limited = await anAccount(server.database, { parent: agent })
    await server.database.pool.query(
      'insert into device_limits (account_id, total_device_count) values ($1, 1)',
      [limited.id],
    )
    const [one, two] = [await aDevice(server.database, customer), await aDevice(server.database, customer)]
    expect(await transfer(limited.id, one)).toEqual({ done: 1, failed: [] })
    expect(await transfer(limited.id, two)).toBe('deviceLimitReached')
    expect(await transfer(customer.id, one)).toEqual({ done: 1, failed: [] })
  })

  test('tells each device that stays and why, and moves the others', async () => {
    await aDevice(server.database, customer, { car_number: 'AB-1' })
    const same = await aDevice(server.database, agent, { car_number: 'ab-1' })
    const there = await aDevice(server.database, customer)
    const foreign = await aDevice(server.database, root)
    const good = await aDevice(server.database, agent, { car_number: 'AB-2' })
    expect(await transfer(customer.id, same, there, foreign, good)).toEqual({
      done: 1,
      failed: expect.arrayContaining([
        { id: same.terminalID, result: 'carNumberTaken' },
        { id: there.terminalID, result: 'alreadyThere' },
        { id: foreign.terminalID, result: 'notFound' },
      ]),
    })
  })

  test('takes all that a filter finds', async () => {
    const north = await aDevice(server.database, agent, { nickname: 'north' })
    const south = await aDevice(server.database, agent, { nickname: 'south' })
    await server.call(calls.transfer, { filter: { search: 'north' }, userId: customer.id }, token)
    expect(await detail(north)).toMatchObject({ userId: customer.id })
    expect(await detail(south)).toMatchObject({ userId: agent.id })
  })
})

describe('a term', () => {
  beforeEach(() =>
    server.database.db.updateTable('accounts').set({ free_terms: true }).where('id', '=', agent.id).execute(),
  )

  const activate_time = Date.UTC(2024, 0, 31, 8)
  const set = async (device: TestDevice, input: Partial<InputOf<typeof calls.updateTime>>) => {
    const reply = await server.call(calls.updateTime, { terminalIDs: [device.terminalID], ...input }, token)
    return reply.data ? detail(device) : resultNames[reply.meta.code]
  }

  test('ends at the time that is set, or never', async () => {
    const device = await aDevice(server.database, agent, { activate_time })
    const time = Date.UTC(2099, 11, 31)
    expect(await set(device, { platformExpireTime: time })).toMatchObject({
      platformExpireTime: time,
      platformMode: 'fixed',
      userMode: 'lifetime',
    })
    expect(await set(device, { platformExpireTime: null })).toMatchObject({
      platformExpireTime: null,
      platformMode: 'lifetime',
    })
    expect(await set(device, { platformExpireTime: Date.UTC(2100, 0, 1) })).toBe('invalidInput')
    expect(await set(device, {})).toBe('invalidInput')
  })

  test('counts from activation, whenever that is, until a time is set by hand; and again when set back', async () => {
    const device = await aDevice(server.database, agent)
    expect(await set(device, { mode: 'activation', userMonths: 1 })).toMatchObject({
      userExpireTime: null,
      userMode: 'activation',
      userMonths: 1,
      platformMode: 'lifetime',
    })
    await server.database.pool.query('update devices set activate_time = $1 where id = $2', [
      activate_time,
      device.id,
    ])
    // January 31st and a month.
    const end = Date.UTC(2024, 1, 29, 8)
    expect(await detail(device)).toMatchObject({ userExpireTime: end })
    expect(await set(device, { userExpireTime: end + 1 })).toMatchObject({ userMode: 'fixed' })
    await server.database.pool.query('update devices set activate_time = 0 where id = $1', [device.id])
    expect(await detail(device)).toMatchObject({ userExpireTime: end + 1, userMonths: 1 })
    expect(await set(device, { mode: 'activation' })).toMatchObject({
      userMode: 'activation',
      userExpireTime: Date.UTC(1970, 1, 1),
      platformMode: 'lifetime',
    })
  })

  test('cannot count from activation while nobody said how long it is', async () => {
    const device = await aDevice(server.database, agent, { activate_time })
    expect(await set(device, { mode: 'activation' })).toBe('termMissing')
  })
})

test('type, icon and host are set of many', async () => {
  const device = await aDevice(server.database, agent)
  const admin = await signIn(server.database, root)
  const of = { terminalIDs: [device.terminalID] }
  await server.call(calls.updateDeviceType, { ...of, deviceType: 'k100B' }, admin)
  await server.database.pool.query(`update device_types set wire = 'smoke' where name = 'Nb'`)
  const unserved = await server.call(calls.updateDeviceType, { ...of, deviceType: 'Nb' }, admin)
  expect(resultNames[unserved.meta.code]).toBe('protocolMissing')
  await server.call(calls.updateIconType, { ...of, iconType: 'truck' }, token)
  await server.call(calls.updateHost, { ...of, host: 'gps.example.com:8841' }, token)
  expect(await detail(device)).toMatchObject({
    deviceType: 1,
    iconType: 'truck',
    host: 'gps.example.com:8841',
  })
  for (const host of ['1.2.3.4', '1.2.3.4:0', '1.2.3.4:65536', 'a b:1'])
    expect((await server.call(calls.updateHost, { ...of, host }, token)).meta.code).toBe(1001)
})

test('an 808 type needs an id of 11 digits, unless the device speaks 808 already', async () => {
  const admin = await signIn(server.database, root)
  const long = await aDevice(server.database, agent)
  const fitting = await aDevice(server.database, agent, { terminal_id: '13800138077' })
  const reported = await aDevice(server.database, agent, {
    terminal_id: '00000000013900139077',
    device_type_id: 15,
  })
  const set = async (...devices: TestDevice[]) => {
    const input = { terminalIDs: idsOf(...devices), deviceType: 'Y808' }
    const { data, meta } = await server.call(calls.updateDeviceType, input, admin)
    return data ?? meta
  }
  const failed = [{ id: long.terminalID, result: 'idNot808' }]
  expect(await set(long, fitting, reported)).toEqual({ done: 2, failed })
  expect(await detail(long)).toMatchObject({ deviceTypeName: 'K100' })
  expect(await set(long)).toMatchObject({ code: 1048, message: expect.stringContaining('exactly 11 digits') })
})

test('rows of one statement each set their own, and leave what they do not say', async () => {
  const { db } = server.database
  const one = await aDevice(server.database, agent, { nickname: 'stays', sim: '13911111111' })
  const two = await aDevice(server.database, agent, { car_number: 'TAKEN' })
  const three = await aDevice(server.database, agent)
  const scope = { accountId: agent.id, path: agent.path, deviceId: null }
  const changed = await db.transaction().execute((trx) =>
    setDevices(trx, scope, [
      { terminalID: one.terminalID, sim: '', carNumber: 'TAKEN2' },
      { terminalID: three.terminalID, carNumber: 'taken' },
      { terminalID: two.terminalID, utcOffsetMinutes: 480 },
      { terminalID: '86000000', remark: 'nobody' },
    ]),
  )
  expect(changed).toEqual({
    done: [one, two],
    failed: [
      { id: three.terminalID, result: 'carNumberTaken' },
      { id: '86000000', result: 'notFound' },
    ],
  })
  expect(await detail(one)).toMatchObject({ nickname: 'stays', sim: null, carNumber: 'TAKEN2' })
  expect(await detail(two)).toMatchObject({ carNumber: 'TAKEN', utcOffsetMinutes: 480 })
})

describe('a password of the device', () => {
  const signInBy = (imei: string, password: string) => server.call(oneDeviceCalls.signIn, { imei, password })

  test('is told once, and opens that device only until there is another', async () => {
    const [device, other] = [await aDevice(server.database, agent), await aDevice(server.database, agent)]
    const input = { terminalIDs: idsOf(device) }
    const { data } = await server.call(calls.updatePasswords, input, token)
    const [entry] = data!.passwords
    expect(entry).toEqual({ terminalID: device.terminalID, password: expect.stringMatching(/^\w{14}$/) })
    expect(await detail(device)).toMatchObject({ hasPassword: true })
    const { rows } = await server.database.pool.query('select password_hash from devices where id = $1', [
      device.id,
    ])
    expect(rows[0].password_hash).not.toContain(entry!.password)

    const opened = (await signInBy(device.terminalID, entry!.password)).data!
    const found = await server.call(locationCalls.find, {}, opened.token)
    expect(found.data?.list.map(({ id }) => id)).toEqual([device.id])
    for (const [imei, password] of [
      [device.terminalID, `${entry!.password}x`],
      [other.terminalID, entry!.password],
      [other.terminalID, ''],
    ] as const)
      expect(resultNames[(await signInBy(imei, password)).meta.code]).toBe('wrongCredentials')

    await server.call(calls.updatePasswords, input, token)
    expect(resultNames[(await signInBy(device.terminalID, entry!.password)).meta.code]).toBe(
      'wrongCredentials',
    )
  })

  test('is limited and recorded as those of accounts are', async () => {
    const device = await aDevice(server.database, agent)
    const input = { terminalIDs: idsOf(device) }
    const [entry] = (await server.call(calls.updatePasswords, input, token)).data!.passwords
    const tried = async (password: string) =>
      resultNames[(await signInBy(device.terminalID, password)).meta.code]
    for (let i = 0; i < 5; i++) expect(await tried('guess')).toBe('wrongCredentials')
    expect(await tried(entry!.password)).toBe('tooManyAttempts')
    const events = await server.call(auditCalls.find, { search: device.terminalID }, token)
    expect(events.data!.list[0]).toMatchObject({ kind: 'signInFailed', terminalID: device.terminalID })
  })

  test('does not open while the account is suspended', async () => {
    const device = await aDevice(server.database, customer)
    const input = { terminalIDs: idsOf(device) }
    const [entry] = (await server.call(calls.updatePasswords, input, token)).data!.passwords
    await server.database.pool.query('update accounts set suspend_time = 1 where id = $1', [customer.id])
    const reply = await signInBy(device.terminalID, entry!.password)
    expect(resultNames[reply.meta.code]).toBe('wrongCredentials')
  })
})

test('a picture is stored, shown and taken away; what is none is refused', async () => {
  const device = await aDevice(server.database, agent)
  const png = Buffer.from('89504e470d0a1a0a00112233', 'hex')
  const set = (bytes: Buffer) =>
    server.call(
      oneDeviceCalls.setPicture,
      { terminalID: device.terminalID, picture: bytes.toString('base64') },
      token,
    )
  expect(resultNames[(await set(Buffer.from('<svg onload="x()">'))).meta.code]).toBe('pictureUnusable')
  await set(Buffer.concat([png, png]))
  await set(png)
  const pictureId = (await detail(device))?.pictureId
  expect(pictureId).toEqual(expect.any(Number))
  const shown = () =>
    fetch(`${server.url}${oneDeviceCalls.picture.path}?terminalID=${device.terminalID}`, {
      headers: { authorization: `Bearer ${token}` },
    })
  const reply = await shown()
  expect(reply.headers.get('content-type')).toBe('image/png')
  expect(Buffer.from(await reply.arrayBuffer())).toEqual(png)
  await server.call(oneDeviceCalls.deletePicture, { terminalID: device.terminalID }, token)
  expect((await shown()).status).toBe(404)
  expect((await server.database.pool.query('select from pictures')).rowCount).toBe(0)
})

test('ids, keys, owners and first reports are looked up by terminal id', async () => {
  const own = await aDevice(server.database, customer, { activate_time: 5 })
  const foreign = await aDevice(server.database, root)
  const of = { terminalID: own.terminalID }
  expect((await server.call(oneDeviceCalls.deviceId, of, token)).data).toEqual({ id: own.id })
  expect((await server.call(oneDeviceCalls.keys, of, token)).data?.keys).toContain(own.terminalID)
  expect((await server.call(oneDeviceCalls.enableTime, of, token)).data).toEqual({ activateTime: 5 })
  const terminalIDs = idsOf(own, foreign)
  expect((await server.call(oneDeviceCalls.users, { terminalIDs }, token)).data?.list).toEqual([
    { ...of, userId: customer.id, username: customer.username },
  ])
  expect(
    (await server.call(oneDeviceCalls.ofAgents, { userIds: [customer.id, root.id] }, token)).data?.list,
  ).toEqual([{ ...of, userId: customer.id }])
  expect((await server.call(oneDeviceCalls.batchTest, { terminalIDs }, token)).data?.list).toEqual([of])
})

describe('the stock of an account', () => {
  test('is entered as a list; what is taken or malformed does not keep the others out', async () => {
    const admin = await signIn(server.database, root)
    const taken = await aDevice(server.database, agent)
    const fresh = `8675${String(taken.id).padStart(11, '0')}`
    const input = { terminalIDs: [fresh, taken.terminalID, fresh], deviceType: 'Gt06', userId: agent.id }
    const { data } = await server.call(stock.preInput, input, admin)
    expect(data).toEqual({ done: 1, failed: [{ id: taken.terminalID, result: 'terminalIdTaken' }] })
    expect(await detail({ ...taken, terminalID: fresh })).toMatchObject({
      userId: agent.id,
      state: 'inactive',
    })
    const wrong = await server.call(stock.preInput, { ...input, terminalIDs: ['12'] }, admin)
    expect(resultNames[wrong.meta.code]).toBe('invalidInput')
  })

  test('goes out to an account below and comes in again, each only from where it is', async () => {
    const [one, two] = [await aDevice(server.database, agent), await aDevice(server.database, customer)]
    const out = { terminalIDs: idsOf(one, two), userId: customer.id }
    const elsewhere = [{ id: two.terminalID, result: 'notFound' }]
    expect((await server.call(stock.inputOut, out, token)).data).toEqual({ done: 1, failed: elsewhere })
    expect(await detail(one)).toMatchObject({ userId: customer.id })
    const back = { terminalIDs: idsOf(one) }
    expect((await server.call(stock.inputIn, back, token)).data).toEqual({ done: 1, failed: [] })
    expect(await detail(one)).toMatchObject({ userId: agent.id })
    const again = await server.call(stock.inputIn, back, token)
    expect(resultNames[again.meta.code]).toBe('transferToSelf')
  })
})

describe('a reset', () => {
  const reset = (confirm: number, ...devices: TestDevice[]) =>
    server.call(calls.reset, { terminalIDs: idsOf(...devices), confirm }, token)
  const listed = async (search: string) => (await server.call(calls.resets, { search }, token)).data!.list

  test('is listed with what it hid and until when, and taken back', async () => {
    const device = await aDevice(server.database, agent, { activate_time: 5, nickname: 'Van' })
    expect(resultNames[(await reset(2, device)).meta.code]).toBe('confirmationWrong')
    expect((await reset(1, device)).data).toEqual({ done: 1, failed: [] })
    expect(await detail(device)).toMatchObject({ activateTime: null, state: 'inactive' })
    const [row] = await listed(device.terminalID)
    expect(row).toMatchObject({
      terminalID: device.terminalID,
      nickname: 'Van',
      username: agent.username,
      actor: agent.username,
      activateTime: 5,
      stateTime: null,
      canRestore: true,
    })
    expect(row!.restoreUntilTime - row!.time).toBe(30 * 86_400_000)
    await server.call(calls.restore, { id: row!.id }, token)
    expect(await detail(device)).toMatchObject({ activateTime: 5 })
    expect(await listed(device.terminalID)).toEqual([])
  })

  test('that another followed waits until that one is taken back', async () => {
    const device = await aDevice(server.database, agent, { activate_time: 5 })
    await reset(1, device)
    await server.database.pool.query('update device_resets set time = time - 1000 where device_id = $1', [
      device.id,
    ])
    await server.database.pool.query(
      'update devices set history_from_time = history_from_time - 1000 where id = $1',
      [device.id],
    )
    await reset(1, device)
    const [second, first] = await listed(device.terminalID)
    expect([second?.canRestore, first?.canRestore]).toEqual([true, false])
    const early = await server.call(calls.restore, { id: first!.id }, token)
    expect(resultNames[early.meta.code]).toBe('notFound')
    await server.call(calls.restore, { id: second!.id }, token)
    expect((await listed(device.terminalID))[0]).toMatchObject({ id: first!.id, canRestore: true })
    await server.call(calls.restore, { id: first!.id }, token)
    expect(await detail(device)).toMatchObject({ activateTime: 5 })
  })

  test('is nobody else’s to see or take back', async () => {
    const device = await aDevice(server.database, agent)
    await reset(1, device)
    const [row] = await listed(device.terminalID)
    const stranger = await signIn(server.database, await anAccount(server.database, { parent: root }))
    expect((await server.call(calls.resets, {}, stranger)).data!.list).toEqual([])
    const taken = await server.call(calls.restore, { id: row!.id }, stranger)
    expect(resultNames[taken.meta.code]).toBe('notFound')
  })
})
