import { createHash } from 'node:crypto'
import type { AuditKind } from '@trackway/core/codes/audit.ts'
import { resultNames } from '@trackway/core/codes/results.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { auditCalls } from '@trackway/core/features/audit/calls.ts'
import { deviceLifeCalls } from '@trackway/core/features/device-life/calls.ts'
import { firmwareCalls } from '@trackway/core/features/firmware/calls.ts'
import { fetchFirmware } from '@trackway/simulator/device/fetch-firmware.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeSettings } from '../../platform/settings/process-settings.ts'
import { aDevice, anAccount, signIn, type TestAccount } from '../../testing/builders.ts'
import { eventually } from '../../testing/test-gateway.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { removeOldFirmware } from './remove-old-firmware.ts'
import { aFirmwareFile, aWay, firmwareType, someBytes } from './testing/firmware-rows.ts'

let server: TestServer
let admin: TestAccount
let tester: TestAccount
let token: string
let viewer: string
let now = Date.now()

beforeAll(async () => {
  server = await startTestServer({ now: () => now })
  changeSettings({ publicUrl: server.url })
  const { database } = server
  admin = await anAccount(database, { role: roles.admin })
  tester = await anAccount(database, { parent: admin, role: roles.test })
  token = await signIn(database, tester)
  const looker = await anAccount(database, { parent: admin, role: roles.otaLookPremissionUser })
  viewer = await signIn(database, looker)
})
afterAll(async () => {
  changeSettings({ publicUrl: undefined })
  await server.stop()
})

const refusal = ({ meta }: { meta: { code: number } }) => resultNames[meta.code]
async function recorded(kind: AuditKind) {
  const as = await signIn(server.database, admin)
  return (await server.call(auditCalls.find, { kind }, as)).data!.list
}
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const device = (columns = {}) => aDevice(server.database, admin, { device_type_id: firmwareType, ...columns })

async function upload(content: Buffer, more: object = {}) {
  const { data } = await server.call(
    firmwareCalls.beginUpload,
    { fileName: 'f.bin', bytes: content.length },
    token,
  )
  const { uploadId, partBytes } = data!
  for (let offset = 0; offset < content.length; offset += partBytes)
    await server.call(
      firmwareCalls.uploadPart,
      { uploadId, offset, base64: content.subarray(offset, offset + partBytes).toString('base64') },
      token,
    )
  return await server.call(
    firmwareCalls.finishUpload,
    { uploadId, deviceType: firmwareType, version: 'TW808-2.5', ...more },
    token,
  )
}

test('a file is uploaded in parts, is checked, and is seen by the factory alone', async () => {
  const content = someBytes(5_000_000)
  expect(refusal(await upload(content, { sha256: '0'.repeat(64) }))).toBe('checksumWrong')
  const added = await upload(content, { sha256: sha256(content).toUpperCase(), fromVersions: ['TW808-2.4'] })
  expect(added.data).toMatchObject({ sha256: sha256(content) })
  const again = await upload(content)
  expect(refusal(again)).toBe('alreadyThere')
  const seen = await server.call(firmwareCalls.find, {}, viewer)
  expect(seen.data!.list).toMatchObject([
    {
      version: 'TW808-2.5',
      bytes: content.length,
      fromVersions: ['TW808-2.4'],
      uploader: tester.username,
      way: null,
    },
  ])
  const stranger = await signIn(server.database, await anAccount(server.database, { role: roles.admin }))
  expect((await server.call(firmwareCalls.find, {}, stranger)).data!.total).toBe(0)
  const { id } = added.data!
  expect(refusal(await server.call(firmwareCalls.remove, { id }, stranger))).toBe('notFound')
  expect(refusal(await server.call(firmwareCalls.remove, { id }, viewer))).toBe('noPermission')
  expect((await server.call(firmwareCalls.remove, { id }, token)).meta.success).toBe(true)
  const { rows } = await server.database.pool.query('select count(*)::int as files from stored_files')
  expect(rows[0].files).toBe(0)
})

test('a part that does not go on where the last one ended is not stored', async () => {
  const begun = await server.call(firmwareCalls.beginUpload, { fileName: 'f.bin', bytes: 6 }, token)
  const { uploadId } = begun.data!
  const part = (offset: number, text: string) =>
    server.call(
      firmwareCalls.uploadPart,
      { uploadId, offset, base64: Buffer.from(text).toString('base64') },
      token,
    )
  expect((await part(0, 'abc')).data).toEqual({ receivedBytes: 3 })
  expect((await part(0, 'abc')).data).toEqual({ receivedBytes: 3 })
  expect((await part(3, 'much too long')).data).toEqual({ receivedBytes: 3 })
  const finish = { uploadId, deviceType: firmwareType, version: '1' }
  expect(refusal(await server.call(firmwareCalls.finishUpload, finish, token))).toBe('uploadIncomplete')
  expect(refusal(await server.call(firmwareCalls.finishUpload, finish, viewer))).toBe('noPermission')
})

