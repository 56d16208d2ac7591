import { type ResultName, resultNames } from '@trackway/core/codes/results.ts'
import { type RoleId, roles } from '@trackway/core/codes/roles.ts'
import { auditCalls } from '@trackway/core/features/audit/calls.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { deviceTypeCalls } from '@trackway/core/features/device-types/calls.ts'
import { deviceCalls, unknownDeviceCalls } from '@trackway/core/features/devices/calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { scopeOfAccount } from '../../platform/http/session.ts'
import { devicesShown } from '../../platform/scope/scope-sql.ts'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { findDeviceId } from '../devices/find-device-id.ts'

let server: TestServer
let root: TestAccount
let admin: string
let changedIds: number[]
beforeAll(async () => {
  server = await startTestServer()
  root = await anAccount(server.database, { role: roles.admin })
  admin = await signIn(server.database, root)
  server.bus.subscribe('deviceType.edited', ({ deviceTypeId }) => changedIds.push(deviceTypeId))
})
beforeEach(() => {
  changedIds = []
})
afterAll(() => server.stop())

type Input<N extends keyof typeof deviceTypeCalls> = Parameters<
  typeof server.call<(typeof deviceTypeCalls)[N]>
>[1]
let count = 0
const add = (input: Partial<Input<'add'>> = {}) =>
  server.call(deviceTypeCalls.add, { name: `model ${++count}`, wire: 'gt06', ...input }, admin)
const update = (input: Input<'update'>) => server.call(deviceTypeCalls.update, input, admin)
const added = async (input?: Partial<Input<'add'>>) => (await add(input)).data!
const result = ({ meta }: { meta: { code: number } }): ResultName | undefined => resultNames[meta.code]
const lastEvent = async () => (await server.call(auditCalls.find, {}, admin)).data!.list[0]

test('a type is added behind the specification’s ids, found, changed and deleted', async () => {
  const type = await added({ label: 'Door magnet', sensors: ['door', 'battery'], workModes: ['sleep'] })
  expect(type).toMatchObject({
    label: 'Door magnet',
    wire: 'gt06',
    sensors: ['door', 'battery'],
    workModes: ['sleep'],
    iconType: 'car',
    codeRule: 'any',
    factoryVisible: false,
    trackOptimisation: false,
    deviceCount: 0,
  })
  expect(type.id).toBeGreaterThanOrEqual(100)
  const changed = await update({ id: type.id, importProtocol: 2, sensors: [], iconType: 'asset' })
  expect(changed.data).toEqual({ ...type, importProtocol: 2, sensors: [], iconType: 'asset' })
  expect((await server.call(deviceTypeCalls.detail, { id: type.id }, admin)).data).toEqual(changed.data)
  const { data } = await server.call(deviceTypeCalls.findByPage, { search: 'door mag' }, admin)
  expect(data).toEqual({ list: [changed.data], total: 1 })
  const all = await server.call(deviceTypeCalls.allConfig, {}, admin)
  expect(all.data?.types[type.id]).toEqual(changed.data)
  expect(result(await server.call(deviceTypeCalls.delete, { id: type.id }, admin))).toBe('success')
  expect(changedIds).toEqual([type.id, type.id, type.id])
  expect(result(await server.call(deviceTypeCalls.detail, { id: type.id }, admin))).toBe('unknownDeviceType')
})

test('every change is recorded with what was and what is', async () => {
  const { id, name } = await added({ wire: 'jt808', id: 5_000 })
  expect(await lastEvent()).toMatchObject({
    kind: 'deviceTypeAdded',
    username: root.username,
    before: null,
    after: { deviceType: id, name, wire: 'jt808' },
  })
  await update({ id, codeRule: 'demand', trackOptimisation: true, wire: 'jt808' })
  expect(await lastEvent()).toMatchObject({
    kind: 'deviceTypeEdited',
    before: { deviceType: id, codeRule: 'any', trackOptimisation: false },
    after: { deviceType: id, codeRule: 'demand', trackOptimisation: true },
  })
  expect((await lastEvent())?.after).not.toHaveProperty('wire')
  const edited = await lastEvent()
  await update({ id, codeRule: 'demand' })
  expect([await lastEvent(), changedIds]).toEqual([edited, [id, id]])
  await server.call(deviceTypeCalls.delete, { id }, admin)
  expect(await lastEvent()).toMatchObject({
    kind: 'deviceTypeDeleted',
    before: { deviceType: id, name },
    after: null,
  })
})

