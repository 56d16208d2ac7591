import type { InputOf } from '@trackway/core/api/call.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { deviceLifeCalls } from '@trackway/core/features/device-life/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { simCardCalls } from '@trackway/core/features/sim-cards/calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { checkAll, checkChanged } from './check-cards.ts'
import { importCards } from './import-cards.ts'

let server: TestServer
let admin: TestAccount
let keeper: string
let bench: string
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  const { database } = server
  admin = await anAccount(database, { role: roles.admin })
  keeper = await signIn(database, await anAccount(database, { parent: admin, role: roles.testStockUser }))
  bench = await signIn(database, await anAccount(database, { parent: admin, role: roles.test }))
})
afterAll(() => server.stop())

let count = 0
const anIccid = () => `898604${String(4_000_000_000_000 + ++count)}7`

/** Cards of the administrator, matched to these devices. */
async function haveCards(...cards: { iccid: string; terminalID?: string }[]): Promise<number[]> {
  const imported = await server.database.db.transaction().execute((trx) =>
    importCards(
      trx,
      cards.map(({ iccid, terminalID = null }) => ({ iccid, terminalID, values: {} })),
      {
        scope: { accountId: admin.id, path: admin.path, deviceId: null },
        operatorId: admin.id,
        now: Date.now(),
      },
    ),
  )
  return imported.map(({ id }) => id)
}

const find = async (input: InputOf<typeof simCardCalls.find> = {}, by = keeper) =>
  (await server.call(simCardCalls.find, input, by)).data!.list
const cardOf = async (iccid: string) => (await find({ numbers: [iccid] }))[0]!
const fix = (ids: number[], by = keeper) => server.call(simCardCalls.fix, { ids }, by)

/** A device that reports this ICCID, and for which that one was entered. */
const device = (reports: string | null, entered: string | null, stateTime = Date.now()) =>
  aDevice(
    server.database,
    admin,
    { iccid: entered, information: JSON.stringify(reports === null ? {} : { iccid: reports }) as never },
    { state_time: stateTime },
  )
const enteredOf = async ({ terminalID }: TestDevice) =>
  (
    await server.database.db
      .selectFrom('devices')
      .select('iccid')
      .where('terminal_id', '=', terminalID)
      .executeTakeFirstOrThrow()
  ).iccid