test('a file whose upload is given up while it is put together is not kept in part', async () => {
  const begun = await server.call(firmwareCalls.beginUpload, { fileName: 'f.bin', bytes: 6 }, token)
  const { uploadId } = begun.data!
  for (const [offset, text] of [
    [0, 'abc'],
    [3, 'def'],
  ] as const)
    await server.call(
      firmwareCalls.uploadPart,
      { uploadId, offset, base64: Buffer.from(text).toString('base64') },
      token,
    )
  const { pool } = server.database
  // As another tab leaves it that finished or cancelled it a moment ago.
  await pool.query('delete from file_upload_parts where upload_id = $1 and start = 3', [uploadId])
  const finish = { uploadId, deviceType: firmwareType, version: 'TW808-9.9' }
  expect(refusal(await server.call(firmwareCalls.finishUpload, finish, token))).toBe('notFound')
  const { rows } = await pool.query(
    `select (select count(*)::int from stored_files) as stored,
       (select count(*)::int from firmware_files where version = 'TW808-9.9') as files`,
  )
  expect(rows).toEqual([{ stored: 0, files: 0 }])
})

test('how a type takes firmware is proposed, set, and checked', async () => {
  const ways = async () =>
    (await server.call(firmwareCalls.ways, { search: 'Y808' }, viewer)).data!.list.find(
      ({ deviceType }) => deviceType === firmwareType,
    )!
  const { deviceTypeName: _, wire: __, isSet, ...proposed } = await ways()
  expect([isSet, proposed.way]).toEqual([false, 'parts'])
  const save = (more: object) => server.call(firmwareCalls.saveWay, { ...proposed, ...more }, token)
  expect(refusal(await save({ way: 'text' }))).toBe('invalidInput')
  expect(refusal(await save({ way: 'control', template: '{url};;' }))).toBe('invalidInput')
  expect(refusal(await save({ deviceType: 0 }))).toBe('commandUnsupported')
  expect((await save({ way: 'control', partsAtOnce: 4 })).meta.success).toBe(true)
  expect(await ways()).toMatchObject({ isSet: true, way: 'control', partsAtOnce: 4 })
})

test('a check says which devices can have a file, and why the others cannot', async () => {
  const file = await aFirmwareFile(server.database, admin, someBytes(100), {
    version: 'TW808-2.5',
    from_versions: ['1.0'],
  })
  const firmware = (version: string) => device({ information: { firmware: version } })
  const all = [await firmware('1.0'), await firmware('TW808-2.5'), await firmware('0.9'), await device()]
  const other = await device({ device_type_id: 8 })
  const terminalIDs = [...all, other].map(({ terminalID }) => terminalID)
  const { data } = await server.call(
    firmwareCalls.check,
    { fileId: file.id, terminalIDs: [...terminalIDs, '867000000000983'] },
    viewer,
  )
  expect(data).toEqual({
    fitting: 1,
    misfits: [
      { reason: 'wrongType', devices: 1 },
      { reason: 'sameVersion', devices: 1 },
      { reason: 'versionUnknown', devices: 1 },
      { reason: 'wrongVersion', devices: 1 },
    ],
    missing: ['867000000000983'],
  })
})

let files = 0
async function aLink(content: Buffer, columns: object = {}) {
  const file = await aFirmwareFile(server.database, admin, content, { version: `2.${++files}` })
  const { terminalID, id: deviceId } = await device(columns)
  const made = await server.call(
    firmwareCalls.addLinks,
    { fileId: file.id, terminalIDs: [terminalID] },
    token,
  )
  return { file, terminalID, deviceId, made, url: made.data!.links[0]?.url ?? '' }
}

