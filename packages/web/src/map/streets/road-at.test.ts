import RenderFeature from 'ol/render/Feature'
import { expect, test } from 'vitest'
import { nameOfRoadAt } from './road-at.ts'
import type { Road, Thing } from './street-features.ts'

type Line = readonly (readonly [x: number, y: number])[]

function aFeature(thing: Thing, ...lines: Line[]): RenderFeature {
  const flat = lines.flat(2)
  let end = 0
  const ends = lines.map((line) => {
    end += line.length * 2
    return end
  })
  return new RenderFeature('MultiLineString', flat, ends, 2, { thing }, undefined)
}
const aRoad = (name: string, line: Line, road: Road = 'minor', more: object = {}) =>
  aFeature({ type: 'roadName', road, names: { name, ...more } } as Thing, line)
const street: Line = [
  [0, 0],
  [100, 0],
]
const near = { reachM: 30, pixelM: 1, language: 'en' } as const
const nameAt = (features: RenderFeature[], x: number, y: number, more: Partial<typeof near> = {}) =>
  nameOfRoadAt(features, [x, y], { ...near, ...more })

test('the nearest road within reach is named', () => {
  const roads = [
    aRoad('North', [
      [0, 40],
      [100, 40],
    ]),
    aRoad('South', street),
  ]
  expect(nameAt(roads, 50, 10)).toBe('South')
  expect(nameAt(roads, 50, 35)).toBe('North')
  expect(nameAt(roads, 50, 200)).toBe('')
  expect(nameAt([], 0, 0)).toBe('')
})

test('beyond its end a road is as far as its last place', () => {
  expect(nameAt([aRoad('Street', street)], 120, 0)).toBe('Street')
  expect(nameAt([aRoad('Street', street)], 180, 0)).toBe('')
  expect(
    nameAt(
      [
        aRoad('Street', [
          [5, 5],
          [5, 5],
        ]),
      ],
      5,
      6,
    ),
  ).toBe('Street')
})

test('two lines of one road are not joined by a third', () => {
  const parts = aFeature(
    { type: 'roadName', road: 'minor', names: { name: 'Street' } } as Thing,
    [
      [0, 0],
      [10, 0],
    ],
    [
      [200, 0],
      [210, 0],
    ],
  )
  expect(nameAt([parts], 100, 0)).toBe('')
  expect(nameAt([parts], 205, 3)).toBe('Street')
})

test('a path beside a street is not what is meant, one at some distance is', () => {
  const path = (y: number) =>
    aRoad(
      'Footway',
      [
        [0, y],
        [100, y],
      ],
      'path',
    )
  // At the edge of the street, on the path.
  expect(nameAt([path(7), aRoad('Street', street)], 50, 7)).toBe('Street')
  expect(nameAt([path(25), aRoad('Street', street)], 50, 24)).toBe('Footway')
})

test('what is no road, or has no name, is passed over', () => {
  const water = aFeature({ type: 'line', line: 'river' } as Thing, street)
  const nameless = aFeature(
    { type: 'road', road: 'minor', isLink: false, level: 0, oneWay: 0 } as Thing,
    street,
  )
  expect(nameAt([water, nameless], 50, 0)).toBe('')
  expect(
    nameAt(
      [
        water,
        nameless,
        aRoad('Lane', [
          [0, 20],
          [100, 20],
        ]),
      ],
      50,
      0,
    ),
  ).toBe('Lane')
})

test('the name is in the language of the reader', () => {
  const road = aRoad('Mannerheimintie', street, 'primary', { 'name:zh': '曼纳海姆大街' })
  expect(nameOfRoadAt([road], [50, 0], { ...near, language: 'cn' })).toBe('曼纳海姆大街')
  expect(nameAt([road], 50, 0)).toBe('Mannerheimintie')
})
