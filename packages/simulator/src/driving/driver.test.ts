import { describe, expect, test } from 'vitest'
import { cities, cityNamed } from '../roads/cities.ts'
import { nearDistanceM } from '../roads/plane.ts'
import { type CharacterName, characters, type Vehicle } from './characters.ts'
import { createDriver } from './driver.ts'

const monday = Date.UTC(2026, 10, 16)
const dayMs = 86_400_000
const names = Object.keys(characters) as CharacterName[]
const vehicles: Vehicle[] = names.map((character, n) => ({
  seed: 40 + n,
  character,
  city: cities[(n * 4) % cities.length]!.name,
}))

describe.each(vehicles)('a $character of $city', (vehicle) => {
  const character = characters[vehicle.character]

  test('never speeds up, brakes or moves faster than it can', () => {
    const driver = createDriver(vehicle, monday)
    const most = { upMs2: 0, downMs2: 0, kmh: 0, backM: 0, aheadM: 0, asideM: 0 }
    let before = driver.at(monday)
    for (let time = monday + 1000; time < monday + 1.5 * dayMs; time += 1000) {
      const now = driver.at(time)
      const changeMs2 = (now.speedKmh - before.speedKmh) / 3.6
      const drivenM = now.distanceM - before.distanceM
      const apartM = nearDistanceM(before.latitude, before.longitude, now.latitude, now.longitude)
      most.upMs2 = Math.max(most.upMs2, changeMs2)
      most.downMs2 = Math.max(most.downMs2, -changeMs2)
      most.kmh = Math.max(most.kmh, now.speedKmh)
      most.backM = Math.max(most.backM, -drivenM)
      most.aheadM = Math.max(most.aheadM, drivenM - Math.max(now.speedKmh, before.speedKmh) / 3.6)
      most.asideM = Math.max(most.asideM, apartM - drivenM)
      before = now
    }
    expect(most.upMs2).toBeLessThanOrEqual(character.accelerationMs2 + 0.01)
    expect(most.downMs2).toBeLessThanOrEqual(character.brakingMs2 + 0.01)
    expect(most.kmh).toBeLessThanOrEqual(character.topKmh + 0.01)
    expect(most.backM).toBeLessThan(0.001)
    expect(most.aheadM).toBeLessThan(2)
    // Not a metre that was not driven: no jump at all.
    expect(most.asideM).toBeLessThan(0.5)
  })

  test('is at the same place for every caller, in whatever order', () => {
    const times = Array.from({ length: 40 }, (_, n) => monday + n * 2_711_000)
    const forwards = createDriver(vehicle, monday)
    const backwards = createDriver(vehicle, monday)
    const one = times.map((time) => forwards.at(time))
    const other = times.toReversed().map((time) => backwards.at(time))
    expect(other.toReversed()).toEqual(one)
  })

  test('is parked with the engine off at some time of the night and day', () => {
    const driver = createDriver(vehicle, monday)
    const hours = Array.from({ length: 48 }, (_, n) => driver.at(monday + n * 1_800_000))
    expect(hours.some((moment) => !moment.accOn && moment.speedKmh === 0)).toBe(true)
  })
})

test('another seed drives elsewhere', () => {
  const at = (seed: number) =>
    createDriver({ seed, character: 'taxi', city: 'Paris' }, monday).at(monday + 10 * 3_600_000)
  expect(at(1)).not.toEqual(at(2))
})

test('vehicles of the city stay within its circle', () => {
  for (const city of cities) {
    const driver = createDriver({ seed: 3, character: 'taxi', city: city.name }, monday)
    const { latitude, longitude, radiusM } = cityNamed(city.name)
    for (let time = monday; time < monday + 2 * dayMs; time += 60_000) {
      const moment = driver.at(time)
      expect(nearDistanceM(latitude, longitude, moment.latitude, moment.longitude)).toBeLessThan(
        radiusM * 1.03,
      )
    }
  }
})

test('a speeder passes 120 km/h, a lawful driver does not', () => {
  const topOf = (character: CharacterName) => {
    const driver = createDriver({ seed: 8, character, city: 'Madrid' }, monday)
    const times = Array.from({ length: 3 * 8640 }, (_, n) => monday + n * 10_000)
    return Math.max(...times.map((time) => driver.at(time).speedKmh))
  }
  expect(topOf('speeder')).toBeGreaterThan(121)
  expect(topOf('car')).toBeLessThan(120)
})