test('a refused change leaves neither a trace nor a message', async () => {
  const { id } = await added()
  const before = await lastEvent()
  expect(result(await update({ id, name: 'Gt06', trackOptimisation: true }))).toBe('deviceTypeNameTaken')
  expect((await server.call(deviceTypeCalls.detail, { id }, admin)).data?.trackOptimisation).toBe(false)
  expect(await lastEvent()).toEqual(before)
  expect(changedIds).toEqual([id])
})

test.each<[string, Partial<Input<'add'>>, ResultName]>([
  ['an id that another has', { id: 13 }, 'deviceTypeIdTaken'],
  ['the name of another in other letters', { name: 'gt06' }, 'deviceTypeNameTaken'],
  ['the name of another as label', { label: 'GT06' }, 'deviceTypeNameTaken'],
  ['a name that is an id', { name: '13' }, 'invalidInput'],
  ['a code rule for a protocol without codes', { codeRule: 'learn' }, 'codeRuleWithoutCodes'],
])('%s is refused', async (_, input, refusal) => expect(result(await add(input))).toBe(refusal))

test('a type with a code rule does not come to speak another protocol', async () => {
  const { id } = await added({ wire: 'jt808', codeRule: 'learn' })
  expect(result(await update({ id, wire: 'gt06' }))).toBe('codeRuleWithoutCodes')
  expect(result(await update({ id, wire: 'gt06', codeRule: 'any' }))).toBe('success')
})

test('of many who add the same name at once, one does', async () => {
  const replies = await Promise.all(Array.from({ length: 6 }, () => add({ name: 'the same' })))
  expect(replies.map(result).sort()).toEqual(['success', ...Array(5).fill('deviceTypeNameTaken')].sort())
})

test('a type is not deleted while devices are of it, and says how many', async () => {
  const { id } = await added()
  const device = await aDevice(server.database, root, { device_type_id: id })
  await aDevice(server.database, root, { device_type_id: id })
  const refused = await server.call(deviceTypeCalls.delete, { id }, admin)
  expect(result(refused)).toBe('deviceTypeInUse')
  expect(refused.meta).toMatchObject({ count: 2, message: expect.stringContaining('2') })
  await server.database.pool.query('delete from devices where device_type_id = $1', [id])
  expect(device.id).toBeGreaterThan(0)
  expect(result(await server.call(deviceTypeCalls.delete, { id }, admin))).toBe('success')
})

test('a type whose protocol has no codec is given to no device', async () => {
  const { id } = await added()
  await server.database.pool.query(`update device_types set wire = 'smoke' where id = $1`, [id])
  const { terminalID } = await aDevice(server.database, root)
  const input = { terminalID: '862999000000001', deviceType: id }
  expect(result(await server.call(deviceCalls.add, input, admin))).toBe('protocolMissing')
  expect(result(await server.call(deviceCalls.detail, { terminalID }, admin))).toBe('success')
})

test('a new device gets icon and import protocol of its type, found by its label, unless others are said', async () => {
  await added({ label: 'Bike lock', iconType: 'motorcycle', importProtocol: 3 })
  const register = async (terminalID: string, more: object = {}) =>
    (await server.call(deviceCalls.add, { terminalID, deviceType: 'bike LOCK', ...more }, admin)).data
  expect(await register('862999000000002')).toMatchObject({
    deviceTypeName: 'Bike lock',
    iconType: 'motorcycle',
    importProtocol: 3,
  })
  expect(await register('862999000000003', { iconType: 'van', importProtocol: 0 })).toMatchObject({
    iconType: 'van',
    importProtocol: 0,
  })
})