describe('card, entered and reported', () => {
  test('fit: nothing is to be checked, whether 19 or 20 digits are written', async () => {
    const iccid = anIccid()
    const d = await device(iccid.slice(0, 19), iccid)
    await haveCards({ iccid, terminalID: d.terminalID })
    expect(await cardOf(iccid)).toMatchObject({ mismatch: null, reportedTerminalID: d.terminalID })
    expect(await cardOf(iccid.slice(0, 19))).toMatchObject({ iccid })
  })

  test('what the device reports counts: the match follows it in one click', async () => {
    const [here, there] = [anIccid(), anIccid()]
    const d = await device(there, here)
    const ids = await haveCards({ iccid: here, terminalID: d.terminalID }, { iccid: there })
    expect((await find({ mismatch: 'any' })).map(({ iccid, mismatch }) => [iccid, mismatch])).toEqual([
      [there, 'unmatched'],
      [here, 'reported'],
    ])
    await fix([ids[0]!])
    expect(await cardOf(here)).toMatchObject({ mismatch: null, terminalID: null })
    expect(await cardOf(there)).toMatchObject({ mismatch: null, terminalID: d.terminalID })
    expect(await enteredOf(d)).toBe(there)
  })

  test('of two devices that report a card the one last heard of has it', async () => {
    const iccid = anIccid()
    const old = await device(iccid, iccid, 1_000)
    const fresh = await device(iccid, null, 2_000)
    const [id] = await haveCards({ iccid, terminalID: old.terminalID })
    expect(await cardOf(iccid)).toMatchObject({ mismatch: 'reported', reportedTerminalID: fresh.terminalID })
    await fix([id!])
    expect(await cardOf(iccid)).toMatchObject({ mismatch: null, terminalID: fresh.terminalID })
    expect([await enteredOf(old), await enteredOf(fresh)]).toEqual([null, iccid])
  })

  test('without a report the match counts, and without one what was entered', async () => {
    const [matched, entered] = [anIccid(), anIccid()]
    const [one, two] = [await device(null, null), await device(null, entered)]
    const ids = await haveCards({ iccid: matched, terminalID: one.terminalID }, { iccid: entered })
    await server.call(
      deviceCalls.update,
      { terminalID: one.terminalID, iccid: anIccid() } as never,
      await signIn(server.database, admin),
    )
    await checkChanged(server.database.db)
    expect((await cardOf(matched)).mismatch).toBe('entered')
    expect((await cardOf(entered)).mismatch).toBe('unmatched')
    await fix(ids)
    expect(await find({ mismatch: 'any' })).toEqual([])
    expect([await enteredOf(one), await enteredOf(two)]).toEqual([matched, entered])
    expect((await cardOf(entered)).terminalID).toBe(two.terminalID)
  })

  test('a device that changes is compared again, without anybody waiting', async () => {
    const iccid = anIccid()
    const d = await device(iccid, iccid)
    await haveCards({ iccid, terminalID: d.terminalID })
    const report = (reported: string) =>
      server.database.pool.query(
        `update devices set information = information || jsonb_build_object('iccid', $2::text) where terminal_id = $1`,
        [d.terminalID, reported],
      )
    await report(anIccid())
    await checkChanged(server.database.db)
    expect((await cardOf(iccid)).mismatch).toBe('reported')
    await report(iccid)
    await checkChanged(server.database.db)
    expect((await cardOf(iccid)).mismatch).toBeNull()
    await server.database.pool.query('delete from device_states where device_id = $1', [d.id])
    await server.database.pool.query('delete from devices where id = $1', [d.id])
    expect(await checkChanged(server.database.db)).toBeGreaterThan(0)
    expect(await cardOf(iccid)).toMatchObject({ mismatch: null, terminalID: d.terminalID, displayName: null })
  })

  test('all are compared now and then', async () => {
    const iccid = anIccid()
    const d = await device(anIccid(), iccid)
    await haveCards({ iccid, terminalID: d.terminalID })
    await server.database.db.updateTable('sim_cards').set({ mismatch: null }).execute()
    await checkAll(server.database.db)
    expect((await cardOf(iccid)).mismatch).toBe('reported')
  })
})

test('a device has one card: matching another takes the first one off', async () => {
  const [one, two] = [anIccid(), anIccid()]
  const d = await device(null, null)
  const ids = await haveCards({ iccid: one, terminalID: d.terminalID }, { iccid: two })
  await server.call(simCardCalls.match, { id: ids[1]!, terminalID: d.terminalID }, bench)
  expect([(await cardOf(one)).terminalID, (await cardOf(two)).terminalID]).toEqual([null, d.terminalID])
  expect(await enteredOf(d)).toBe(two)
})

test('a card is matched to a device that is not registered yet', async () => {
  const iccid = anIccid()
  const [id] = await haveCards({ iccid })
  await server.call(simCardCalls.match, { id: id!, terminalID: '860123040000019' }, bench)
  expect(await cardOf(iccid)).toMatchObject({ terminalID: '860123040000019', username: null, mismatch: null })
})

test('a match is cleared for many at once, counted by who does it, and recorded', async () => {
  const cards = [anIccid(), anIccid()]
  const devices = [await device(null, null), await device(null, null)]
  const ids = await haveCards(...cards.map((iccid, at) => ({ iccid, terminalID: devices[at]!.terminalID })))
  const clear = (confirm: number) => server.call(simCardCalls.clear, { ids, confirm }, bench)
  expect(resultNames[(await clear(1)).meta.code]).toBe('confirmationWrong')
  expect((await clear(2)).data).toEqual({ done: 2, failed: [] })
  expect(await find({ isMatched: 'yes' })).toEqual([])
  expect(await enteredOf(devices[0]!)).toBeNull()
  const { data } = await server.call(simCardCalls.history, { id: ids[0]! }, keeper)
  expect(data!.list.map(({ kind, terminalID }) => [kind, terminalID])).toEqual([
    ['cleared', devices[0]!.terminalID],
    ['matched', devices[0]!.terminalID],
    ['added', null],
  ])
  const life = await server.call(deviceLifeCalls.events, { number: devices[0]!.terminalID }, bench)
  expect(life.data!.list.map(({ kind }) => kind).filter((kind) => kind.startsWith('sim'))).toEqual([
    'simCleared',
    'simMatched',
  ])
})

