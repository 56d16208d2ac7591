import { copyFile, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { roles } from '@trackway/core/codes/roles.ts'
import { streetMapCalls, uploadPartBytes } from '@trackway/core/features/street-maps/calls.ts'
import { headerBytes, readHeader, writeHeader } from '@trackway/core/features/street-maps/pmtiles.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeSettings } from '../../platform/settings/process-settings.ts'
import { anAccount, signIn } from '../../testing/builders.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { builtInFolder, forgetScan } from './map-folder.ts'

const helsinki = join(builtInFolder, 'helsinki.pmtiles')
let server: TestServer
let admin: string
let dataDir: string
let bytes: Buffer

beforeAll(async () => {
  server = await startTestServer()
  admin = await signIn(server.database, await anAccount(server.database, { role: roles.admin }))
  bytes = await readFile(helsinki)
})
afterAll(() => server.stop())
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'trackway-maps-'))
  changeSettings({ dataDir })
  return async () => {
    changeSettings({ dataDir: null })
    await rm(dataDir, { recursive: true })
  }
})

const layers = async () => (await server.call(streetMapCalls.layers, {})).data!.list
const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  fetch(server.url + path, { method, headers })

async function aFile(change: (file: Buffer) => Buffer, name = 'some.pmtiles'): Promise<string> {
  const path = join(dataDir, name)
  await writeFile(path, change(Buffer.from(bytes)))
  return path
}

test('the built-in city is told to whoever asks, with what stands on the map', async () => {
  const [layer] = await layers()
  expect(layer).toMatchObject({
    id: 'helsinki',
    name: 'Helsinki',
    schema: 'protomaps',
    minZoom: 0,
    maxZoom: 15,
    attribution: '© OpenStreetMap contributors',
    sizeBytes: bytes.length,
  })
  const [west, south, east, north] = layer!.bounds
  expect([west, south, east, north].map((value) => Math.round(value * 100) / 100)).toEqual([
    24.94, 60.16, 24.95, 60.18,
  ])
})

