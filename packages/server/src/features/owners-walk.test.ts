import type { Call, Envelope } from '@trackway/core/api/call.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { oneDeviceCalls } from '@trackway/core/features/devices/one-device-calls.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import { ownerRecordCalls } from '@trackway/core/features/owner-records/calls.ts'
import { statisticsCalls } from '@trackway/core/features/statistics/calls.ts'
import { odometerCalls } from '@trackway/core/features/track-settings/odometer-calls.ts'
import { trackShareCalls } from '@trackway/core/features/track-shares/calls.ts'
import { trackCalls } from '@trackway/core/features/tracks/calls.ts'
import { dayAt } from '@trackway/core/rules/local-days.ts'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPartitions } from '../ingest/partitions.ts'
import { aDevice, anAccount, signIn, type TestAccount } from '../testing/builders.ts'
import { aPosition, storePositions } from '../testing/position-rows.ts'
import { type Sample, samplesOf, type Target } from '../testing/sample-inputs.ts'
import { startTestServer, type TestServer } from '../testing/test-server.ts'
import { allHandlers } from './all.ts'
import { runEpisodeJob } from './episodes/processing/episode-job.ts'
import { FrameChunk } from './frames/frame-chunk.ts'
import { packRound } from './track-storage/packer.ts'

/**
 * A device was one customer's, with a past of every kind, and is another's now. Every call of the contract that only
 * reads, made by the new owner over all of the time, answers with nothing of that past; the former owner finds his own.
 */

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** No instant that a call makes of it lies on a second. */
const now = Math.floor(Date.now() / 1000) * 1000 + 457
/** The past: all that is noted in it has an instant between these, and a text, a place or a figure of its own. */
const from = Math.floor(now / dayMs) * dayMs - 3 * dayMs
const handover = now - hourMs
const secret = 'Geheimnis'
const [latitude, longitude] = [487_654_321, 1_134_567_891]
const figures = [7_654_321, 7_654.3, 7654, 48.765, 113.456]

let clock = now
let server: TestServer
let first: TestAccount
let target: Target
let ownToken: string

beforeAll(async () => {
  server = await startTestServer({ now: () => clock })
  const root = await anAccount(server.database, { role: roles.admin, create_time: 1 })
  // With every permission, so that nothing but whose the past is stands in the way.
  const customer = () =>
    anAccount(server.database, { parent: root, role: roles.admin, create_time: 1, time_zone: 'UTC' })
  first = await customer()
  const second = await customer()
  const columns = { activate_time: 2, create_time: 1, nickname: 'Van' }
  const device = await aDevice(server.database, first, columns, await stateOfThePast())
  target = { account: second, device }
  ownToken = await signIn(server.database, first)
  await seed()
  clock = handover
  const moved = { terminalIDs: [device.terminalID], userId: second.id, withHistory: false }
  const { data } = await server.call(deviceServiceCalls.transfer, moved, await signIn(server.database, root))
  expect(data).toEqual({ done: 1, failed: [] })
  clock = now
})
afterAll(() => server.stop())

const at = (hours: number) => from + hours * hourMs
const until = Math.floor((handover - from) / hourMs) - 1

async function stateOfThePast() {
  const last = at(until)
  return {
    state_time: last,
    fix_time: last,
    change_time: last,
    acc_since: last,
    stopped_since: last,
    day_start_time: last,
    last_alarm_time: last,
    latitude_e7: latitude,
    longitude_e7: longitude,
    odometer_m: 7_654_321,
    day_m: 7_654.3,
    last_alarm: 0,
    readings: JSON.stringify({
      fuelPercent: { value: 48.765, time: last },
      tyrePressuresKpa: { value: [765.4], time: last },
      packPercents: { value: [48], time: last },
    }),
  }
}

