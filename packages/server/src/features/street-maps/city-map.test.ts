import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readStreetTile } from '@trackway/core/features/street-maps/street-tile.ts'
import { tilesOfBox } from '@trackway/core/features/street-maps/tile-id.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildCityMap } from '../../../tools/city-map/build.ts'
import { type FileArchive, openFileArchive } from './file-archive.ts'
import { builtInFolder } from './map-folder.ts'

let folder: string
let kept: FileArchive
let made: FileArchive
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'city-'))
  await writeFile(join(folder, 'made.pmtiles'), await buildCityMap())
  made = await openFileArchive(join(folder, 'made.pmtiles'))
  kept = await openFileArchive(join(builtInFolder, 'helsinki.pmtiles'))
})
afterAll(async () => {
  await made.close()
  await kept.close()
  await rm(folder, { recursive: true })
})

test('the file that comes with the platform is what its source makes', async () => {
  expect(await made.archive.metadata()).toEqual(await kept.archive.metadata())
  const { header } = kept.archive
  expect(made.archive.header.addressedTiles).toBe(header.addressedTiles)
  for (let z = header.minZoom; z <= header.maxZoom; z++) {
    const { left, right, top, bottom } = tilesOfBox(header, z)
    for (let x = left; x <= right; x++) {
      for (let y = top; y <= bottom; y++) {
        const [own, other] = [await kept.archive.tile({ z, x, y }), await made.archive.tile({ z, x, y })]
        expect(Buffer.compare(own!, other!), `${z}/${x}/${y}`).toBe(0)
      }
    }
  }
})

test('it has roads with their names in both languages, one-way streets, house numbers and a city', async () => {
  const { left, right, top, bottom } = tilesOfBox(kept.archive.header, 15)
  const tiles = []
  for (let x = left; x <= right; x++)
    for (let y = top; y <= bottom; y++)
      tiles.push(readStreetTile((await kept.archive.tile({ z: 15, x, y }))!, kept.facts.schema))
  const roads = tiles.flatMap((tile) => tile.roads)
  expect(roads.find(({ names }) => names?.name === 'Pohjoisesplanadi')?.names?.['name:sv']).toBe(
    'Norra Esplanaden',
  )
  expect(roads.filter(({ direction }) => direction !== 0).length).toBeGreaterThan(150)
  expect(roads.some(({ maxSpeedKmh }) => maxSpeedKmh === 30)).toBe(true)
  expect(tiles.flatMap(({ numbers }) => numbers).length).toBeGreaterThan(600)
  expect(tiles.flatMap(({ places }) => places).map(({ names }) => names.name)).toContain('Helsinki')
})
