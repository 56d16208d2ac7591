import type { InputOf } from '@trackway/core/api/call.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { agpsCalls as calls } from '@trackway/core/features/agps/calls.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeSettings } from '../../platform/settings/process-settings.ts'
import { aDevice, anAccount, signIn, type TestAccount, type TestDevice } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { linkPath } from './link.ts'
import { refreshDue } from './refresh.ts'
import { anEpoFile, liveOrbits, predictedOrbits } from './testing/agps-files.ts'
import { type FakeProvider, startFakeProvider } from './testing/fake-assist-now.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
/** Of the server's clock. */
let aheadMs = 0
let server: TestServer
let provider: FakeProvider
let admin: TestAccount
let device: TestDevice
let token: string
beforeAll(async () => {
  server = await startTestServer({ now: () => Date.now() + aheadMs })
  provider = await startFakeProvider()
  admin = await anAccount(server.database, { role: roles.admin })
  const tester = await anAccount(server.database, { parent: admin, role: roles.test })
  token = await signIn(server.database, tester)
  device = await aDevice(server.database, admin)
  changeSettings({ webhookAllowPrivate: true, publicUrl: 'https://track.example.com' } as never)
})
beforeEach(() => {
  provider.requests.splice(0)
  provider.next.splice(0)
})
afterAll(async () => {
  await provider.stop()
  await server.stop()
})

async function aSource(input: Partial<InputOf<typeof calls.add>> = {}): Promise<number> {
  const { data, meta } = await server.call(
    calls.add,
    { name: 'EPO', kind: 'url', url: `${provider.url}/EPO.DAT`, ...input },
    token,
  )
  expect(meta.issues).toBeUndefined()
  return data!.id
}
const stateOf = async (id: number) =>
  (await server.call(calls.find, { pageSize: 100 }, token)).data!.list.find((row) => row.id === id)!
const fetchNow = async (id: number, more = {}) => {
  const { meta, data } = await server.call(calls.fetch, { id, ...more }, token)
  return meta.success ? data : meta.issues?.[0]?.reason
}
const get = (
  sourceId: number,
  headers: Record<string, string> = {},
  { of = device, query = '', method = 'GET' } = {},
) => fetch(server.url + linkPath({ sourceId, terminalId: of.terminalID }) + query, { headers, method })