async function seed(): Promise<void> {
  const { database } = server
  const { pool } = database
  const { id, terminalID } = target.device
  const rows = []
  for (let hour = 0; hour <= until; hour += 6)
    for (let n = 0; n < 60; n++)
      rows.push(
        aPosition({
          fix_time: at(hour) + n * 10_000,
          latitude_e7: latitude + n * 8_993,
          longitude_e7: longitude,
          speed_kmh: 36,
          odometer_m: 7_654_321 + n * 100,
          distance_m: 100,
          extra: { fuelPercent: 48.765, tyrePressuresKpa: [765.4], packPercents: [48] },
        }),
      )
  await storePositions(database, id, rows)
  const client = await pool.connect()
  await packRound(client, { log: pino({ level: 'silent' }), now: () => now, graceMs: 0, quietMs: 0 })
  await runEpisodeJob(client, { log: pino({ level: 'silent' }), now: () => now })
  client.release()

  const days = new Set([Math.floor(from / dayMs), Math.floor(now / dayMs)])
  await createPartitions(pool, 'raw_frames', days)
  const frames = new FrameChunk(id, null, at(until))
  frames.add(false, Buffer.from(secret), at(until))
  const statements: [string, ...unknown[]][] = [
    [
      `insert into alarms (account_id, device_id, fix_time, code, server_time, latitude_e7, longitude_e7, detail)
       select $2, $1, $3 + n * 3600000::int8, 0, $3 + n * 3600000::int8, ${latitude}, ${longitude}, '{"fenceName": "${secret}"}'
       from generate_series(1, 5) n`,
      first.id,
      at(0),
    ],
    [
      `update alarm_episodes set note = '${secret}', address = '${secret}', read_time = $2 where device_id = $1`,
      at(9),
    ],
    [
      `insert into alarm_mutes (device_id, code, create_time, until_time) values ($1, 0, $2, $3)`,
      at(1),
      now + dayMs,
    ],
    [
      `insert into commands (device_id, account_id, sender, code, command, kind, content, state, reply, result, due_time,
         create_time, sent_time, acknowledge_time, expire_time)
       values ($1, $2, '${secret}', 'timer', '{"version": 1, "code": "timer", "parameters": {"movingSeconds": 7654}}', 'timer',
         '${secret}', 'acknowledged', '${secret}', 1, $3, $3, $3, $3, $3)`,
      first.id,
      at(2),
    ],
    [
      `insert into temporary_unlocks (device_id, sender, area, create_time)
       values ($1, '${secret}', '{"shape": "circle", "lat": 48.765, "lon": 113.456, "radiusM": 300}', $2)`,
      at(until),
    ],
    [
      `insert into connections (id, gateway, device_id, wire, remote_address, from_time, until_time, bytes_received,
         bytes_sent, frames_received, frames_sent)
       values (7, '${secret}', $1, 'gt06', '${secret}', $2, $3, 7654321, 1, 1, 1)`,
      at(0),
      at(until),
    ],
    ['insert into raw_frames values (7, $1, null, $2, $2, $3)', at(until), frames.bytes],
    ['insert into contact_spans (device_id, from_time, to_time) values ($1, $2, $3)', at(0), at(until)],
    [
      `insert into odometer_corrections (device_id, time, before_m, odometer_m, note, account_id)
       values ($1, $2, 7654321, 7654321, '${secret}', $3)`,
      at(3),
      first.id,
    ],
    [
      `insert into today_sums (device_id, today_start_time, today_m, change_time) values ($1, $2, 7654321, $3)
       on conflict (device_id) do update set today_m = 7654321`,
      Math.floor(now / dayMs) * dayMs,
      at(until),
    ],
    [
      `insert into expired_places (device_id, expire_time, state_time, fix_time, latitude_e7, longitude_e7)
       values ($1, $2, $2, $2, ${latitude}, ${longitude})`,
      at(4),
    ],
    [
      `insert into rule_results (device_id, wheel_times, pack_times, pack_faults) values ($1, array[$2::int8], array[$2::int8], '{}')
       on conflict (device_id) do update set wheel_times = excluded.wheel_times, pack_times = excluded.pack_times`,
      at(until),
    ],
  ]
  for (const [text, ...values] of statements) await pool.query(text, [id, ...values])

  const own = async <C extends Call>(call: C, input: object) => {
    const { meta, data } = await server.call(call, input as never, ownToken)
    if (data === null) throw new Error(`${call.path}: ${resultNames[meta.code]}`)
    return data
  }
  clock = at(until)
  await own(ownerRecordCalls.save, { terminalID, realName: secret, address: secret })
  const picture = Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')
  await own(oneDeviceCalls.setPicture, { terminalID, picture })
  await own(trackShareCalls.share, {
    terminalIDs: [terminalID],
    from: at(0),
    to: at(9),
    days: 7,
    title: secret,
  })
  clock = now
}