test('an 808 type with long ids takes an IMEI by form and on the day it knocks, others eleven digits', async () => {
  const long = await added({ label: '808 by IMEI', wire: 'jt808', ids: 'long', importProtocol: 1 })
  const add = (terminalID: string, deviceType: number) =>
    server.call(deviceCalls.add, { terminalID, deviceType }, admin)
  expect(result(await add('862999000000019', 14))).toBe('invalidInput')
  expect(result(await add('862999000000019', long.id))).toBe('success')
  expect(result(await add('13900000019', long.id))).toBe('success')
  await server.database.pool.query(
    `insert into unknown_devices (terminal_id, wire, remote_address, attempts, first_time, last_time)
     values ('862999000000027', 'jt808', '127.0.0.1', 1, 1, 1), ('13900000027', 'jt808', '127.0.0.1', 1, 1, 1)`,
  )
  const { data } = await server.call(unknownDeviceCalls.find, {}, admin)
  expect(data?.list.map(({ terminalID, registersAs }) => [terminalID, registersAs]).sort()).toEqual([
    ['13900000027', 'Y808'],
    ['862999000000027', '808 by IMEI'],
  ])
  // Back to eleven digits: a device that has its id stays, a new one is refused.
  await update({ id: long.id, ids: 'usual' })
  expect(result(await add('862999000000035', long.id))).toBe('invalidInput')
})

test('commands that a model cannot have are neither offered nor sent', async () => {
  const { id } = await added({ sensors: ['battery'], workModes: ['clock'] })
  const { terminalID } = await aDevice(server.database, root, { device_type_id: id })
  const { data } = await server.call(commandCalls.detail, { terminalID }, admin)
  const codes = data!.commands.map(({ code }) => code)
  expect(codes).toContain('lowPowerAlarm')
  expect(codes).not.toContain('oilCut')
  const { data: functions } = await server.call(commandCalls.functions, {}, admin)
  expect(functions!.types[id]).toEqual(expect.not.arrayContaining(['oilCut', 'sleep']))
  const sent = await server.call(commandCalls.send, { terminalID, code: 'oilCut', offline: true }, admin)
  expect(result(sent)).toBe('commandUnsupported')
})

test('a type has a picture, which goes with it', async () => {
  const { id } = await added()
  const png = Buffer.from('89504e470d0a1a0a00', 'hex').toString('base64')
  const pictures = () => server.database.pool.query('select from pictures')
  const before = (await pictures()).rowCount!
  const set = (picture: string | null) => server.call(deviceTypeCalls.setPicture, { id, picture }, admin)
  expect(result(await set('bm8='))).toBe('pictureUnusable')
  const { data } = await set(png)
  expect((await server.call(deviceTypeCalls.detail, { id }, admin)).data?.pictureId).toBe(data?.pictureId)
  await set(png)
  expect((await pictures()).rowCount).toBe(before + 1)
  await server.call(deviceTypeCalls.delete, { id }, admin)
  expect((await pictures()).rowCount).toBe(before)
})

describe('factoryVisible', () => {
  const aTester = async (role: RoleId) => {
    const account = await anAccount(server.database, { parent: root, role })
    const shown = await aDevice(server.database, account, { device_type_id: shownType })
    const hidden = await aDevice(server.database, account, { device_type_id: 13 })
    return { account, token: await signIn(server.database, account), shown, hidden }
  }
  let shownType: number
  beforeAll(async () => {
    changedIds = []
    shownType = (await added({ factoryVisible: true })).id
  })

  test.each([
    [roles.wanweiTest, false],
    [roles.test, true],
    [roles.agent, true],
  ])('role %s sees types that are not marked: %s', async (role, isSeen) => {
    const { token } = await aTester(role)
    const { data } = await server.call(deviceCalls.types, {}, token)
    const ids = data!.list.map(({ id }) => id)
    expect(ids).toContain(shownType)
    expect(ids.includes(13)).toBe(isSeen)
    const picture = await server.call(deviceTypeCalls.picture, { id: 13 }, token)
    expect(result(picture)).toBe(isSeen ? 'notFound' : 'unknownDeviceType')
  })

  test('a query of the scope, and one that keeps to its accounts by itself, are narrowed', async () => {
    const { account, shown, hidden } = await aTester(roles.wanweiTest)
    const scope = scopeOfAccount({ ...account, role: roles.wanweiTest })
    const { db } = server.database
    expect(await findDeviceId(db, scope, shown.terminalID)).toBe(shown.id)
    await expect(findDeviceId(db, scope, hidden.terminalID)).rejects.toMatchObject({ refusal: 'notFound' })
    const rows = await db.selectFrom('devices').select('id').where(devicesShown(scope)).execute()
    expect(rows).toContainEqual({ id: shown.id })
    expect(rows).not.toContainEqual({ id: hidden.id })
  })
})