test('a device fetches its file by ranges, and what was sent is its progress', async () => {
  const content = someBytes(300_000)
  const { url, terminalID } = await aLink(content)
  const head = await fetch(url, { method: 'HEAD' })
  expect([head.status, head.headers.get('content-length'), head.headers.get('accept-ranges')]).toEqual([
    200,
    '300000',
    'bytes',
  ])
  const etag = head.headers.get('etag')!
  expect(etag).toMatch(/^"[0-9a-f]{32}"$/)

  const first = await fetch(url, { headers: { range: 'bytes=0-99999', 'accept-encoding': 'gzip' } })
  expect([first.status, first.headers.get('content-range'), first.headers.get('content-encoding')]).toEqual([
    206,
    'bytes 0-99999/300000',
    null,
  ])
  expect(Buffer.from(await first.arrayBuffer())).toEqual(content.subarray(0, 100_000))
  const progress = async () =>
    (await server.call(firmwareCalls.links, { search: terminalID }, viewer)).data!.list[0]!
  const half = await eventually(progress, ({ sentBytes }) => sentBytes > 0)
  expect(half).toMatchObject({ sentBytes: 100_000, progress: 33, finishTime: null })

  const other = await fetch(url, { headers: { range: 'bytes=5-9', 'if-range': '"other"' } })
  expect([other.status, other.headers.get('content-length')]).toEqual([200, '300000'])
  await other.arrayBuffer()
  const same = await fetch(url, { headers: { range: 'bytes=-5', 'if-range': etag } })
  expect([same.status, Buffer.from(await same.arrayBuffer())]).toEqual([206, content.subarray(-5)])
  expect(Buffer.from(await fetchFirmware(url))).toEqual(content)
  await eventually(progress, ({ finishTime }) => finishTime !== null)
})

test('a range behind the end is refused with the size, several are ignored', async () => {
  const { url } = await aLink(someBytes(300_000))
  const ask = async (range: string) => await fetch(url, { headers: { range } })
  const behind = await ask('bytes=300000-')
  expect([behind.status, behind.headers.get('content-range')]).toEqual([416, 'bytes */300000'])
  const several = await ask('bytes=0-1,5-6')
  expect([several.status, several.headers.get('content-length')]).toEqual([200, '300000'])
  await several.arrayBuffer()
})

