import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tilesOfBox } from '@trackway/core/features/street-maps/tile-id.ts'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { rangeOf } from '../../../platform/http/byte-range.ts'
import { openFileArchive } from '../file-archive.ts'
import { builtInFolder } from '../map-folder.ts'
import { downloadCut } from './download-cut.ts'
import { planCut } from './plan-cut.ts'
import { RemoteFile } from './remote-file.ts'

const path = join(builtInFolder, 'helsinki.pmtiles')
const box = { west: 24.944, south: 60.168, east: 24.948, north: 60.17 }
let bytes: Buffer
let folder: string
let servers: Server[] = []
beforeAll(async () => {
  bytes = await readFile(path)
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trackway-cut-'))
})
afterEach(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  servers = []
  await rm(folder, { recursive: true })
})

/** A server of the file by ranges; `before` may answer instead, and then returns true. */
async function serve(
  before: (requests: number, ...args: Parameters<RequestListener>) => boolean = () => false,
) {
  let requests = 0
  const server = createServer((request, response) => {
    if (before(++requests, request, response)) return
    const range = rangeOf(request.headers.range, bytes.length)
    if (range === null || range === 'unsatisfiable') return response.writeHead(416).end()
    response.writeHead(206, {
      etag: '"1"',
      'content-range': `bytes ${range.start}-${range.end}/${bytes.length}`,
    })
    return response.end(bytes.subarray(range.start, range.end + 1))
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/planet.pmtiles`
}

async function cut(url: string, target = join(folder, 'cut.pmtiles')) {
  const source = new RemoteFile(url, { retries: 3, retryMs: 1 })
  const plan = await planCut(source, box)
  await downloadCut(source, plan, target)
  return { plan, target }
}

test('an area is cut out: its tiles are those of the source, its size was known before', async () => {
  const { plan, target } = await cut(await serve())
  const [whole, part] = [await openFileArchive(path), await openFileArchive(target)]
  expect(part.bytes).toBe(plan.bytes)
  expect(part.bytes).toBeLessThan(whole.bytes)
  let tiles = 0
  for (let z = 0; z <= 15; z++) {
    const { left, right, top, bottom } = tilesOfBox(box, z)
    for (let x = left; x <= right; x++) {
      for (let y = top; y <= bottom; y++) {
        const expected = await whole.archive.tile({ z, x, y })
        const found = await part.archive.tile({ z, x, y })
        const isSame = expected === null ? found === null : Buffer.compare(expected, found!) === 0
        expect(isSame, `${z}/${x}/${y}`).toBe(true)
        if (expected) tiles++
      }
    }
  }
  expect(plan.tiles).toBe(tiles)
  expect(part.archive.header).toMatchObject({ ...box, addressedTiles: tiles, isClustered: true })
  expect(part.facts).toEqual(whole.facts)
  await Promise.all([whole.close(), part.close()])
})

test('what breaks down for a while is asked for again', async () => {
  const failing = new Set([2, 3, 5])
  const url = await serve((requests, _request, response) => {
    if (!failing.has(requests)) return false
    if (requests === 5)
      response.writeHead(206, { etag: '"1"', 'content-range': `bytes 0-9/${bytes.length}` }).write('x')
    if (requests === 5) setImmediate(() => response.destroy())
    else response.writeHead(503).end()
    return true
  })
  const { target } = await cut(url)
  const { facts, close } = await openFileArchive(target)
  expect(facts.schema).toBe('protomaps')
  await close()
})

const always =
  (answer: RequestListener) =>
  (_requests: number, ...args: Parameters<RequestListener>) => {
    answer(...args)
    return true
  }
const after =
  (count: number, answer: RequestListener) =>
  (requests: number, ...args: Parameters<RequestListener>) => {
    if (requests <= count) return false
    answer(...args)
    return true
  }

test.each([
  ['sends whole files only', always((_request, response) => response.writeHead(200).end(bytes))],
  ['answers with status 404', always((_request, response) => response.writeHead(404).end())],
  ['does not answer (HTTP 500)', always((_request, response) => response.writeHead(500).end())],
  ['does not answer (HTTP 503)', after(3, (_request, response) => response.writeHead(503).end())],
  [
    'was replaced by another file',
    after(3, (_request, response) =>
      response
        .writeHead(206, { etag: '"2"', 'content-range': `bytes 0-9/${bytes.length}` })
        .end('0123456789'),
    ),
  ],
  [
    'sends more than was asked for',
    after(3, (_request, response) =>
      response.writeHead(206, { etag: '"1"', 'content-range': `bytes 0-9/${bytes.length}` }).end(bytes),
    ),
  ],
])('a server that %s: nothing is left behind', async (message, before) => {
  const url = await serve(before)
  await expect(cut(url)).rejects.toThrow(message)
  expect(await readdir(folder)).toEqual([])
})

test('an area without tiles is said to be one, before anything is written', async () => {
  const source = new RemoteFile(await serve())
  const far = { west: 10, south: 10, east: 10.1, north: 10.1 }
  const plan = planCut(source, far)
  // The level that shows the whole world is there for every area.
  expect((await plan).tiles).toBeLessThan(6)
})
