import { alarms } from '@trackway/core/codes/alarms.ts'
import { expect, test } from 'vitest'
import { createDriver } from '../driving/driver.ts'
import { alarmsOf } from './alarms.ts'

test('a vehicle that is shaken calls out again and again for some minutes', () => {
  const monday = Date.UTC(2026, 10, 16)
  const floods = Array.from({ length: 40 }, (_, seed) => {
    const driver = createDriver({ seed, character: 'car', city: 'Paris' }, monday)
    const found: number[][] = []
    for (let time = monday; time < monday + 14 * 86_400_000; time = driver.legAt(time).endTime) {
      const shakes = alarmsOf(driver.vehicle, driver.legAt(time)).filter(
        ({ code }) => code === alarms.vibration,
      )
      if (shakes.length > 0) found.push(shakes.map((shake) => shake.time))
    }
    return found
  }).flat()
  expect(floods.some((times) => times.length > 20)).toBe(true)
  for (const times of floods) {
    expect(times.length).toBeLessThanOrEqual(60)
    expect(times.at(-1)! - times[0]!).toBeLessThan(15 * 60_000)
    expect(times).toEqual([...new Set(times)].sort((a, b) => a - b))
  }
})
