import { zstdDecompressSync } from 'node:zlib'
import { alarms } from '@trackway/core/codes/alarms.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import { geocodingCalls } from '@trackway/core/features/geocoding/calls.ts'
import { trackShareCalls } from '@trackway/core/features/track-shares/calls.ts'
import { trackCalls } from '@trackway/core/features/tracks/calls.ts'
import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import { BlockStream, blockStreamType } from '@trackway/core/track/format/block-stream.ts'
import { decodeBlock } from '@trackway/core/track/format/decode-block.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeSettings } from '../../platform/settings/process-settings.ts'
import {
  aDevice,
  anAccount,
  handOver,
  signIn,
  type TestAccount,
  type TestDevice,
} from '../../testing/builders.ts'
import { aPosition, storePositions } from '../../testing/position-rows.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const day = 86_400_000
const midnight = Date.UTC(2026, 10, 18)
let now = Date.UTC(2026, 10, 20, 12)

let server: TestServer
let dealer: TestAccount
let customer: TestAccount
let token: string
let device: TestDevice

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  dealer = await anAccount(server.database, { role: roles.agent, time_zone: 'Europe/Berlin' })
  token = await signIn(server.database, dealer)
})
afterAll(() => server.stop())
beforeEach(async () => {
  now = Date.UTC(2026, 10, 20, 12)
  customer = await anAccount(server.database, { parent: dealer, role: roles.user })
  device = await aDevice(server.database, customer, { nickname: `Van ${customer.id}` })
  const times = [midnight - 1, midnight, midnight + 60_000, midnight + day, midnight + day + 1]
  await storePositions(
    server.database,
    device.id,
    times.map((fix_time) => aPosition({ fix_time })),
  )
})

const period = { from: midnight, to: midnight + day }
const oneDay = () => ({ terminalID: device.terminalID, ...period })

async function share(more: object = {}, bearer = token) {
  const input = { terminalIDs: [device.terminalID], ...period, days: 7, ...more }
  const reply = await server.call(trackShareCalls.share, input, bearer)
  return { ...reply.data!, refusal: resultNames[reply.meta.code] }
}
const open = async (link: string) => {
  const facts = await server.call(trackShareCalls.shared, { token: link })
  const track = await server.call(trackShareCalls.sharedTrack, { token: link })
  expect(track.meta.code).toBe(facts.meta.code)
  return { facts: facts.data, track: track.data, refusal: resultNames[facts.meta.code] }
}
const raise = (...times: number[]) =>
  server.database.pool.query(
    `insert into alarms (account_id, device_id, fix_time, code, server_time, latitude_e7, longitude_e7)
     select 1, $1, fix_time, $2, fix_time, 225000000, 1140000000 from unnest($3::bigint[]) as fix_time`,
    [device.id, alarms.sos, times],
  )

