import { expect, test, vi } from 'vitest'
import { aStreetTile, type TileThing } from '../testing/a-street-tile.ts'
import { nameOfRoadAt } from './road-at.ts'
import type { StreetFile } from './street-files.ts'
import { type Archive, readJoined, StreetTiles, thingOf } from './street-tiles.ts'

const world = 20_037_508.342789244
/** Tile 14/8625/5753 holds Vaduz. */
const vaduz = [14, 8625, 5753] as const

function aFile(
  tiles: Record<string, Record<string, TileThing[]>>,
  change: Partial<StreetFile> = {},
): StreetTiles {
  const archive: Archive = {
    getZxy: vi.fn(async (z, x, y) => {
      const layers = tiles[`${z}/${x}/${y}`]
      return layers && { data: aStreetTile(layers) }
    }),
  }
  const file: StreetFile = {
    id: 'town',
    name: 'Town',
    bounds: [9.4, 47, 9.7, 47.3],
    minZoom: 0,
    maxZoom: 14,
    schema: 'protomaps',
    attribution: '',
    url: '',
    sizeBytes: 1,
    ...change,
  }
  return new StreetTiles(file, archive)
}

const street = (name: string, y: number, id?: number): TileThing => ({
  ...(id !== undefined && { id }),
  at: { kind: 'minor_road', kind_detail: 'residential', name },
  line: [
    [0, y],
    [4096, y],
  ],
})
const namesOf = (features: Awaited<ReturnType<typeof readJoined>>) =>
  features.map(thingOf).flatMap((thing) => (thing.type === 'road' ? [thing.names?.name] : []))

test('a tile lies where its numbers say, on land of its own', async () => {
  const features = await aFile({ '14/8625/5753': { roads: [street('Städtle', 2048)] } }).read(vaduz)
  expect(features.map((feature) => thingOf(feature).type)).toEqual(['area', 'road'])
  const [west, south, east] = features[1]!.getExtent()
  const size = (2 * world) / 2 ** 14
  expect(west).toBeCloseTo(-world + 8625 * size, 3)
  expect(east).toBeCloseTo(-world + 8626 * size, 3)
  expect(south).toBeCloseTo(world - 5753.5 * size, 3)
})

test('where the file ends, closer tiles show what lies in them of the tile above, read once', async () => {
  const file = aFile({ '14/8625/5753': { roads: [street('North', 100), street('South', 4000)] } })
  expect(namesOf(await file.read([15, 17_250, 11_506]))).toEqual(['North'])
  expect(namesOf(await file.read([15, 17_250, 11_507]))).toEqual(['South'])
})

test('nothing is requested from a file beyond its bounds, nor before its first level', async () => {
  const file = aFile({}, { minZoom: 10 })
  await file.read([14, 0, 0])
  await file.read([9, 269, 179])
  expect(await file.read(vaduz)).toEqual([])
})

test('files join: what the second repeats by its number is drawn once', async () => {
  const one = aFile({ '14/8625/5753': { roads: [street('Landstrasse', 100, 7), street('Städtle', 200, 8)] } })
  const two = aFile({
    '14/8625/5753': { roads: [street('Landstrasse', 100, 7), street('Zollstrasse', 300, 9)] },
  })
  expect(namesOf(await readJoined([one, two], vaduz))).toEqual(['Landstrasse', 'Städtle', 'Zollstrasse'])
})

test('joined names replace those of the pieces', async () => {
  const road_names = [{ ...street('Städtle', 2048), at: { kind: 'minor_road', name: 'Städtle' } }]
  const file = aFile({ '14/8625/5753': { roads: [street('Städtle', 2048)], road_names } })
  const things = (await file.read(vaduz)).map(thingOf)
  expect(things.map(({ type }) => type)).toEqual(['area', 'road', 'roadName'])
  expect(things[1]).toMatchObject({ names: undefined })
})

test('a number that many entrances of one house say is written once; long ones not at all', async () => {
  const number = (addr_housenumber: string, x: number): TileThing => ({
    at: { kind: 'address', addr_housenumber },
    point: [x, 100],
  })
  const buildings = [number('52', 100), number('52', 110), number('52', 2000), number('52, 54, 56', 100)]
  const things = (await aFile({ '14/8625/5753': { buildings } }).read(vaduz)).map(thingOf)
  expect(things.filter(({ type }) => type === 'number')).toHaveLength(2)
})

test('the nearest road within reach tells its name', async () => {
  const features = await aFile({
    '14/8625/5753': { roads: [street('North', 1000), street('South', 1100)] },
  }).read(vaduz)
  const size = (2 * world) / 2 ** 14
  const at = (y: number) => [-world + 8625.5 * size, world - (5753 + y / 4096) * size] as const
  const how = { reachM: 20, pixelM: 3, language: 'en' } as const
  expect(nameOfRoadAt(features, at(1010), how)).toBe('North')
  expect(nameOfRoadAt(features, at(1090), how)).toBe('South')
  expect(nameOfRoadAt(features, at(2000), how)).toBe('')
})