test('a part of a file comes with its place in it, and a strong tag', async () => {
  const { url } = (await layers())[0]!
  const part = await get(url, { range: 'bytes=0-126' })
  expect(part.status).toBe(206)
  expect(part.headers.get('content-range')).toBe(`bytes 0-126/${bytes.length}`)
  expect(part.headers.get('content-length')).toBe('127')
  expect(part.headers.get('content-encoding')).toBeNull()
  expect(part.headers.get('etag')).toMatch(/^"[\w-]+"$/)
  expect(part.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(Buffer.from(await part.arrayBuffer())).toEqual(bytes.subarray(0, 127))
})

test('the last bytes, more than there are, and all of them', async () => {
  const url = '/map/streets/helsinki.pmtiles'
  const last = await get(url, { range: 'bytes=-10' })
  expect(Buffer.from(await last.arrayBuffer())).toEqual(bytes.subarray(-10))
  const more = await get(url, { range: `bytes=${bytes.length - 5}-${bytes.length + 100}` })
  expect([more.status, more.headers.get('content-length')]).toEqual([206, '5'])
  const whole = await get(url, { 'accept-encoding': 'gzip, br' })
  expect([whole.status, whole.headers.get('content-encoding')]).toEqual([200, null])
  expect(Buffer.from(await whole.arrayBuffer())).toEqual(bytes)
  const head = await get(url, {}, 'HEAD')
  expect([head.status, head.headers.get('content-length')]).toEqual([200, String(bytes.length)])
  expect(head.headers.get('cache-control')).toBe('no-cache')
})

test('what lies behind the end is refused with the size', async () => {
  const reply = await get('/map/streets/helsinki.pmtiles', { range: `bytes=${bytes.length}-` })
  expect([reply.status, reply.headers.get('content-range')]).toEqual([416, `bytes */${bytes.length}`])
})

test('a known tag is answered with nothing; a part of another file with all of this one', async () => {
  const url = '/map/streets/helsinki.pmtiles'
  const etag = (await get(url, {}, 'HEAD')).headers.get('etag')!
  expect((await get(url, { 'if-none-match': etag })).status).toBe(304)
  expect((await get(url, { 'if-range': etag, range: 'bytes=0-0' })).status).toBe(206)
  expect((await get(url, { 'if-range': '"other"', range: 'bytes=0-0' })).status).toBe(200)
})

test.each(['none.pmtiles', '..%2Fsecret.key', 'helsinki.zip', 'helsinki.json', '%00.pmtiles'])(
  'there is no %s',
  async (name) => expect((await get(`/map/streets/${name}`)).status).toBe(404),
)

test('a file on the server is added where it lies, and removed without being deleted', async () => {
  const path = await aFile((file) => file, 'Großstadt Süd.pmtiles')
  const { data } = await server.call(streetMapCalls.addPath, { path, name: 'South' }, admin)
  expect(data).toEqual({ id: 'gro-stadt-su-d' })
  const find = async () => (await server.call(streetMapCalls.find, {}, admin)).data!
  expect((await find()).list.find(({ id }) => id === data!.id)).toMatchObject({
    name: 'South',
    origin: 'link',
    path,
  })
  expect((await get(`/map/streets/${data!.id}.pmtiles`, { range: 'bytes=0-6' })).status).toBe(206)
  expect((await server.call(streetMapCalls.remove, { id: data!.id }, admin)).meta.success).toBe(true)
  expect((await layers()).map(({ id }) => id)).toEqual(['helsinki'])
  expect((await stat(path)).size).toBe(bytes.length)
  const events = await server.database.db
    .selectFrom('audit_events')
    .select(['kind', 'after', 'before'])
    .where('kind', 'in', ['streetMapAdded', 'streetMapRemoved'])
    .orderBy('id')
    .execute()
  expect(events).toMatchObject([
    { kind: 'streetMapAdded', after: { id: data!.id, file: path } },
    { kind: 'streetMapRemoved', before: { id: data!.id, name: 'South' } },
  ])
})

test('a linked file that is gone is said to be broken', async () => {
  const path = await aFile((file) => file)
  await server.call(streetMapCalls.addPath, { path }, admin)
  await rm(path)
  forgetScan()
  const { data } = await server.call(streetMapCalls.find, {}, admin)
  expect(data!.broken).toEqual([{ id: 'some', path, reason: 'File not found.' }])
  expect((await layers()).map(({ id }) => id)).toEqual(['helsinki'])
})

test('a file is uploaded in parts; one that comes twice is kept once', async () => {
  const sizeBytes = bytes.length
  const begun = await server.call(streetMapCalls.beginUpload, { fileName: 'town.pmtiles', sizeBytes }, admin)
  const { uploadId, partBytes } = begun.data!
  expect(partBytes).toBe(uploadPartBytes)
  const half = Math.floor(sizeBytes / 2)
  const send = async (offset: number, part: Buffer) =>
    (
      await server.call(
        streetMapCalls.uploadPart,
        { uploadId, offset, base64: part.toString('base64') },
        admin,
      )
    ).data!.receivedBytes
  expect(await send(0, bytes.subarray(0, half))).toBe(half)
  const early = await server.call(streetMapCalls.finishUpload, { uploadId }, admin)
  expect(early.meta.code).toBe(1215)
  expect(await send(0, bytes.subarray(0, half))).toBe(half)
  expect(await send(half, bytes.subarray(half))).toBe(sizeBytes)
  const done = await server.call(streetMapCalls.finishUpload, { uploadId }, admin)
  expect(done.data).toEqual({ id: 'town' })
  expect((await layers()).map(({ id }) => id)).toContain('town')
  expect(await readFile(join(dataDir, 'maps', 'town.pmtiles'))).toEqual(bytes)
  expect((await server.call(streetMapCalls.finishUpload, { uploadId }, admin)).status).toBe(404)
})

test('another file of the same name gets an id of its own', async () => {
  await mkdir(join(dataDir, 'maps'))
  await copyFile(helsinki, join(dataDir, 'maps', 'town.pmtiles'))
  const path = await aFile((file) => file, 'town.pmtiles')
  expect((await server.call(streetMapCalls.addPath, { path }, admin)).data).toEqual({ id: 'town-2' })
})

const withHeader = (change: (header: ReturnType<typeof readHeader>) => object) => (file: Buffer) => {
  const header = readHeader(file)
  return Buffer.concat([writeHeader({ ...header, ...change(header) }), file.subarray(headerBytes)])
}

test.each([
  ['mapNotPmtiles', () => Buffer.from('not a map at all')],
  ['mapNotPmtiles', () => Buffer.alloc(0)],
  ['mapTruncated', (file: Buffer) => file.subarray(0, 100)],
  ['mapTruncated', (file: Buffer) => file.subarray(0, file.length - 1)],
  [
    'mapUnsupported',
    (file: Buffer) => Buffer.concat([file.subarray(0, 7), Buffer.from([2]), file.subarray(8)]),
  ],
  ['mapUnsupported', withHeader(() => ({ tileType: 2 }))],
  ['mapUnsupported', withHeader(() => ({ tileCompression: 4 }))],
  ['mapNotPmtiles', withHeader(() => ({ minZoom: 16, maxZoom: 15 }))],
  ['mapNotPmtiles', withHeader(({ root }) => ({ root: { ...root, offset: root.offset + 3 } }))],
  ['mapNotPmtiles', withHeader(({ tiles }) => ({ metadata: { ...tiles, length: 200 } }))],
] as const)('refused: %s (%#)', async (name, change) => {
  const path = await aFile(change as (file: Buffer) => Buffer)
  const reply = await server.call(streetMapCalls.addPath, { path }, admin)
  const { resultNames } = await import('@trackway/core/codes/results.ts')
  expect(resultNames[reply.meta.code]).toBe(name)
  expect(reply.meta.issues?.[0]?.reason).toMatch(/\w/)
})

test('a path that is none, a folder, and the built-in map are refused', async () => {
  for (const path of ['relative.pmtiles', join(dataDir, 'none.pmtiles'), dataDir])
    expect((await server.call(streetMapCalls.addPath, { path }, admin)).status).toBe(404)
  expect((await server.call(streetMapCalls.remove, { id: 'helsinki' }, admin)).meta.code).toBe(1216)
  expect((await server.call(streetMapCalls.remove, { id: 'none' }, admin)).status).toBe(404)
})