describe('a shared replay', () => {
  test('shows its time of the track and no more of the account than a name and a zone', async () => {
    const made = await share()
    expect(made.path).toBe(`/sharedTrack/${made.token}`)
    const { facts, track } = await open(made.token)
    expect(facts).toEqual({
      title: `Van ${customer.id}`,
      vehicles: [{ number: 1, name: `Van ${customer.id}`, trackOptimisation: false }],
      from: midnight,
      to: midnight + day,
      timeZone: 'Europe/Berlin',
      expireTime: now + 7 * day,
      withAlarms: false,
    })
    const own = await server.call(trackCalls.find, oneDay(), token)
    expect(track?.points).toHaveLength(3)
    expect(track).toEqual(own.data)
  })

  test('comes as blocks, too', async () => {
    const made = await share()
    const response = await fetch(server.url + trackShareCalls.sharedTrack.path, {
      method: 'POST',
      headers: { accept: blockStreamType, 'content-type': 'application/json' },
      body: JSON.stringify({ token: made.token }),
    })
    const stream = new BlockStream(zstdDecompressSync)
    const blocks = stream.push(new Uint8Array(await response.arrayBuffer()))
    const times = blocks.flatMap((block) => [...(decodeBlock(block).track?.fixTime ?? [])])
    expect(stream.isComplete).toBe(true)
    expect(times.toSorted()).toEqual([midnight, midnight + 60_000, midnight + day])
  })

  test('has the trips and stops its maker sees', async () => {
    const made = await share()
    const shared = await server.call(trackShareCalls.sharedEpisodes, { token: made.token })
    const kinds = ['trip' as const, 'stop' as const, 'overspeed' as const]
    const own = await server.call(episodeCalls.find, { ...oneDay(), kinds }, token)
    expect(own.data?.episodes.length).toBeGreaterThan(0)
    // The viewer does not see when the device last reported.
    expect(shared.data).toEqual({ ...own.data, until: midnight + day })
  })

  test('has no alarms unless its maker shared them, and then those of its time', async () => {
    await raise(midnight - 1, midnight + 1_000, midnight + day + 1)
    const { token: silent } = await share()
    const refused = await server.call(trackShareCalls.sharedAlarms, { token: silent })
    expect(resultNames[refused.meta.code]).toBe('notFound')

    const { token: link } = await share({ withAlarms: true })
    expect((await open(link)).facts?.withAlarms).toBe(true)
    const shared = await server.call(trackShareCalls.sharedAlarms, { token: link })
    const own = await server.call(trackCalls.alarms, oneDay(), token)
    expect(shared.data).toMatchObject({ total: 1, alarms: [{ fixTime: midnight + 1_000 }] })
    expect(shared.data).toEqual(own.data)
  })

  test('has the title it was given; without a name, the end of its terminal id', async () => {
    const titled = await share({ title: 'Delivery of 18 November' })
    expect((await open(titled.token)).facts).toMatchObject({
      title: 'Delivery of 18 November',
      vehicles: [{ name: 'Delivery of 18 November' }],
    })
    const nameless = await aDevice(server.database, customer)
    const { token: link } = await share({ terminalIDs: [nameless.terminalID] })
    expect((await open(link)).facts?.title).toBe(`…${nameless.terminalID.slice(-4)}`)
  })

  test('is not made of a time that is still running, of 91 days, of a stranger’s device', async () => {
    expect((await share({ to: now + 1 })).refusal).toBe('rangeNotOver')
    expect((await share({ to: now })).refusal).toBe('success')
    expect((await share({ from: midnight - 91 * day })).refusal).toBe('rangeTooLong')
    const stranger = await anAccount(server.database, { role: roles.user })
    expect((await share({}, await signIn(server.database, stranger))).refusal).toBe('notFound')
  })

  test('is not made by a demo account', async () => {
    const demo = await anAccount(server.database, { role: roles.superUser, is_demo: true })
    const own = await aDevice(server.database, demo)
    const bearer = await signIn(server.database, demo)
    expect((await share({ terminalIDs: [own.terminalID] }, bearer)).refusal).toBe('demoAccount')
  })

  test('keeps no token in the database', async () => {
    const { token: link } = await share()
    const { rows } = await server.database.pool.query('select track_shares::text as row from track_shares')
    for (const { row } of rows) expect(row).not.toContain(link)
  })
})

describe('a shared replay of several vehicles', () => {
  let second: TestDevice
  let link: string
  beforeEach(async () => {
    second = await aDevice(server.database, customer, { nickname: 'Lorry' })
    await storePositions(server.database, second.id, [aPosition({ fix_time: midnight + 1_000 })])
    link = (await share({ terminalIDs: [second.terminalID, device.terminalID] })).token
  })
  const trackOf = async (number: number) => {
    const { data, meta } = await server.call(trackShareCalls.sharedTrack, { token: link, number })
    return data?.points.length ?? resultNames[meta.code]
  }

  test('names them in the order they were chosen, and has the track of each', async () => {
    expect((await open(link)).facts).toMatchObject({
      title: `Lorry, Van ${customer.id}`,
      vehicles: [
        { number: 1, name: 'Lorry' },
        { number: 2, name: `Van ${customer.id}` },
      ],
    })
    expect([await trackOf(1), await trackOf(2), await trackOf(3)]).toEqual([1, 3, 'notFound'])
  })

  test('goes on without one that its maker does not see any more', async () => {
    await server.database.db.deleteFrom('devices').where('id', '=', second.id).execute()
    const { data } = await server.call(trackShareCalls.shared, { token: link })
    expect(data?.vehicles).toMatchObject([{ number: 2, name: `Van ${customer.id}` }])
    expect([await trackOf(1), await trackOf(2)]).toEqual(['notFound', 3])
  })

  test('is of no stranger’s device, and is listed for each of its vehicles', async () => {
    const stranger = await aDevice(server.database, await anAccount(server.database, { role: roles.user }))
    const mixed = await share({ terminalIDs: [device.terminalID, stranger.terminalID] })
    expect(mixed.refusal).toBe('notFound')
    for (const { terminalID } of [device, second]) {
      const { data } = await server.call(trackShareCalls.shares, { terminalID }, token)
      expect(data?.list).toMatchObject([{ devices: 2 }])
    }
  })
})

