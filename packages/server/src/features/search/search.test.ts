import { roles } from '@trackway/core/codes/roles.ts'
import { searchCalls } from '@trackway/core/features/search/calls.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopeOfAccount } from '../../platform/http/session.ts'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { searchDevices } from './queries.ts'

let server: TestServer
let admin: TestAccount
let agent: TestAccount
let customer: TestAccount

beforeAll(async () => {
  server = await startTestServer()
  const { database } = server
  admin = await anAccount(database, { role: roles.admin })
  agent = await anAccount(database, { parent: admin, username: 'north', nickname: 'North Trading' })
  const branch = await anAccount(database, { parent: agent, username: 'branch' })
  customer = await anAccount(database, {
    parent: branch,
    role: roles.user,
    username: 'harbour',
    nickname: '港口物流',
    telephone: '13800138000',
  })
  await aDevice(database, customer, {
    terminal_id: '861234560010624',
    car_number: '粤B12345',
    nickname: 'Blue van',
    iccid: '89860012345678901234',
    sim: '13912344321',
  })
  await aDevice(database, customer, { terminal_id: '861234560012349', nickname: '861234560010624 spare' })
  const stranger = await anAccount(database, { parent: admin, username: 'stranger', nickname: 'North Sea' })
  await aDevice(database, stranger, { terminal_id: '861234560099999', car_number: '粤B12399' })
})
afterAll(() => server.stop())

async function find(text: string, by: TestAccount = agent) {
  const { data, meta } = await server.call(searchCalls.find, { text }, await signIn(server.database, by))
  expect(meta.success).toBe(true)
  return data!
}
const names = async (text: string, by?: TestAccount) =>
  (await find(text, by)).list.map((each) => (each.kind === 'device' ? each.displayName : each.username))

test.each([
  ['861234560010624', 'terminalID', true],
  ['粤b12345', 'carNumber', true],
  ['blue VAN', 'nickname', true],
  ['89860012345678901234', 'iccid', true],
  ['13912344321', 'sim', true],
  ['B1234', 'carNumber', false],
  ['0010624', 'terminalID', false],
])('%s finds the device and says that its %s matched', async (text, field, isExact) => {
  const [first] = (await find(text)).list
  expect(first).toMatchObject({ kind: 'device', displayName: '粤B12345', field, isExact, state: 'inactive' })
})

test('what is called exactly so comes before what holds the text', async () => {
  expect(await names('861234560010624')).toEqual(['粤B12345', '861234560010624 spare'])
})

test('each comes with the accounts above it, from the caller down', async () => {
  const [device] = (await find('粤B12345')).list
  expect(device?.owners.map(({ name }) => name)).toEqual(['branch', '港口物流'])
  const [account] = (await find('harbour')).list
  expect(account).toMatchObject({ kind: 'account', field: 'username', isExact: true, role: roles.user })
  expect(account?.owners.map(({ name }) => name)).toEqual(['branch'])
})

test.each(['港口', '13800138000', 'HARB'])('the customer is found by %s', async (text) =>
  expect(await names(text)).toEqual(['harbour']),
)

test('two digits find only what is called exactly so', async () => {
  expect(await names('86')).toEqual([])
  await aDevice(server.database, customer, { nickname: '86' })
  expect(await names('86')).toEqual(['86'])
})

test('three digits find plates and names, not the numbers that nearly all have them in', async () => {
  for (const who of [agent, admin]) expect(await names('391', who)).toEqual([])
  await aDevice(server.database, customer, { car_number: '粤B·HKX-391' })
  for (const who of [agent, admin]) expect(await names('391', who)).toEqual(['粤B·HKX-391'])
})

test('wildcards and line breaks are letters like others', async () => {
  for (const text of ['%%%%', '____', 'a\\b', '粤B12345%']) expect(await names(text)).toEqual([])
})

test('others’ devices and accounts are neither found nor counted', async () => {
  for (const text of ['861234560099999', '粤B12399', 'stranger', 'North Sea']) {
    expect(await find(text)).toEqual({ list: [], hasMoreDevices: false, hasMoreAccounts: false })
  }
  expect(await names('North')).toEqual(['north'])
  expect(await names('North', admin)).toEqual(['north', 'stranger'])
  expect(await names('粤B123', admin)).toEqual(['粤B12345', '粤B12399'])
})

test.each([
  ['log', true],
  ['originLogSearch', true],
  ['test', true],
  ['testSearch', false],
  ['testStockUser', false],
] as const)('role %s of the factory finds devices, not accounts: %s', async (role, isFound) => {
  const staff = await anAccount(server.database, { parent: admin, role: roles[role] })
  expect(await names('861234560010624', staff)).toEqual(isFound ? ['粤B12345', '861234560010624 spare'] : [])
  expect(await names('harbour', staff)).toEqual([])
  const stranger = await anAccount(server.database, { parent: agent, role: roles[role] })
  expect(await names('861234560099999', stranger)).toEqual([])
})

test('only eight are shown of each kind, and that there are more is counted within the scope', async () => {
  const { database } = server
  const full = await anAccount(database, { parent: agent, role: roles.user })
  for (let i = 0; i < 8; i++) await aDevice(database, full, { nickname: `tram ${i}` })
  await aDevice(database, admin, { nickname: 'tram of the administrator' })
  expect(await find('tram')).toMatchObject({ hasMoreDevices: false })
  expect((await find('tram', admin)).list).toHaveLength(8)
  expect(await find('tram', admin)).toMatchObject({ hasMoreDevices: true })
})

test('a role that may not see devices finds accounts only, an end user devices only', async () => {
  const superAgent = await anAccount(server.database, {
    parent: agent,
    role: roles.superAgent,
    username: 'vans',
  })
  await aDevice(server.database, superAgent, { nickname: 'vans of a super agent' })
  expect(await names('vans', superAgent)).toEqual(['vans'])
  expect(await names('harbour', customer)).toEqual([])
  expect(await names('Blue', customer)).toEqual(['粤B12345'])
})

test.each(['861234560010624', '234560', 'Blue van'])(
  'a scope of factory types finds %j only where the type is marked',
  async (text) => {
    const { db, pool } = server.database
    const scope = { ...scopeOfAccount({ ...agent, role: roles.agent }), isOfFactoryTypes: true }
    const found = async () => (await searchDevices(db, scope, text, Date.now())).list.length
    expect(await found()).toBe(0)
    await pool.query('update device_types set factory_visible = true')
    expect(await found()).toBeGreaterThan(0)
    await pool.query('update device_types set factory_visible = false')
  },
)
