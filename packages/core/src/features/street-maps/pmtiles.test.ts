import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addEntry, writeDirectories } from './archive-writer.ts'
import {
  type Entry,
  findEntry,
  firstBytes,
  headerBytes,
  readDirectory,
  readHeader,
  writeDirectory,
  writeHeader,
} from './pmtiles.ts'
import { columnAt, idsOfBox, latAt, lonAt, rowAt, tileIdOf, tileOfId, tilesOfBox } from './tile-id.ts'

// Of the specification's text and of files that other programs wrote.
test.each([
  ['0/0/0', 0],
  ['1/0/0', 1],
  ['1/0/1', 2],
  ['1/1/1', 3],
  ['1/1/0', 4],
  ['2/0/0', 5],
  ['2/1/0', 6],
  ['2/0/2', 9],
  ['2/3/0', 20],
  ['3/5/2', 76],
  ['12/3423/1763', 19_078_479],
  ['14/8625/5753', 317_531_581],
  ['14/9327/4742', 319_433_622],
  ['15/0/32767', 715_827_882],
  ['15/32767/0', 1_431_655_764],
  ['15/18654/9484', 1_277_734_491],
])('tile %s is number %i', (text, id) => {
  const [z, x, y] = text.split('/').map(Number) as [number, number, number]
  expect(tileIdOf({ z, x, y })).toBe(id)
  expect(tileOfId(id)).toEqual({ z, x, y })
})

const aBox = fc
  .tuple(fc.double({ min: -179, max: 178, noNaN: true }), fc.double({ min: -80, max: 79, noNaN: true }))
  .map(([west, south]) => ({ west, south, east: west + 0.9, north: south + 0.7 }))

test('the ranges of a box hold its tiles and no others', () => {
  fc.assert(
    fc.property(aBox, fc.integer({ min: 0, max: 10 }), (box, z) => {
      const ids = new Set(
        idsOfBox(box, z, z).flatMap(([from, until]) =>
          Array.from({ length: until - from }, (_, n) => from + n),
        ),
      )
      const { left, right, top, bottom } = tilesOfBox(box, z)
      let count = 0
      for (let x = left; x <= right; x++)
        for (let y = top; y <= bottom; y++) if (ids.has(tileIdOf({ z, x, y }))) count++
      expect([ids.size, count]).toEqual([(right - left + 1) * (bottom - top + 1), ids.size])
    }),
  )
})

test('columns and rows lead back to degrees', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -180, max: 180, noNaN: true }),
      fc.double({ min: -85, max: 85, noNaN: true }),
      (lon, lat) => {
        expect(lonAt(columnAt(lon, 14), 14)).toBeCloseTo(lon, 8)
        expect(latAt(rowAt(lat, 14), 14)).toBeCloseTo(lat, 8)
      },
    ),
  )
})

const example: Entry[] = [
  { id: 5, run: 1, offset: 0, length: 300 },
  { id: 42, run: 3, offset: 300, length: 42 },
  { id: 69, run: 1, offset: 0, length: 300 },
]

test('a directory is written as the specification has it, and read again', () => {
  const bytes = writeDirectory(example)
  expect(Buffer.from(bytes).toString('hex')).toBe('0305251b010301ac022aac02010001')
  expect(readDirectory(bytes)).toEqual(example)
  expect(findEntry(example, 43)).toBe(example[1])
  expect([4, 6, 45, 68, 70].map((id) => findEntry(example, id))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('what is no directory is refused, and never takes long', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => {
      try {
        readDirectory(bytes)
      } catch (error) {
        expect((error as Error).name).toBe('Error')
      }
    }),
  )
})

test('a header comes back as it was written', () => {
  const section = (offset: number) => ({ offset, length: 10 ** 11 })
  const header = {
    root: section(127),
    metadata: section(2 ** 40),
    leaves: section(3),
    tiles: section(4),
    addressedTiles: 5,
    tileEntries: 6,
    tileContents: 7,
    isClustered: true,
    compression: 2,
    tileCompression: 1,
    tileType: 1,
    minZoom: 0,
    maxZoom: 15,
    west: -179.5,
    south: -85,
    east: 9.471078,
    north: 47.2,
    centre: { zoom: 7, lon: -9.5, lat: 47.1 },
  }
  expect(readHeader(writeHeader(header))).toEqual(header)
})

test('many entries go into leaves, and the root into the first bytes', () => {
  const entries: Entry[] = []
  for (let id = 0; id < 60_000; id++)
    addEntry(entries, { id: id * 7, offset: id * 1_003, length: 1_000 + (id % 971) })
  const { root, leaves } = writeDirectories(entries, (bytes) => bytes)
  expect(root.length).toBeLessThanOrEqual(firstBytes - headerBytes)
  const pointers = readDirectory(root)
  expect(pointers.every(({ run }) => run === 0)).toBe(true)
  const read = pointers.flatMap(({ offset, length }) =>
    readDirectory(leaves.subarray(offset, offset + length)),
  )
  expect(read).toEqual(entries)
})

test('tiles of equal bytes in a row are one entry', () => {
  const entries: Entry[] = []
  for (const id of [1, 2, 3, 5]) addEntry(entries, { id, offset: 0, length: 9 })
  expect(entries).toEqual([
    { id: 1, run: 3, offset: 0, length: 9 },
    { id: 5, run: 1, offset: 0, length: 9 },
  ])
})
