import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Address } from '@trackway/core/features/geocoding/calls.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { patience } from '../../testing/patience.ts'
import { openTestDatabase, type TestDatabase } from '../../testing/test-database.ts'
import { AddressBook } from './address-book.ts'
import { loadGazetteer } from './load-gazetteer.ts'
import { forgetOldAnswers, usageByDay } from './queries.ts'
import { GeocodingRequests } from './requests.ts'

/** The book against two real HTTP servers that speak for providers, and a real database. */
let database: TestDatabase
let nominatim: FakeProvider
let google: FakeProvider
const books: AddressBook[] = []
const day = 86_400_000
/** Only the clock is set: timers and sockets run. */
let now = 0
function setNow(time: number) {
  now = time
  vi.setSystemTime(time)
}

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  database = await openTestDatabase()
  nominatim = await startProvider((lat) => ({ display_name: `N ${lat}`, address: { road: 'a road' } }))
  google = await startProvider((lat) => ({
    status: 'OK',
    results: [{ formatted_address: `G ${lat}` }],
  }))
})
beforeEach(async () => {
  setNow(1_700_000_000_000)
  await database.pool.query('delete from address_cache; delete from address_usage')
  nominatim.reset()
  google.reset()
})
afterEach(async () => {
  await Promise.all(books.splice(0).map((book) => book.stop()))
})
afterAll(async () => {
  nominatim.stop()
  google.stop()
  await database.drop()
  vi.useRealTimers()
})

type FakeProvider = Awaited<ReturnType<typeof startProvider>>

