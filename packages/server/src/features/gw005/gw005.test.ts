import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { frameCalls } from '@trackway/core/features/frames/calls.ts'
import { gw005Calls } from '@trackway/core/features/gw005/calls.ts'
import { fromHex } from '@trackway/protocols/wire/bytes.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { insertKey } from '../api-keys/queries.ts'
import { FrameChunk } from '../frames/frame-chunk.ts'

const now = Date.UTC(2026, 10, 28, 12)
const minute = 60_000
let server: TestServer
let factory: TestAccount
let device: TestDevice
/** It has the permission of this page, and no other. */
let key: string
beforeAll(async () => {
  server = await startTestServer({ now: () => now })
})
beforeEach(async () => {
  factory = await anAccount(server.database, { role: roles.admin })
  device = await aDevice(server.database, factory, { device_type_id: 15 })
  const scopes = ['test:gw005'] as const
  key = (await insertKey(server.database.db, factory.id, { name: 'gw005', scopes, expireTime: null }, now))
    .key
})
afterAll(() => server.stop())

const nameOf = (reply: { meta: { code: number } }) => resultNames[reply.meta.code]
const stateOf = (terminalID: string, by = key) => server.call(gw005Calls.state, { terminalID }, by)

/** A position of an E10 with tyres (77) and a cell, and parameters 0001 and 0018. */
const tyres =
  '7e02000070012040000004019c00000000000004030158df9706c9606b002c000000ab250417170023010400000c5305030000003001153101158202008b530b0101cc00262600000ff1137730017e19f100384d08026e73e0003a4d08037e19e800000000047e3b950000000005409017000000000640a69600000000337e'
const parameters = '7e01040015012040000004000a00010200000001040000001e000000180400001388e07e'

async function aConnection(hexes: readonly [string, number][]) {
  const id = device.id
  await server.database.pool.query(
    `insert into connections values ($1::int8, 'gateway-1', $1::int4, 'jt808', '10.0.0.7', $2, null, null, 0, 0, 0, 0)`,
    [id, now - 60 * minute],
  )
  for (const [hex, time] of hexes) {
    const chunk = new FrameChunk(device.id, null, time)
    chunk.add(false, fromHex(hex), time)
    await sql`insert into raw_frames (connection_id, device_id, server_time, until_time, frames)
      values (${id}, ${device.id}, ${time}, ${time}, ${chunk.bytes})`.execute(server.database.db)
  }
}

test('one key opens all of the page, and nothing beside it', async () => {
  await aConnection([
    [parameters, now - 30 * minute],
    [tyres, now - 20 * minute],
    [tyres, now - 10 * minute],
  ])
  const { data } = await stateOf(device.terminalID)
  expect(data).toMatchObject({
    isGw005: true,
    address: '10.0.0.7',
    process: 'gateway-1',
    connectedSince: now - 60 * minute,
  })
  expect(data!.frames.map(({ type, time }) => [type, (now - time) / minute])).toEqual([
    ['0200', 10],
    ['0104', 30],
  ])
  const [, answer] = data!.frames
  expect(answer!.fields!.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['parameters.0001 heartbeatS']),
  )
  expect((await server.call(gw005Calls.find, { number: device.terminalID }, key)).data!.list).toMatchObject([
    { terminalID: device.terminalID, isGw005: true },
  ])
  const query = { terminalID: device.terminalID, waitSeconds: 0 }
  expect(nameOf(await server.call(gw005Calls.query, query, key))).toBe('deviceOffline')
  const range = { terminalID: device.terminalID, from: now - minute, to: now }
  expect(nameOf(await server.call(frameCalls.find, range, key))).toBe('noPermission')
  expect(nameOf(await server.call(commandCalls.find, {}, key))).toBe('noPermission')
})

test('tyres, batteries and parameters have each their age', async () => {
  await sql`update device_states set state_time = ${now - minute}, battery_percent = 87,
    readings = ${JSON.stringify({
      tyrePressureKpa: { time: now - 5 * minute, value: [800, null, 795] },
      speedLimitKmh: { time: now, value: 80 },
    })} where device_id = ${device.id}`.execute(server.database.db)
  await sql`update devices set information = ${JSON.stringify({ parameters: { heartbeatS: 30, server: 'a.example' } })}
    where id = ${device.id}`.execute(server.database.db)
  await aConnection([[parameters, now - 30 * minute]])
  const { data } = await stateOf(device.terminalID)
  expect(data).toMatchObject({
    readings: [
      { name: 'batteryPercent', time: now - minute, values: [87] },
      { name: 'tyrePressureKpa', time: now - 5 * minute, values: [800, null, 795] },
    ],
    parameters: [
      { name: 'heartbeatS', value: '30' },
      { name: 'server', value: 'a.example' },
    ],
    parameterTime: now - 30 * minute,
  })
})

test('other devices of JT/T 808 are taken with a note, those of other protocols are not', async () => {
  const other = await aDevice(server.database, factory, { device_type_id: 14 })
  expect((await stateOf(other.terminalID)).data).toMatchObject({ isGw005: false, frames: [], readings: [] })
  const gt06 = await aDevice(server.database, factory, { device_type_id: 13 })
  expect(nameOf(await stateOf(gt06.terminalID))).toBe('notJt808')
  const query = { terminalID: gt06.terminalID, waitSeconds: 0 }
  expect(nameOf(await server.call(gw005Calls.query, query, key))).toBe('notJt808')
})

test('a stranger finds nothing', async () => {
  const stranger = await signIn(server.database, await anAccount(server.database, { role: roles.admin }))
  expect(nameOf(await stateOf(device.terminalID, stranger))).toBe('notFound')
  const { data } = await server.call(gw005Calls.find, { number: device.terminalID }, stranger)
  expect(data).toEqual({ list: [] })
})