/** The samples of a call over all of the time. */
function inputsOf(call: Call): Sample[] {
  const [firstDay, lastDay] = [dayAt(from, 'UTC'), dayAt(now, 'UTC')]
  return samplesOf(call, target).map((sample) => ({
    ...sample,
    ...('from' in sample && { from }),
    ...('to' in sample && { to: now }),
    ...('first' in sample && { first: firstDay }),
    ...('last' in sample && { last: lastDay }),
  }))
}

/** What of the past a reply holds. */
function pastIn(reply: Envelope): string[] {
  const text = typeof reply.data === 'string' ? reply.data : JSON.stringify(reply.data)
  const words = [secret, ...figures.map(String)].filter((word) => text.includes(word))
  const times = [...text.matchAll(/\b\d{13}\b/g)]
    .map(([number]) => Number(number))
    .filter((time) => time >= from && time < handover && time % 1000 === 0)
  return [...words, ...new Set(times.map((time) => new Date(time).toISOString()))]
}

const reading = allHandlers
  .map(({ call }) => call)
  .filter((call) => call.permission !== 'public' && (call.demo || call.method === 'GET'))
  .map((call) => [call.path, call] as const)

test('most calls that read are walked', () => expect(reading.length).toBeGreaterThan(100))

test.each(reading)('%s tells the new owner nothing of the past', async (_path, call) => {
  for (const input of inputsOf(call)) {
    // Some calls end the session that made them.
    const token = await signIn(server.database, target.account)
    const reply = await server.call(call, input as never, token)
    expect(['internal', 'invalidInput', 'sessionExpired']).not.toContain(resultNames[reply.meta.code])
    expect(pastIn(reply), JSON.stringify(input)).toEqual([])
  }
})

const ofRange = () => ({ terminalID: target.device.terminalID, from, to: now })
const ofDays = () => ({ first: dayAt(from, 'UTC'), last: dayAt(now, 'UTC') })
const found: Record<string, () => [Call, object]> = {
  'his track': () => [trackCalls.find, ofRange()],
  'the days of it': () => [trackCalls.days, { terminalID: target.device.terminalID }],
  'its alarms': () => [trackCalls.alarms, ofRange()],
  'his trips': () => [episodeCalls.find, ofRange()],
  'his statistics': () => [statisticsCalls.sums, { ...ofDays(), groupBy: 'deviceDay' }],
  'the trips in them': () => [statisticsCalls.episodes, { ...ofDays(), kind: 'trip' }],
  'his alarms': () => [alarmCalls.find, {}],
  'his commands': () => [commandCalls.find, {}],
  'the corrections of the odometer': () => [
    odometerCalls.corrections,
    { terminalID: target.device.terminalID },
  ],
  'his owner records': () => [ownerRecordCalls.find, {}],
  'his shared tracks': () => [trackShareCalls.shares, { terminalID: target.device.terminalID }],
}

test.each(Object.keys(found))('the former owner finds %s', async (name) => {
  const [call, input] = found[name]!()
  const { data } = await server.call(call, input as never, ownToken)
  const { list, points, days, alarms, episodes } = (data ?? {}) as Record<string, unknown[]>
  expect((list ?? points ?? days ?? alarms ?? episodes)?.length).toBeGreaterThan(0)
})