describe('the addresses of a shared replay', () => {
  const placeOfAlarm = { lat: 22.5, lon: 114 }
  const textsOf = async (link: string, places: { lat: number; lon: number }[]) => {
    const { data } = await server.call(trackShareCalls.sharedAddresses, {
      token: link,
      places,
      language: 'en',
    })
    return data?.addresses.map((address) => address?.text ?? null)
  }

  const placeOfFirst = async (link: string) => {
    const { data } = await server.call(trackShareCalls.sharedEpisodes, { token: link })
    const [{ fromLat: lat, fromLon: lon }] = data!.episodes.filter(({ fromLat }) => fromLat !== null) as [
      Episode,
    ]
    return { lat: lat!, lon: lon! }
  }

  test('are those of its trips and stops, as their maker reads them', async () => {
    const { token: link } = await share()
    const placeOfStop = await placeOfFirst(link)
    const own = await server.call(geocodingCalls.find, { places: [placeOfStop], language: 'en' }, token)
    const [text] = own.data!.addresses.map((address) => address!.text)
    expect(await textsOf(link, [placeOfStop, placeOfStop])).toEqual([text, text])
  })

  test('are of no other place, however near', async () => {
    const { token: link } = await share()
    const placeOfStop = await placeOfFirst(link)
    const near = { ...placeOfStop, lat: placeOfStop.lat + 1e-7 }
    expect(await textsOf(link, [near, { lat: 48.137, lon: 11.575 }])).toEqual([null, null])
  })

  test('are of an alarm where alarms are shared', async () => {
    await raise(midnight + 1_000)
    expect(await textsOf((await share()).token, [placeOfAlarm])).toEqual([null])
    expect(await textsOf((await share({ withAlarms: true })).token, [placeOfAlarm])).toEqual([
      expect.any(String),
    ])
  })

  test('are not those of another link', async () => {
    await raise(midnight + 1_000)
    const { token: link } = await share({ withAlarms: true })
    const placeOfStop = await placeOfFirst(link)
    const other = await aDevice(server.database, customer)
    const { token: strange } = await share({ terminalIDs: [other.terminalID], withAlarms: true })
    expect(await textsOf(strange, [placeOfStop, placeOfAlarm])).toEqual([null, null])
    expect(await textsOf(link, [placeOfAlarm])).toEqual([expect.any(String)])
  })
})

describe('a link is dead', () => {
  const dies = async (
    kill: (made: { id: number; token: string }) => Promise<unknown> | unknown,
    by = token,
  ) => {
    const made = await share({ withAlarms: true }, by)
    expect((await open(made.token)).refusal).toBe('success')
    await kill(made)
    expect(await open(made.token)).toEqual({ facts: null, track: null, refusal: 'notFound' })
    expect(await openOthers(made.token)).toEqual(['notFound', 'notFound', 'notFound'])
  }
  const openOthers = async (link: string) => {
    const replies = [
      await server.call(trackShareCalls.sharedEpisodes, { token: link }),
      await server.call(trackShareCalls.sharedAlarms, { token: link }),
      await server.call(trackShareCalls.sharedAddresses, { token: link, places: [{ lat: 22.5, lon: 114 }] }),
    ]
    return replies.map(({ meta }) => resultNames[meta.code])
  }
  const byCustomer = () => signIn(server.database, customer)
  const database = () => server.database.db

  test('that never was', async () => {
    expect((await open('A'.repeat(32))).refusal).toBe('notFound')
    expect((await open('')).refusal).toBe('notFound')
    expect(await openOthers('A'.repeat(32))).toEqual(['notFound', 'notFound', 'notFound'])
  })

  test('once its days are over', () =>
    dies(() => {
      now += 7 * day
    }))

  test('once it is revoked', () => dies(({ id }) => server.call(trackShareCalls.revokeShare, { id }, token)))

  test('once its device is gone', () =>
    dies(() => database().deleteFrom('devices').where('id', '=', device.id).execute()))

  test('once its device belonged to somebody its maker does not see', async () => {
    const other = await anAccount(server.database, { parent: dealer, role: roles.user })
    await dies(() => handOver(server.database, device, other, 1), await byCustomer())
  })

  test('once its maker has expired', async () => {
    const expire = () =>
      database().updateTable('accounts').set({ expire_time: now }).where('id', '=', customer.id).execute()
    await dies(expire, await byCustomer())
  })

  test('once its maker may not see tracks any more', async () => {
    const demote = () =>
      database().updateTable('accounts').set({ role: roles.log }).where('id', '=', customer.id).execute()
    await dies(demote, await byCustomer())
  })
})