test('a link that is forged, over, removed, or of a device that became another one is refused', async () => {
  const { url, terminalID, deviceId } = await aLink(someBytes(1_000))
  const status = async (address = url) => (await fetch(address)).status
  expect(await status()).toBe(200)
  expect(await status(url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')))).toBe(403)
  const [, file] = /\/f\/(\d+)\//.exec(url)!
  expect(await status(url.replace(`/f/${file}/`, `/f/${Number(file) + 1}/`))).toBe(403)

  await server.database.pool.query('update devices set device_type_id = 8 where id = $1', [deviceId])
  expect(await status()).toBe(403)
  await server.database.pool.query('update devices set device_type_id = $2 where id = $1', [
    deviceId,
    firmwareType,
  ])
  expect(await status()).toBe(200)

  const before = now
  now += 8 * 24 * 3_600_000
  expect(await status()).toBe(403)
  now = before
  const { id } = (await server.call(firmwareCalls.links, { search: terminalID }, viewer)).data!.list[0]!
  expect(refusal(await server.call(firmwareCalls.removeLink, { id }, viewer))).toBe('noPermission')
  await server.call(firmwareCalls.removeLink, { id }, token)
  expect(await status()).toBe(403)
  expect(await recorded('firmwareLinkRemoved')).toMatchObject([
    { terminalID, username: tester.username, before: { expireTime: expect.any(Number) } },
  ])
})

test('an offer that is withdrawn is on record, and the customer sees it no more', async () => {
  const customer = await anAccount(server.database, { parent: admin, role: roles.agent })
  const asCustomer = await signIn(server.database, customer)
  const file = await aFirmwareFile(server.database, admin, someBytes(20), { version: '9.4' })
  const offer = { fileId: file.id, username: customer.username, note: '' }
  const { id } = (await server.call(firmwareCalls.addOffer, offer, token)).data!
  await server.call(firmwareCalls.removeOffer, { id }, token)
  expect((await server.call(firmwareCalls.offers, {}, asCustomer)).data!.total).toBe(0)
  expect(await recorded('firmwareOfferRemoved')).toMatchObject([
    { username: tester.username, before: { version: '9.4' } },
  ])
  expect(refusal(await server.call(firmwareCalls.removeOffer, { id }, token))).toBe('notFound')
})

test('links that nobody fetched, and transfers that are long over, are removed some day; what was fetched is part of the life of its device', async () => {
  const { pool, db } = server.database
  const dayMs = 86_400_000
  const made = async (more: object) => {
    const { deviceId, file } = await aLink(someBytes(10))
    const values = { finish_time: null, ...more }
    await pool.query(
      'update firmware_links set expire_time = $3, finish_time = $4 where device_id = $1 and file_id = $2',
      [deviceId, file.id, now, values.finish_time],
    )
    return deviceId
  }
  const [unused, fetched] = [await made({}), await made({ finish_time: now })]
  const transfer = (state: string) =>
    pool.query(
      `insert into firmware_transfers (task_key, file_id, device_id, way, target, maker, maker_bytes, part_bytes,
         parts_under_way, answer_ms, max_sends, resumes, state, create_time, change_time)
       select 'old ' || $1 || file_id, file_id, device_id, 'parts', 0, '', 5, 900, 1, 1, 1, false, $1, $2, $2
       from firmware_links where device_id = $3`,
      [state, now, fetched],
    )
  for (const state of ['sending', 'installed']) await transfer(state)
  const left = async (at: number) => {
    await removeOldFirmware(db, at)
    const links = await pool.query('select device_id from firmware_links where device_id = any($1)', [
      [unused, fetched],
    ])
    const transfers = await pool.query(
      "select state from firmware_transfers where task_key like 'old %' order by 1",
    )
    return [links.rows.map((row) => row.device_id), transfers.rows.map(({ state }) => state)]
  }
  expect(await left(now + 29 * dayMs)).toEqual([
    [unused, fetched],
    ['installed', 'sending'],
  ])
  expect(await left(now + 31 * dayMs)).toEqual([[fetched], ['sending']])
  expect(await left(now + 731 * dayMs)).toEqual([[], []])
})

test('the life of a device tells of its upgrades and of what it fetched', async () => {
  await aWay(server.database)
  const { url, file, terminalID } = await aLink(someBytes(1_000))
  await (await fetch(url)).arrayBuffer()
  const next = await aFirmwareFile(server.database, admin, someBytes(10), { version: '7.1' })
  const input = { fileId: next.id, terminalIDs: [terminalID] }
  expect((await server.call(firmwareCalls.start, input, token)).meta.success).toBe(true)
  const life = async () =>
    (await server.call(deviceLifeCalls.events, { number: terminalID }, token)).data!.list.filter(({ kind }) =>
      kind.startsWith('firmware'),
    )
  const events = await eventually(life, ({ length }) => length === 2)
  expect(events.map(({ kind, facts }) => [kind, facts[0]!.value]).sort()).toEqual([
    ['firmware', '7.1'],
    ['firmwareFetched', file.version],
  ])
})

test('a device of another type gets no link', async () => {
  const { made, terminalID } = await aLink(someBytes(10), { device_type_id: 8 })
  expect(made.data).toEqual({ links: [], failed: [{ terminalID, reason: 'wrongType' }] })
})

test('a customer sees upgrades that are offered to it, and starts them for its own devices', async () => {
  const { database } = server
  const customer = await anAccount(database, { parent: admin, role: roles.agent })
  const asCustomer = await signIn(database, customer)
  const file = await aFirmwareFile(database, admin, someBytes(20), { version: '9.1' })
  const own = await aDevice(database, customer, { device_type_id: firmwareType })
  await aDevice(database, customer, {
    device_type_id: firmwareType,
    information: { firmware: 'V9.1' } as never,
  })
  const offer = { fileId: file.id, username: customer.username, note: 'Saves power' }
  const { id } = (await server.call(firmwareCalls.addOffer, offer, token)).data!
  expect(refusal(await server.call(firmwareCalls.addOffer, offer, token))).toBe('alreadyThere')
  const offers = (await server.call(firmwareCalls.offers, {}, asCustomer)).data!
  expect(offers.list).toMatchObject([{ id, version: '9.1', devices: 2, upgraded: 1, acceptTime: null }])

  const other = await signIn(database, await anAccount(database, { parent: admin, role: roles.agent }))
  expect((await server.call(firmwareCalls.offers, {}, other)).data!.total).toBe(0)
  expect(refusal(await server.call(firmwareCalls.startOffer, { id }, other))).toBe('notFound')
  const started = await server.call(firmwareCalls.startOffer, { id }, asCustomer)
  expect(started.data).toMatchObject({ devices: 1 })
  const { rows } = await database.pool.query('select terminal_id from device_task_items where task_id = $1', [
    started.data!.taskId,
  ])
  expect(rows).toEqual([{ terminal_id: own.terminalID }])
})

test('a role that may only look changes nothing', async () => {
  for (const call of Object.values(firmwareCalls)) {
    if (call.permission.includes('test:ota_view' as never)) continue
    const reply = await server.call(call as typeof firmwareCalls.remove, { id: 1 }, viewer)
    expect(refusal(reply), call.path).toBe('noPermission')
  }
})