test('numbers lead to cards and devices, also where there is no card', async () => {
  const [known, entered, reported] = [anIccid(), anIccid(), anIccid()]
  const [one, two] = [await device(null, entered), await device(reported, null)]
  await haveCards({ iccid: known, terminalID: '860123040000027' })
  const numbers = [known.slice(0, 19), '860123040000027', entered, reported, two.terminalID, '8986999']
  const { data } = await server.call(simCardCalls.search, { numbers }, bench)
  expect(
    data!.list.map(({ number, iccid, terminalID, enteredTerminalID, reportedTerminalID }) => [
      numbers.indexOf(number),
      iccid,
      terminalID ?? enteredTerminalID ?? reportedTerminalID,
    ]),
  ).toEqual([
    [0, known, '860123040000027'],
    [1, known, '860123040000027'],
    [2, entered, one.terminalID],
    [3, reported, two.terminalID],
    [4, reported, two.terminalID],
    [5, null, null],
  ])
})

test('strangers find no card, and match, fix, order, clear and remove none', async () => {
  const iccid = anIccid()
  const d = await device(iccid, iccid)
  const [id] = await haveCards({ iccid })
  const other = await signIn(server.database, await anAccount(server.database, { role: roles.admin }))
  const nameOf = async (reply: Promise<{ meta: { code: number } }>) => resultNames[(await reply).meta.code]
  expect(await find({ numbers: [iccid, d.terminalID] }, other)).toEqual([])
  const found = await server.call(simCardCalls.search, { numbers: [iccid, d.terminalID] }, other)
  expect(found.data!.list.map((row) => row.iccid)).toEqual([null, null])
  const ids = [id!]
  expect(await nameOf(fix(ids, other))).toBe('notFound')
  expect(
    await nameOf(server.call(simCardCalls.match, { id: id!, terminalID: '860123040000035' }, other)),
  ).toBe('notFound')
  expect(await nameOf(server.call(simCardCalls.order, { ids, action: 'stop' }, other))).toBe('notFound')
  expect(await nameOf(server.call(simCardCalls.edit, { ids, plan: 'theirs' }, other))).toBe('notFound')
  expect(await nameOf(server.call(simCardCalls.clear, { ids, confirm: 1 }, other))).toBe('notFound')
  expect(await nameOf(server.call(simCardCalls.remove, { ids, confirm: 1 }, other))).toBe('notFound')
  expect(await nameOf(server.call(simCardCalls.history, { id: id! }, other))).toBe('notFound')
  // A card of the same number that strangers have is another row, and tells them nothing of this one's device.
  await server.database.db
    .insertInto('sim_cards')
    .values({
      account_id: (await anAccount(server.database, { role: roles.admin })).id,
      iccid,
      operator: 'other',
      create_time: 0,
    })
    .execute()
  await checkAll(server.database.db)
  const { rows } = await server.database.pool.query(
    'select mismatch from sim_cards where iccid = $1 order by id',
    [iccid],
  )
  expect(rows).toEqual([{ mismatch: 'unmatched' }, { mismatch: null }])
})

test('the keeper imports and removes, the bench searches and clears', async () => {
  const [id] = await haveCards({ iccid: anIccid() })
  const of = async (reply: Promise<{ meta: { code: number } }>) => resultNames[(await reply).meta.code]
  const ids = [id!]
  expect(await of(server.call(simCardCalls.clear, { ids, confirm: 1 }, keeper))).toBe('noPermission')
  expect(await of(server.call(simCardCalls.search, { numbers: ['1'] }, keeper))).toBe('noPermission')
  expect(await of(server.call(simCardCalls.order, { ids, action: 'stop' }, bench))).toBe('noPermission')
  expect(await of(server.call(simCardCalls.remove, { ids, confirm: 1 }, bench))).toBe('noPermission')
  expect(await of(server.call(simCardCalls.remove, { ids, confirm: 1 }, keeper))).toBe('success')
})
