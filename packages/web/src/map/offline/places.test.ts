import { toWebMercator } from '@trackway/core/geo/mercator.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Place, PlaceStore } from './places.ts'

const world = {
  names: ['Wien', 'Beijing'],
  lon: [163_738, 1_164_074],
  lat: [482_082, 399_042],
  minZoom: [3, 2],
  rank: [2, 1],
  languages: ['zh', 'th'],
  cells: ['19_13', '0_9'],
}
const cell = { names: ['Mödling'], lon: [162_880], lat: [480_850], minZoom: [9], rank: [9], languages: [] }

let files: Record<string, unknown>
let requests: string[]
const found: Place[] = []
const onNames = vi.fn()

beforeEach(() => {
  files = {
    'places/world.json': world,
    'places/19_13.json': cell,
    'places/0_9.json': cell,
    'names/zh/world.json': { 0: '维也纳', 1: '北京市' },
    'names/th/world.json': { 0: 'เวียนนา' },
  }
  requests = []
  found.length = 0
  onNames.mockClear()
  vi.stubGlobal('fetch', async (path: string) => {
    requests.push(path)
    const content = files[path]
    return content === undefined ? new Response('', { status: 404 }) : Response.json(content)
  })
})
afterEach(() => vi.unstubAllGlobals())

const settle = () => new Promise((resolve) => setTimeout(resolve))
async function open(language: 'cn' | 'en' = 'en') {
  const store = new PlaceStore('', language, { onPlaces: (places) => found.push(...places), onNames })
  await settle()
  return store
}
const namesOf = () => found.map(({ name, local }) => local ?? name)

test('the cities of the world are there at once, in their places', async () => {
  await open()
  const [x, y] = toWebMercator(16.3738, 48.2082)
  expect(found[0]).toMatchObject({ name: 'Wien', minZoom: 3, rank: 2 })
  expect(found[0]!.x).toBeCloseTo(x, 3)
  expect(found[0]!.y).toBeCloseTo(y, 3)
})

test('who reads Latin letters needs no other names; who reads Chinese gets those that there are', async () => {
  await open()
  expect(requests).toEqual(['places/world.json'])
  found.length = 0
  const store = await open('cn')
  expect(namesOf()).toEqual(['维也纳', '北京市'])
  store.setLanguage('th')
  await settle()
  expect(namesOf()).toEqual(['เวียนนา', 'Beijing'])
  store.setLanguage('en')
  await settle()
  expect(namesOf()).toEqual(['Wien', 'Beijing'])
  expect(onNames).toHaveBeenCalledTimes(4)
})

test('of two languages asked for one after another the last one counts', async () => {
  const store = await open()
  store.setLanguage('cn')
  store.setLanguage('th')
  store.setLanguage('en')
  await settle()
  expect(namesOf()).toEqual(['Wien', 'Beijing'])
})

test('small places come near by, once, and only where there are any', async () => {
  const store = await open()
  store.cover(7, 10, 40, 20, 50)
  await settle()
  expect(requests).toHaveLength(1)
  store.cover(9, 15, 47, 17, 49)
  store.cover(9, 15, 47, 17, 49)
  await settle()
  expect(requests.slice(1)).toEqual(['places/19_13.json'])
  expect(namesOf()).toContain('Mödling')
  store.cover(9, 25, 47, 27, 49)
  await settle()
  expect(requests).toHaveLength(2)
})

test('a view over the 180th meridian finds the places behind it', async () => {
  const store = await open()
  store.cover(9, 178, 0, 182, 5)
  await settle()
  expect(requests.slice(1)).toEqual(['places/0_9.json'])
})

test('what could not be read is requested again', async () => {
  const { 'places/19_13.json': kept, ...rest } = files
  files = rest
  const store = await open()
  store.cover(9, 15, 47, 17, 49)
  await settle()
  expect(namesOf()).not.toContain('Mödling')
  files['places/19_13.json'] = kept
  store.cover(9, 15, 47, 17, 49)
  await settle()
  expect(namesOf()).toContain('Mödling')
})
