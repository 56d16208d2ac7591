import type { Call } from '@trackway/core/api/call.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { oneDeviceCalls } from '@trackway/core/features/devices/one-device-calls.ts'
import { deviceStockCalls } from '@trackway/core/features/devices/stock-calls.ts'
import { importCalls } from '@trackway/core/features/imports/calls.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { aDevice, anAccount, signIn, type TestAccount } from '../testing/builders.ts'
import { type Sample, samplesOf, type Target } from '../testing/sample-inputs.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { allHandlers } from './all.ts'

/** An id that a stranger's device has, and one that no device has, are answered alike to all who could not add it. */

let server: TestServer
let stranger: Target
/** What nobody has. */
const unknownID = '867000000000983'
const callers: Record<string, string | undefined> = {}
let shop: TestAccount

beforeAll(async () => {
  server = await startTestServer()
  const { database } = server
  const root = await anAccount(database, { role: roles.admin })
  const other = await anAccount(database, { parent: root, role: roles.agent })
  stranger = { account: other, device: await aDevice(database, other, { terminal_id: '867000000000975' }) }
  shop = await anAccount(database, { parent: root, role: roles.agent })
  await aDevice(database, shop, { car_number: 'TAKEN 1' })
  callers['agent without import counts'] = await signIn(database, shop)
  const full = await anAccount(database, { parent: root, role: roles.agent, importCount: 5 })
  await server.database.pool.query(
    'insert into device_limits (account_id, total_device_count) values ($1, 0)',
    [full.id],
  )
  callers['agent at its limit'] = await signIn(database, full)
  callers['end user'] = await signIn(database, await anAccount(database, { parent: root, role: roles.user }))
  callers.nobody = undefined
})
afterAll(() => server.stop())

const aimed = allHandlers
  .map(({ call }) => call)
  .filter((call) => inputsOf(call).length > 0)
  .map((call) => [call.path, call] as const)

/** The samples of a call that name a device, each with a hole for its terminal id. */
function inputsOf(call: Call): ((terminalID: string) => Sample)[] {
  const placeholder = '867000000000967'
  const target = { account: { id: 0, path: '/0/' }, device: { id: 0, terminalID: placeholder } } as never
  return samplesOf(call, target).flatMap((sample) => {
    const shape = call.input instanceof z.ZodObject ? call.input.shape : {}
    const named = {
      ...sample,
      ...('terminalID' in shape && { terminalID: placeholder }),
      ...('terminalIDs' in shape && !('filter' in sample) && { terminalIDs: [placeholder] }),
    }
    const text = JSON.stringify(named)
    return text.includes(placeholder)
      ? [(terminalID: string) => JSON.parse(text.replaceAll(placeholder, terminalID))]
      : []
  })
}

async function answer(call: Call, input: Sample, token: string | undefined): Promise<string> {
  const { meta, data, status } = await server.call(call, input as never, token)
  return JSON.stringify([status, resultNames[meta.code], data])
    .replaceAll(stranger.device.terminalID, 'ID')
    .replaceAll(unknownID, 'ID')
    .replaceAll(/\d{13}/g, 'TIME')
}

describe.each(['agent without import counts', 'agent at its limit', 'end user', 'nobody'])('%s', (who) => {
  test.each(aimed)('%s', async (_path, call) => {
    // Ends the session of the caller.
    if (call.session === 'ends') return
    for (const inputWith of inputsOf(call))
      expect(await answer(call, inputWith(stranger.device.terminalID), callers[who])).toBe(
        await answer(call, inputWith(unknownID), callers[who]),
      )
  })
})

/** Whatever else is wrong with what is added is said of both. */
test.each<[string, Call, (terminalID: string) => object]>([
  ['nothing else', deviceCalls.add, (terminalID) => ({ terminalID, deviceType: 13 })],
  [
    'a plate that is taken',
    deviceCalls.add,
    (terminalID) => ({ terminalID, deviceType: 13, carNumber: 'taken 1' }),
  ],
  ['many', deviceStockCalls.preInput, (terminalID) => ({ terminalIDs: [terminalID], deviceType: 13 })],
])('%s', async (_what, call, inputWith) => {
  const token = callers['agent without import counts']
  const [theirs, unknown] = [stranger.device.terminalID, unknownID].map((id) => inputWith(id) as Sample)
  expect(await answer(call, theirs!, token)).toBe(await answer(call, unknown!, token))
})

test('a plate that is taken is said before an id that is, to who has import counts too', async () => {
  await server.database.pool.query(
    `insert into ledger_balances (account_id, asset, balance) values ($1, 'import', 1)`,
    [shop.id],
  )
  const add = (terminalID: string) =>
    answer(
      deviceCalls.add,
      { terminalID, deviceType: 13, carNumber: 'taken 1' },
      callers['agent without import counts'],
    )
  expect(await add(stranger.device.terminalID)).toContain('carNumberTaken')
  expect(await add(unknownID)).toContain('carNumberTaken')
})

test('a sign-in to a device that fails is as much work for an id that no device has', async () => {
  const { pool } = server.database
  const writes = async (imei: string) => {
    const count = async () =>
      (await pool.query<{ times: number }>('select coalesce(sum(times), 0)::int as times from audit_events'))
        .rows[0]!.times
    const before = await count()
    await server.call(oneDeviceCalls.signIn, { imei, password: 'wrong' })
    return (await count()) - before
  }
  expect(await writes(unknownID)).toBe(await writes(stranger.device.terminalID))
})

test('of a batch that is larger than the import count nobody learns which ids others have', async () => {
  const holder = await anAccount(server.database, {
    parent: stranger.account,
    role: roles.agent,
    importCount: 1,
  })
  const token = await signIn(server.database, holder)
  const check = async (...ids: string[]) => {
    const rows = ids.map((terminalID) => ({ terminalID, deviceType: '13' }))
    const { data } = await server.call(importCalls.check, { kind: 'deviceImport', rows }, token)
    return data!.findings.filter(({ isWarning }) => !isWarning).map(({ row, reason }) => [row, reason])
  }
  const { terminalID } = await aDevice(server.database, shop, { terminal_id: '867000000000959' })
  expect(await check(terminalID, unknownID)).toEqual([])
  // It could register this one, and so learns that it cannot.
  expect(await check(terminalID)).toEqual([[1, 'terminalIdTaken']])
})