describe('a source', () => {
  test('is fetched by itself, and again when half of its time is over', async () => {
    provider.data = anEpoFile(Date.now())
    const id = await aSource()
    const now = Date.now()
    expect(await refreshDue(server.database.db, now)).toEqual([])
    const source = await stateOf(id)
    expect(source).toMatchObject({ state: 'fresh', format: 'epo', bytes: 27_648, failure: null })
    expect(source.nextTime! - now).toBe(24 * hourMs)
    await refreshDue(server.database.db, now + 12 * hourMs)
    expect(provider.requests).toHaveLength(1)
  })

  test.each([
    ['unreachable', { status: 0 }],
    ['forbidden', { status: 403 }],
    ['tooManyRequests', { status: 429, retryAfterS: 3_600 }],
    ['status', { status: 500 }],
    ['truncated', 'cut'],
    ['truncated', { body: anEpoFile(Date.now()).subarray(0, 10_000) }],
    ['unknownFormat', { body: Buffer.from('<html>Sign in</html>') }],
    ['stale', { body: anEpoFile(Date.now() - 30 * 24 * hourMs) }],
    ['tooLong', { body: Buffer.alloc(1024 * 1024 + 1) }],
  ] as const)(
    'that fails (%s) keeps its last good data and waits longer each time',
    async (failure, answer) => {
      provider.data = anEpoFile(Date.now())
      const id = await aSource()
      const { db, pool } = server.database
      await fetchNow(id)
      if (failure === 'unreachable')
        await pool.query(`update agps_sources set url = 'http://127.0.0.1:1/' where id = $1`, [id])
      const waits: number[] = []
      for (let now = Date.now(); waits.length < 3; ) {
        provider.next.push(answer as never)
        await pool.query('update agps_sources set due_time = null where id <> $1', [id])
        await pool.query('update agps_sources set due_time = $2 where id = $1', [id, now])
        expect(await refreshDue(db, now)).toEqual([{ id, failure }])
        provider.next.splice(0)
        const { state, nextTime, failure: noted } = await stateOf(id)
        expect([state, noted]).toEqual(['fresh', failure])
        waits.push(nextTime! - now)
        now = nextTime!
      }
      expect(waits).toEqual(waits.toSorted((a, b) => a - b))
      // An hour is what the provider asks for.
      if (failure === 'tooManyRequests') expect(waits[0]).toBe(hourMs)
      else expect(waits[2]).toBeGreaterThan(waits[0]!)
      if (failure === 'forbidden') expect(waits[0]).toBe(2 * hourMs)
      expect((await get(id)).status).toBe(200)
    },
  )

  test('with a token is requested as AssistNow documents it, and shows no token', async () => {
    provider.data = predictedOrbits(Date.now())
    const id = await aSource({
      kind: 'assistNowToken',
      url: `${provider.url}/GetOnlineData.ashx`,
      token: 'se&cret',
    })
    expect(await fetchNow(id)).toMatchObject({ format: 'ubx' })
    expect(provider.requests[0]!.search).toBe('?token=se%26cret;gnss=gps,glo;datatype=eph,alm;format=mga')
    expect(JSON.stringify(await stateOf(id))).not.toContain('se&cret')
    expect(await stateOf(id)).toMatchObject({ hasToken: true })
    // Sent to another address it would be given away.
    await server.call(calls.edit, { id, name: 'moved', url: `${provider.url}/other` }, token)
    expect(await stateOf(id)).toMatchObject({ hasToken: false })
  })

  test('takes an upload, and refuses one that is older or over', async () => {
    const id = await aSource({ kind: 'upload', url: null })
    const upload = async (file: Buffer) => {
      const { meta } = await server.call(calls.upload, { id, base64: file.toString('base64') }, token)
      return meta.success ? 'kept' : meta.issues?.[0]?.reason
    }
    expect(await upload(anEpoFile(Date.now()))).toBe('kept')
    expect(await upload(anEpoFile(Date.now() - 24 * hourMs))).toBe('stale')
    expect(await upload(anEpoFile(Date.now() - 9 * 24 * hourMs))).toBe('stale')
    expect(await upload(Buffer.from('text'))).toBe('unknownFormat')
    expect(await upload(anEpoFile(Date.now() + 6 * hourMs))).toBe('kept')
  })

  test('of two that are chosen to answer over TCP at once one does', async () => {
    const stranger = await signIn(server.database, await anAccount(server.database, { role: roles.admin }))
    const choose = (by: string) =>
      server.call(calls.add, { name: 'TCP', kind: 'upload', answersTcp: true }, by)
    const replies = await Promise.all([choose(token), choose(stranger), choose(stranger)])
    const results = new Set(replies.map(({ meta }) => resultNames[meta.code]))
    expect(results).toContain('success')
    expect(results.difference(new Set(['success', 'alreadyThere']))).toEqual(new Set())
    const { rows } = await server.database.pool.query('select from agps_sources where answers_tcp')
    expect(rows).toHaveLength(1)
    await server.database.pool.query('update agps_sources set answers_tcp = false')
  })

  test('links to it are found for all devices at once, and for no stranger', async () => {
    const id = await aSource()
    const devices = await Promise.all([1, 2, 3].map(() => aDevice(server.database, admin)))
    const terminalIDs = devices.map(({ terminalID }) => terminalID)
    const { data } = await server.call(calls.links, { id, terminalIDs }, token)
    expect(data!.list.map(({ terminalID }) => terminalID)).toEqual(terminalIDs)
    const stranger = await aDevice(server.database, await anAccount(server.database, { role: roles.admin }))
    const { meta } = await server.call(
      calls.links,
      { id, terminalIDs: [...terminalIDs, stranger.terminalID] },
      token,
    )
    expect(resultNames[meta.code]).toBe('notFound')
    expect(meta.issues).toEqual([{ path: 'terminalIDs.3', reason: stranger.terminalID }])
  })

  test('in the own network is refused', async () => {
    changeSettings({ webhookAllowPrivate: false })
    const { meta } = await server.call(
      calls.add,
      { name: 'inside', kind: 'url', url: 'http://10.0.0.1/x' },
      token,
    )
    changeSettings({ webhookAllowPrivate: true })
    expect(resultNames[meta.code]).toBe('addressRefused')
  })
})

