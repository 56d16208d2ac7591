import { expect, test } from 'vitest'
import type { CharacterName, Vehicle } from '../driving/characters.ts'
import { createDriver } from '../driving/driver.ts'
import { nearDistanceM } from '../roads/plane.ts'
import { kitOf } from './kit.ts'
import { observe } from './observe.ts'
import { createSchedule, type Occasion } from './schedule.ts'

const start = Date.UTC(2026, 10, 16)
const dayMs = 86_400_000

function threeDays(vehicle: Vehicle, changes: Partial<ReturnType<typeof kitOf>> = {}) {
  const driver = createDriver(vehicle, start)
  const kit = { ...kitOf(vehicle, 10), ...changes }
  const after = createSchedule(driver, kit)
  const occasions: Occasion[] = []
  for (let next = after(start); next.time < start + 3 * dayMs; next = after(next.time)) occasions.push(next)
  const seen = occasions.map((one) => ({
    ...one,
    report: observe(driver, kit, one.time, 0),
    true: driver.at(one.time),
  }))
  return { driver, kit, occasions, seen }
}

const vehicle = (character: CharacterName, seed = 4): Vehicle => ({ seed, character, city: 'Moscow' })

test('a fix lies within metres of the truth on the road and wanders while parked', () => {
  const { seen } = threeDays(vehicle('van'), { drifts: true })
  const awayM = (one: (typeof seen)[number]) =>
    nearDistanceM(one.true.latitude, one.true.longitude, one.report.latitude!, one.report.longitude!)
  const driving = seen.filter((one) => one.report.fix === 'gps' && one.true.isDriving).map(awayM)
  const parked = seen.filter((one) => !one.true.accOn).map(awayM)
  expect(Math.max(...driving)).toBeLessThan(8)
  expect(Math.max(...parked)).toBeLessThan(40)
  expect(Math.max(...parked)).toBeGreaterThan(8)
})

test('in a tunnel there is no fix, and the place is the one before it', () => {
  const blind = [4, 5, 6, 7]
    .flatMap((seed) => threeDays(vehicle('taxi', seed)).seen)
    .filter((one) => one.report.fix === 'none')
  expect(blind.length).toBeGreaterThan(0)
  for (const one of blind) {
    expect(one.true.isTunnel).toBe(true)
    expect(one.report.satellites).toBe(0)
  }
})

test('the engine is reported when it starts and when it stops', () => {
  const { seen } = threeDays(vehicle('car'))
  const positions = seen.filter((one) => one.kind === 'position')
  const changes = positions.filter((one, n) => n > 0 && one.report.accOn !== positions[n - 1]!.report.accOn)
  expect(changes.length).toBeGreaterThan(3)
  expect(changes.length % 2).toBe(0)
})

test('occasions come in order, and the same ones when computed from the middle', () => {
  const { driver, kit, occasions } = threeDays(vehicle('truck'))
  for (let n = 1; n < occasions.length; n++) expect(occasions[n]!.time > occasions[n - 1]!.time).toBe(true)
  const after = createSchedule(driver, kit)
  for (const n of [900, 17, 400, 401, 3]) expect(after(occasions[n]!.time)).toEqual(occasions[n + 1])
})

test('the charge of a scooter falls while it drives, and rises only where it is parked', () => {
  const { seen } = threeDays(vehicle('motorcycle'))
  const rises = seen.flatMap((one, n) => {
    const before = seen[n - 1]
    const rise = before ? one.report.packPercent![0]! - before.report.packPercent![0]! : 0
    return rise > 0 ? [{ rise, isDriving: before!.true.isDriving && one.true.isDriving }] : []
  })
  expect(rises.filter(({ isDriving }) => isDriving)).toEqual([])
  // In the night little by little; on the day a full pack for an empty one.
  expect(rises.filter(({ rise }) => rise <= 5).length).toBeGreaterThan(20)
  expect(rises.filter(({ rise }) => rise > 60).length).toBeGreaterThan(0)
  // The frame of its battery has millivolts in two bytes.
  for (const { report } of seen) expect(report.packVoltageV![0]).toBeLessThan(65.536)
})
