import { fileURLToPath } from 'node:url'
import { distanceM } from '@trackway/core/geo/distance.ts'
import { beforeAll, expect, test } from 'vitest'
import { type OsmData, readOsm } from '../../../tools/city-map/read-osm.ts'
import { type StreetAddress, streetAddressAt } from './street-address.ts'

/** The built-in map held against what it was made of: what OpenStreetMap calls each house and street. */

const source = fileURLToPath(new URL('../../../tools/city-map/helsinki-centre.osm.pbf', import.meta.url))
const metresPerDegree = 111_195
const asked = 400
const offM = 5

interface House {
  lat: number
  lon: number
  street: string
  number: string
}

let data: OsmData
beforeAll(async () => {
  data = await readOsm(source)
})

function isInside(lat: number, lon: number): boolean {
  const [west, south, east, north] = data.box
  return lon >= west && lon <= east && lat >= south && lat <= north
}

function houses(): House[] {
  return data.taggedNodes.flatMap(({ lat, lon, tags = {} }) => {
    const { 'addr:street': street, 'addr:housenumber': number } = tags
    return street && number && isInside(lat, lon) ? [{ lat, lon, street, number }] : []
  })
}

test('of 400 places 5 m from an address point 380 or more have its street and number', async () => {
  const all = houses()
  let right = 0
  for (let n = 0; n < asked; n++) {
    const house = all[Math.floor((n * all.length) / asked)]!
    // Every direction in turn.
    const angle = (n * 137 * Math.PI) / 180
    const lat = house.lat + (offM * Math.sin(angle)) / metresPerDegree
    const lon = house.lon + (offM * Math.cos(angle)) / metresPerDegree / Math.cos((house.lat * Math.PI) / 180)
    // Another door that is as near is right too.
    const near = all.filter((each) => distanceM(each.lat, each.lon, lat, lon) <= offM + 0.5)
    const found = await streetAddressAt(lat, lon)
    if (near.some(({ street, number }) => found?.road.name === street && found.houseNumber === number))
      right++
  }
  expect(right).toBeGreaterThanOrEqual(380)
})

test('who is on a street is on that street, whatever house is near', async () => {
  const isForCars =
    /^(?:primary|secondary|tertiary|residential|unclassified|living_street|service)(?:_link)?$/
  const wrong: string[] = []
  for (const { refs, tags } of data.ways.values()) {
    if (!isForCars.test(tags.highway ?? '') || !tags.name) continue
    const places = refs.flatMap((ref) => [data.places.get(ref) ?? null])
    for (const [n, to] of places.entries()) {
      const from = places[n - 1]
      if (!from || !to) continue
      const [lon, lat] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]
      if (!isInside(lat, lon)) continue
      const found: StreetAddress | null = await streetAddressAt(lat, lon)
      if (found?.road.name !== tags.name) wrong.push(`${tags.name}: ${found?.road.name}`)
    }
  }
  expect(wrong).toEqual([])
})

test('a corridor of a mall is no street', async () => {
  const corridors = [...data.ways.values()].filter(
    ({ tags }) => tags.highway === 'footway' && tags.name && tags.tunnel,
  )
  const [lon, lat] = data.places.get(corridors[0]!.refs[0]!)!
  expect(corridors.map(({ tags }) => tags.name)).not.toContain((await streetAddressAt(lat, lon))?.road.name)
})