describe('a device', () => {
  let id: number
  const file = anEpoFile(Date.now())
  beforeAll(async () => {
    provider.data = file
    id = await aSource({ name: 'for devices' })
    await fetchNow(id)
  })

  test('gets the data whole, by ranges, and not twice', async () => {
    const whole = await get(id)
    expect(whole.status).toBe(200)
    expect(Buffer.from(await whole.arrayBuffer()).equals(file)).toBe(true)
    const { etag, ...headers } = Object.fromEntries(whole.headers) as { etag: string } & Record<
      string,
      string
    >
    expect(headers).toMatchObject({ 'content-length': '27648', 'accept-ranges': 'bytes' })
    expect((await get(id, { 'if-none-match': etag })).status).toBe(304)
    const part = await get(id, { range: 'bytes=1000-1999', 'if-range': etag })
    expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1000-1999/27648'])
    expect(Buffer.from(await part.arrayBuffer()).equals(file.subarray(1000, 2000))).toBe(true)
    expect((await get(id, { range: 'bytes=1000-1999', 'if-range': '"other"' })).status).toBe(200)
    expect((await get(id, { range: 'bytes=27648-' })).status).toBe(416)
    const head = await get(id, {}, { method: 'HEAD' })
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '27648'])
  })

  test('gets nothing by a link of others, to a source that is off, or that is stale', async () => {
    const stranger = await aDevice(server.database, await anAccount(server.database, { role: roles.admin }))
    expect((await get(id, {}, { of: stranger })).status).toBe(403)
    const [source, device_, signature] = linkPath({ sourceId: id, terminalId: device.terminalID })
      .split('/')
      .slice(2)
    const forged = [
      `/a/${source}/${stranger.terminalID}/${signature}`,
      `/a/${source}/${device_}/${'A'.repeat(16)}`,
    ]
    for (const path of forged) expect((await fetch(server.url + path)).status).toBe(403)
    await server.database.pool.query('update agps_data set valid_until = 1 where source_id = $1', [id])
    const stale = await get(id)
    expect([stale.status, stale.headers.get('retry-after')]).toEqual([503, '600'])
    await server.call(calls.edit, { id, name: 'off', url: `${provider.url}/EPO.DAT`, isOn: false }, token)
    expect((await get(id)).status).toBe(403)
  })

  test('with AssistNow gets data of its own, which no other device is given', async () => {
    provider.data = liveOrbits(Date.now())
    provider.chipcodes.add('chip A').add('chip B')
    const source = await aSource({ kind: 'assistNow', url: `${provider.url}/GetAssistNowData.ashx` })
    const other = await aDevice(server.database, admin)
    const first = await get(source, {}, { query: '?chipcode=chip%20A' })
    expect(first.status).toBe(200)
    expect(Buffer.from(await first.arrayBuffer()).equals(provider.data)).toBe(true)
    expect(provider.requests[0]!.search).toBe('?chipcode=chip+A&gnss=gps,glo&data=ulorb_l1,ualm')
    // Its parts are of the same data.
    expect((await get(source, { range: 'bytes=0-9' }, { query: '?chipcode=chip%20A' })).status).toBe(206)
    expect(provider.requests).toHaveLength(1)
    expect((await get(source, {}, { of: other })).status).toBe(503)
    expect((await get(source, {}, { of: other, query: '?chipcode=unknown' })).status).toBe(503)
    expect(await stateOf(source)).toMatchObject({ state: 'perDevice', failure: 'forbidden' })
    // Refused once, the provider isn't asked again at once.
    expect((await get(source, {}, { of: other, query: '?chipcode=chip%20B' })).status).toBe(503)
    expect(provider.requests).toHaveLength(2)
    expect(await fetchNow(source, { chipcode: 'chip B' })).toMatchObject({ format: 'ubx' })
  })

  test('is not kept waiting for longer than half a day, whatever the provider says', async () => {
    const source = await aSource({ kind: 'assistNow', url: `${provider.url}/GetAssistNowData.ashx` })
    provider.data = liveOrbits(Date.now())
    provider.chipcodes.add('chip C')
    provider.next.push({ status: 429, retryAfterS: 1e9 } as never)
    const device_ = await aDevice(server.database, admin)
    expect((await get(source, {}, { of: device_, query: '?chipcode=chip%20C' })).status).toBe(503)
    aheadMs = 12 * hourMs
    provider.data = liveOrbits(Date.now() + aheadMs)
    expect((await get(source, {}, { of: device_, query: '?chipcode=chip%20C' })).status).toBe(200)
    aheadMs = 0
  })

  test('is in the log once for its parts, and counts as fresh once it has all', async () => {
    const lonely = await aDevice(server.database, admin, { nickname: 'lonely' })
    provider.data = anEpoFile(Date.now())
    const source = await aSource({ name: 'logged' })
    await fetchNow(source)
    const log = async () => (await server.call(calls.deliveries, { source, pageSize: 100 }, token)).data!.list
    const share = async () => (await server.call(calls.share, {}, token)).data!
    const before = await share()
    await (await get(source, { range: 'bytes=0-9999' }, { of: lonely })).arrayBuffer()
    await expect.poll(log).toMatchObject([{ outcome: 'partly', bytes: 10_000, requests: 1 }])
    expect((await share()).fresh).toBe(before.fresh)
    await (await get(source, { range: 'bytes=10000-' }, { of: lonely })).arrayBuffer()
    await expect.poll(log).toMatchObject([
      {
        outcome: 'sent',
        bytes: 27_648,
        requests: 2,
        terminalID: lonely.terminalID,
        sourceName: 'logged',
        way: 'http',
      },
    ])
    const after = await share()
    expect([after.devices - before.devices, after.fresh - before.fresh]).toEqual([1, 1])
    expect(after.days.at(-1)!.bytes).toBeGreaterThanOrEqual(27_648)
  })
})