test('a link goes on showing the time in which the device was its maker’s', async () => {
  const other = await anAccount(server.database, { parent: dealer, role: roles.user })
  const own = await signIn(server.database, customer)
  const { id, token: link } = await share({}, own)
  const before = await open(link)
  expect(before.track?.points.length).toBeGreaterThan(0)
  await handOver(server.database, device, other, now)
  expect(await open(link)).toEqual(before)
  const { data } = await server.call(trackShareCalls.shares, { terminalID: device.terminalID }, own)
  expect(data?.list).toMatchObject([{ id, devices: 1 }])
})

describe('the list of links', () => {
  const list = async (bearer: string, terminalID = device.terminalID) =>
    (await server.call(trackShareCalls.shares, { terminalID }, bearer)).data!

  test('has those of the caller and of accounts below, newest first, with their views', async () => {
    const first = await share()
    now += 1_000
    const own = await signIn(server.database, customer)
    const second = await share({ title: 'Mine' }, own)
    await server.call(trackShareCalls.shared, { token: first.token })

    expect(await list(token)).toMatchObject({
      total: 2,
      list: [
        { id: second.id, title: 'Mine', username: customer.username, views: 0, lastViewTime: null },
        { id: first.id, devices: 1, views: 1, lastViewTime: now },
      ],
    })
    expect((await list(own)).list.map(({ id }) => id)).toEqual([second.id])
  })

  test('has only links that work', async () => {
    const { id } = await share()
    await server.database.db
      .updateTable('track_shares')
      .set({ expire_time: now })
      .where('id', '=', id)
      .execute()
    expect(await list(token)).toEqual({ list: [], total: 0 })
  })

  test('a link of a superior cannot be ended', async () => {
    const { id, token: link } = await share()
    const own = await signIn(server.database, customer)
    const { meta } = await server.call(trackShareCalls.revokeShare, { id }, own)
    expect(resultNames[meta.code]).toBe('notFound')
    expect((await open(link)).refusal).toBe('success')
  })

  test('is bounded', async () => {
    await server.database.pool.query(
      `insert into track_shares (token_hash, account_id, title, from_time, to_time, create_time, expire_time)
       select int4send(n), $1, '', 0, 0, 0, $2 from generate_series(1, 1000) as n`,
      [customer.id, now + 1],
    )
    const own = await signIn(server.database, customer)
    expect((await share({}, own)).refusal).toBe('tooManyShares')
    now += 1
    expect((await share({}, own)).refusal).toBe('success')
  })
})

test('a link ends with the password reset or the expiry of its maker, unless the setting says otherwise', async () => {
  const maker = await anAccount(server.database, { parent: dealer })
  const made = await aDevice(server.database, maker)
  const link = async () => {
    const bearer = await signIn(server.database, maker)
    return (await share({ terminalIDs: [made.terminalID] }, bearer)).token
  }
  const first = await link()
  now += 1
  await server.call(subAccountCalls.resetPassword, { id: maker.id }, token)
  expect((await open(first)).refusal).toBe('notFound')
  now += 1
  // As who has replaced the password that was handed out.
  await server.database.pool.query('update accounts set must_change_password = false where id = $1', [
    maker.id,
  ])
  const second = await link()
  expect((await open(second)).refusal).toBe('success')
  await server.database.pool.query('update accounts set expire_time = $2 where id = $1', [maker.id, now])
  expect((await open(second)).refusal).toBe('notFound')
  changeSettings({ sharesOutliveMaker: true })
  expect([(await open(first)).refusal, (await open(second)).refusal]).toEqual(['success', 'success'])
  changeSettings({ sharesOutliveMaker: false })
})
