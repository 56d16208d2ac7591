import { resultCodes } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { identityOf as gt06Identity } from '@trackway/protocols/gt06/identity.ts'
import { identityOf as jt808Identity } from '@trackway/protocols/jt808/identity.ts'
import type { Identity } from '@trackway/protocols/protocol.ts'
import { fromHex } from '@trackway/protocols/wire/bytes.ts'
import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLocalBus } from '../../platform/bus/bus.ts'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { keysOf } from './device-keys.ts'
import { createDeviceRegistry } from './device-registry.ts'

let server: TestServer
let owner: TestAccount
let stranger: string
beforeAll(async () => {
  server = await startTestServer()
  const root = await anAccount(server.database, { role: roles.admin })
  owner = await anAccount(server.database, { parent: root, importCount: 1_000 })
  stranger = await signIn(
    server.database,
    await anAccount(server.database, { parent: root, importCount: 1_000 }),
  )
})
afterEach(() => server.database.pool.query('delete from devices'))
afterAll(() => server.stop())

/** A fresh process: nothing is remembered. */
async function ownerOf(identity: Identity): Promise<string | undefined> {
  const registry = createDeviceRegistry({
    database: server.database,
    bus: createLocalBus(pino({ level: 'silent' })),
  })
  const found = await registry.find(identity)
  // What is remembered answers the same.
  expect(await registry.find(identity)).toBe(found)
  registry.close()
  return found?.terminalId
}

const gt06 = (digits: string) => gt06Identity(digits)!
const jt808 = (hex: string) => jt808Identity(fromHex(hex))

/** A device's id, what its frames say, and what somebody else might register to receive its reports. */
const attacks: { id: string; frame: Identity; other: string; why: string }[] = [
  { id: '860077000712346', frame: jt808('077000712346'), other: '77000712346', why: 'the tail' },
  { id: '860077000712346', frame: jt808('077000712346'), other: '077000712346', why: 'the tail as sent' },
  { id: '860077000712346', frame: jt808('017000712346'), other: '17000712346', why: '01 and ten digits' },
  {
    id: '860077000712346',
    frame: jt808('077000712346'),
    other: '60077000712346',
    why: 'but the first digit',
  },
  { id: '864717003664467', frame: gt06('8647170036644670'), other: '8647170036644670', why: 'padded' },
  { id: '864717003664467', frame: gt06('0864717003664467'), other: '0864717003664467', why: 'a zero before' },
  { id: '12345678901', frame: gt06('0000012345678901'), other: '000012345678901', why: 'its zeros' },
  { id: '12345678901', frame: jt808('012345678901'), other: '012345678901', why: 'as sent' },
  { id: '13912344329', frame: jt808('00000000013912344329'), other: '013912344329', why: 'in twelve' },
  { id: '000012345678901', frame: gt06('0000012345678901'), other: '12345678901', why: 'without zeros' },
]

test.each(attacks)('$other cannot be registered beside $id: $why', async ({ id, frame, other }) => {
  await aDevice(server.database, owner, { terminal_id: id })
  expect(await ownerOf(frame)).toBe(id)
  const { meta, data } = await server.call(deviceCalls.add, { terminalID: other, deviceType: 13 }, stranger)
  expect(meta.code).toBe(resultCodes.terminalIdTaken)
  expect(data).toBeNull()
  expect(await ownerOf(frame)).toBe(id)
})

test.each(attacks)('$id cannot be registered where $other was first: $why', async ({ id, frame, other }) => {
  await aDevice(server.database, owner, { terminal_id: other })
  const before = await ownerOf(frame)
  const { meta } = await server.call(deviceCalls.add, { terminalID: id, deviceType: 13 }, stranger)
  expect(meta.code).toBe(resultCodes.terminalIdTaken)
  expect(await ownerOf(frame)).toBe(before)
})

test('an IMEI in a header as a binary number leads to its device', async () => {
  await aDevice(server.database, owner, { terminal_id: '314159265358973' })
  expect(await ownerOf(jt808('1c92972436d9'))).toBe('314159265358973')
})

test('a deleted device leaves its keys, a changed id takes others', async () => {
  const { id } = await aDevice(server.database, owner, { terminal_id: '860077000712346' })
  await server.database.pool.query(`update devices set terminal_id = '860077000700002' where id = $1`, [id])
  expect(await ownerOf(jt808('077000712346'))).toBeUndefined()
  expect(await ownerOf(jt808('077000700002'))).toBe('860077000700002')
  await server.database.pool.query('delete from devices where id = $1', [id])
  const { meta } = await server.call(deviceCalls.add, { terminalID: '77000700002', deviceType: 13 }, stranger)
  expect(meta.code).toBe(resultCodes.success)
})

test('whatever a frame says leads to the device registered under one of its names', async () => {
  const names = fc.stringMatching(/^[0-9]{16}$/).map((digits) => gt06Identity(digits))
  const headers = fc
    .stringMatching(/^(?:[0-9]{12}|[0-9]{20})$/)
    .map((digits) => jt808Identity(fromHex(digits)))
  const identities = fc
    .oneof(names, headers)
    .filter((identity): identity is Identity => (identity?.terminalIds.length ?? 0) > 0)
  const cases = fc.sample(identities, 300)
  const ids = cases.flatMap(({ terminalIds }) => terminalIds)
  const { rows } = await server.database.pool.query<{ id: string; keys: string[] }>(
    'select id, array(select device_keys_of(id)) as keys from unnest($1::text[]) as id',
    [ids],
  )
  const claimed = new Map(rows.map(({ id, keys }) => [id, keys]))
  for (const identity of cases) {
    for (const id of identity.terminalIds) {
      expect(
        keysOf(identity).filter((key) => claimed.get(id)!.includes(key)),
        id,
      ).not.toEqual([])
    }
  }
})