/** Answers after 10 ms with what `body` makes of the latitude, unless told otherwise. */
async function startProvider(body: (lat: string) => unknown) {
  const usual = { status: 200, delayMs: 10, body }
  let reply = usual
  const requested: string[] = []
  const server = createServer(async (request, response) => {
    const query = new URL(request.url ?? '', 'http://x').searchParams
    const lat = String(Number(query.get('lat') ?? query.get('latlng')?.split(',')[0]))
    requested.push(lat)
    const { status, delayMs, body } = reply
    await sleep(delayMs, undefined, { ref: false })
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body(lat)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested,
    answer(part: Partial<typeof usual>) {
      reply = { ...usual, ...part }
    },
    reset() {
      requested.length = 0
      reply = usual
    },
    stop() {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** What one process has: the first provider within `bounds`, the second without. */
function aBook(bounds: { perDay?: number; perSecond?: number; timeoutMs?: number } = {}): AddressBook {
  const { perDay = null, perSecond = 1000, timeoutMs = patience.waitMs } = bounds
  const book = new AddressBook({
    settings: {
      providers: [
        { source: 'nominatim', url: nominatim.url, key: '', perSecond, perDay },
        { source: 'google', url: google.url, key: 'k', perSecond: 1000, perDay: null },
      ],
      timeoutMs,
      cacheMs: 30 * day,
    },
    db: database.db,
    gazetteer: loadGazetteer,
    log: pino({ level: 'silent' }),
  })
  books.push(book)
  return book
}

const at = (lat: number, lon = 10) => ({ lat, lon })
/** Waits as long as it takes, on a busy machine too. */
const patient = { waitMs: patience.waitMs }
const texts = async (book: AddressBook, lats: number[]) => {
  const answers = await book.addressesOf(
    lats.map((lat) => at(lat)),
    'en',
    patient,
  )
  return answers.map((answer) => answer?.text)
}
const nearBerlin = { lat: 52.5, lon: 13.3 }
const gazetteerText = '1.1 km N of Halensee, State of Berlin, Germany'
/** A sea without places: there the gazetteer is silent. */
const sea = -48

test('the first provider answers, in the order asked', async () => {
  expect(await texts(aBook(), [sea, -47, sea])).toEqual(['N -48', 'N -47', 'N -48'])
  expect(google.requested).toEqual([])
})

test('a place is asked for once, also by other processes, until its answer is too old', async () => {
  await texts(aBook(), [sea])
  expect(await texts(aBook(), [sea])).toEqual(['N -48'])
  expect(nominatim.requested).toHaveLength(1)
  setNow(now + 31 * day)
  await texts(aBook(), [sea])
  expect(nominatim.requested).toHaveLength(2)
})

test('30 m further it is another place, in another language another answer', async () => {
  const book = aBook()
  await book.addressesOf([at(sea), at(sea + 0.0001), at(sea + 0.0004)], 'en', patient)
  expect(nominatim.requested).toHaveLength(2)
  await book.addressesOf([at(sea)], 'fr', patient)
  expect(nominatim.requested).toHaveLength(3)
})

test('whoever asks at the same time is given the same answer', async () => {
  const book = aBook()
  const answers = await Promise.all(Array.from({ length: 20 }, () => texts(book, [sea, -47])))
  expect(new Set(answers.map(String))).toEqual(new Set(['N -48,N -47']))
  expect(nominatim.requested).toHaveLength(2)
})

test('who looked before the answer of another was stored is given that answer', async () => {
  const stored = { text: 'stored' } as Address
  const requests = new GeocodingRequests({
    settings: { providers: [], cacheMs: day, timeoutMs: 1_000 } as never,
    db: database.db,
    log: pino({ level: 'silent' }),
    known: async () => stored,
  })
  const [place, ignorant] = [at(sea), new Set<never>()]
  expect(
    await requests.request({ cell: { lat: 1, lon: 2 }, place, language: 'en', withoutAddress: ignorant }),
  ).toBe(stored)
})

test('where the first knows nothing the second is asked, and the first not again', async () => {
  nominatim.answer({ body: () => ({ error: 'Unable to geocode' }) })
  expect(await texts(aBook(), [sea])).toEqual(['G -48'])
  expect(await texts(aBook(), [sea])).toEqual(['G -48'])
  expect([nominatim.requested.length, google.requested.length]).toEqual([1, 1])
})

test('where nobody knows the gazetteer answers, and nobody is paid to say so again', async () => {
  nominatim.answer({ body: () => ({ error: 'Unable to geocode' }) })
  google.answer({ body: () => ({ status: 'ZERO_RESULTS', results: [] }) })
  for (let turn = 0; turn < 2; turn++) {
    const [near, nothing] = await aBook().addressesOf([nearBerlin, at(sea)], 'en', patient)
    expect(near).toMatchObject({ text: gazetteerText, source: 'gazetteer', isExact: false })
    expect(nothing).toBeNull()
  }
  expect([nominatim.requested.length, google.requested.length]).toEqual([2, 2])
})

test('a provider that fails three times in a row is left alone, and tried again after a while', async () => {
  const book = aBook()
  nominatim.answer({ status: 500 })
  for (const lat of [1, 2, 3, 4, 5]) await texts(book, [lat])
  expect(nominatim.requested).toHaveLength(3)
  expect(google.requested).toHaveLength(5)
  expect(book.state()[0]?.restsUntilTime).toBe(now + 30_000)

  setNow(now + 30_001)
  nominatim.answer({})
  expect(await texts(book, [6])).toEqual(['N 6'])
})

test.each([
  ['its quota is spent', { body: () => ({ status: 'OVER_DAILY_LIMIT' }) }, 3_600_000],
  ['it says 429', { status: 429 }, 10_000],
  ['it does not know the key', { body: () => ({ status: 'REQUEST_DENIED' }) }, 600_000],
])('when %s it is left alone at once', async (_why, reply, restMs) => {
  const book = aBook()
  google.answer(reply)
  nominatim.answer({ body: () => ({ error: 'Unable to geocode' }) })
  await book.addressesOf([nearBerlin], 'en', patient)
  await book.addressesOf([at(1)], 'en', patient)
  expect(google.requested).toHaveLength(1)
  expect(book.state()[1]?.restsUntilTime).toBe(now + restMs)
})

test('a slow provider is given up, and the next one asked', async () => {
  nominatim.answer({ delayMs: 10 * patience.waitMs })
  // Long enough for the next one to answer on a machine that stalls for a while.
  expect(await texts(aBook({ timeoutMs: 4_000 }), [sea])).toEqual(['G -48'])
})

test('nobody waits longer than they want to; the answer is there the next time', async () => {
  const book = aBook()
  nominatim.answer({ delayMs: 200 })
  const [soon] = await book.addressesOf([nearBerlin], 'en', { waitMs: 20 })
  expect(soon?.text).toBe(gazetteerText)
  await expect
    .poll(async () => (await book.addressesOf([nearBerlin], 'en', { waitMs: 0 }))[0]?.text)
    .toBe('N 52.5')
  expect(nominatim.requested).toHaveLength(1)
})

test('the budget of a day holds for all processes together', async () => {
  const processes = [aBook({ perDay: 5 }), aBook({ perDay: 5 })]
  const lats = Array.from({ length: 10 }, (_, index) => index)
  await Promise.all(
    processes.map((book, side) =>
      texts(
        book,
        lats.map((lat) => lat + side * 20),
      ),
    ),
  )
  expect(nominatim.requested).toHaveLength(5)
  expect(google.requested).toHaveLength(15)
  expect((await usageByDay(database.db, now)).map(({ source, asked }) => [source, asked])).toEqual([
    ['google', 15],
    ['nominatim', 5],
  ])

  setNow(now + day)
  expect(await texts(processes[0]!, [50])).toEqual(['N 50'])
})

test('what failed is counted among what was asked', async () => {
  nominatim.answer({ status: 500 })
  await texts(aBook(), [1])
  expect(await usageByDay(database.db, now)).toContainEqual(
    expect.objectContaining({ source: 'nominatim', asked: 1, failed: 1 }),
  )
})

test('no more go out in a second than were agreed', async () => {
  const begin = performance.now()
  await texts(aBook({ perSecond: 20 }), [1, 2, 3, 4, 5, 6])
  expect(performance.now() - begin).toBeGreaterThan(245)
  expect(nominatim.requested).toHaveLength(6)
})

test('who may not spend is given what is known already, and the gazetteer', async () => {
  const book = aBook()
  await texts(book, [sea])
  const [known, near] = await book.addressesOf([at(sea), nearBerlin], 'en', { mayUseOnline: false })
  expect([known?.text, near?.text]).toEqual(['N -48', gazetteerText])
  expect(nominatim.requested).toHaveLength(1)
})

test('stopping does not wait for those who never answer', async () => {
  const never = 10 * patience.waitMs
  const book = aBook({ timeoutMs: never, perSecond: 1 })
  nominatim.answer({ delayMs: never })
  const answers = book.addressesOf([nearBerlin, at(1), at(2)], 'en', { waitMs: never })
  await expect.poll(() => nominatim.requested).toHaveLength(1)
  const begin = performance.now()
  await book.stop()
  expect(performance.now() - begin).toBeLessThan(patience.waitMs)
  expect((await answers)[0]?.text).toBe(gazetteerText)
})

test('answers too old to be given are removed', async () => {
  await texts(aBook(), [1])
  setNow(now + 40 * day)
  await texts(aBook(), [2])
  await forgetOldAnswers(database.db, now - 30 * day)
  const { rows } = await database.pool.query('select address->>$1 as text from address_cache', ['text'])
  expect(rows).toEqual([{ text: 'N 2' }])
})
