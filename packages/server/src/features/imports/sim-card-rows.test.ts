import { roles } from '@trackway/core/codes/roles.ts'
import { importCalls } from '@trackway/core/features/imports/calls.ts'
import { simCardCalls } from '@trackway/core/features/sim-cards/calls.ts'
import { expect, test } from 'vitest'
import { aDevice, anAccount, signIn } from '../../testing/builders.ts'
import { anImei, boss, check, commit, record, results, server, token, work } from './testing/import-desk.ts'

let count = 0
const anIccid = () => `898604${String(6_000_000_000_000 + ++count)}9`

const find = async (numbers?: string[]) =>
  (await server.call(simCardCalls.find, { ...(numbers && { numbers }), pageSize: 100 }, token)).data!
const cardOf = async (iccid: string) => (await find([iccid])).list[0]!
const undo = async (jobId: number) => {
  await server.call(importCalls.undo, { jobId }, token)
  await work()
}

test('each rule of a card is told on its cell', async () => {
  const iccid = anIccid()
  const rows = [
    {
      cardIccid: iccid,
      cardDevice: '860123040000019',
      msisdn: '14400000001',
      simOperator: '移动',
      simState: '正常',
    },
    { cardIccid: '98860400000000000001' },
    { cardIccid: '8986040000000000' },
    { cardIccid: `${iccid.slice(0, 19)}`, cardDevice: '860123040000027' },
    { cardIccid: anIccid(), cardDevice: '860123040000019' },
    { cardIccid: anIccid(), imsi: '4600', msisdn: 'x', simOperator: 'nobody', planExpireTime: 'soon' },
  ]
  expect(await check('simImport', rows)).toEqual([
    '2 cardIccid cardIccid',
    '3 cardIccid cardIccid',
    // The same card, with and without its last digit.
    '4 cardIccid duplicate',
    '5 cardDevice duplicate',
    '6 msisdn msisdn',
    '6 imsi imsi',
    '6 simOperator choice',
    '6 planExpireTime date',
  ])
})

test('what only looks odd is written all the same', async () => {
  const iccid = anIccid()
  const other = anIccid()
  const { terminalID } = await aDevice(server.database, boss, {
    information: JSON.stringify({ iccid: other }) as never,
  })
  const rows = [
    { cardIccid: iccid, cardDevice: terminalID, simOperator: 'chinaUnicom' },
    // Not of China, where the check digit does not hold.
    { cardIccid: '89883030000131882456' },
  ]
  expect(await check('simImport', rows)).toEqual([
    '1 simOperator otherOperator',
    '1 cardDevice deviceReportsOther',
    '2 cardIccid iccidLuhn',
  ])
  const jobId = await commit({ kind: 'simImport', rows })
  await work()
  expect(await record(jobId)).toMatchObject({ state: 'done', done: 2 })
  expect(await cardOf(iccid)).toMatchObject({ mismatch: 'reported', terminalID })
  expect((await cardOf('89883030000131882456')).operator).toBe('global')
})

test('a card that is there is changed; what is left out stays, and undoing gives back what was', async () => {
  const iccid = anIccid()
  const own = anIccid()
  const { terminalID } = await aDevice(server.database, boss, { iccid: own })
  await commit({
    kind: 'simImport',
    rows: [{ cardIccid: iccid, plan: '30 MB', planExpireTime: '2027-03-31' }],
  })
  await work()
  const rows = [{ cardIccid: iccid, plan: '100 MB', cardDevice: terminalID }]
  const jobId = await commit({ kind: 'simImport', rows })
  await work()
  expect(await cardOf(iccid)).toMatchObject({
    plan: '100 MB',
    terminalID,
    enteredIccid: iccid,
    mismatch: null,
  })
  expect((await cardOf(iccid)).expireTime).not.toBeNull()
  await undo(jobId)
  expect(await cardOf(iccid)).toMatchObject({ plan: '30 MB', terminalID: null })
  const device = await server.database.db
    .selectFrom('devices')
    .select('iccid')
    .where('terminal_id', '=', terminalID)
    .executeTakeFirst()
  expect(device!.iccid).toBe(own)
})

test('undoing deletes new cards, and leaves those that were changed since', async () => {
  const [one, two] = [anIccid(), anIccid()]
  const jobId = await commit({
    kind: 'simImport',
    rows: [one, two].map((cardIccid) => ({ cardIccid, plan: 'A' })),
  })
  await work()
  await server.call(simCardCalls.edit, { ids: [(await cardOf(two)).id], plan: 'B' }, token)
  await undo(jobId)
  expect((await find([one, two])).list.map(({ iccid }) => iccid)).toEqual([two])
  expect(await results(jobId)).toEqual([
    [1, 'undone'],
    [2, 'done', 'changedSince'],
  ])
})

test('of 10,000 rows three are wrong, and the others are written', async () => {
  const rows = Array.from({ length: 10_000 }, () => ({ cardIccid: anIccid(), cardDevice: anImei() }))
  rows[17]!.cardIccid = '1234'
  rows[5_000]!.cardDevice = rows[4_999]!.cardDevice
  rows[9_999]!.cardIccid = `${rows[1]!.cardIccid}`
  expect(await check('simImport', rows)).toEqual([
    '18 cardIccid cardIccid',
    '5001 cardDevice duplicate',
    '10000 cardIccid duplicate',
  ])
  const started = Date.now()
  const jobId = await commit({ kind: 'simImport', rows })
  await work()
  expect(await record(jobId)).toMatchObject({ state: 'done', done: 9_997, failed: 3 })
  expect((await find()).total).toBe(9_997)
  expect(Date.now() - started).toBeLessThan(60_000)
}, 120_000)

test('the bench imports no cards, and a stranger changes none of ours', async () => {
  const iccid = anIccid()
  await commit({ kind: 'simImport', rows: [{ cardIccid: iccid, plan: 'ours' }] })
  await work()
  const bench = await signIn(
    server.database,
    await anAccount(server.database, { parent: boss, role: roles.test }),
  )
  const rows = [{ cardIccid: iccid, plan: 'theirs' }]
  expect((await server.call(importCalls.start, { kind: 'simImport', rows }, bench)).data).toBeNull()
  const stranger = await signIn(server.database, await anAccount(server.database, { role: roles.admin }))
  await server.call(importCalls.start, { kind: 'simImport', rows }, stranger)
  await work()
  expect((await cardOf(iccid)).plan).toBe('ours')
})
