import { punctualityOf } from '@trackway/core/features/bus/arrivals.ts'
import { advanceOnLines, newBusState } from '@trackway/core/features/bus/progress.ts'
import { createDriver } from '@trackway/simulator/driving/driver.ts'
import { expect, test } from 'vitest'
import { compileLine } from '../features/bus/compiled-line.ts'
import { linesOf } from './bus-lines.ts'
import { planFleet } from './fleet-plan.ts'

const dayMs = 86_400_000
const monday = Date.UTC(2026, 10, 16)
const buses = planFleet().filter(({ character }) => character === 'bus' || character === 'strayBus')
const lines = linesOf('Shenzhen').map(({ way, stops, timetable }, id) => {
  const shape = way.map(({ lat, lon }): [number, number] => [lat, lon])
  return compileLine({ id, shape, stops, timetable, off_route_m: 120 }, 'Asia/Shanghai')
})

/** Of what was passed in a day by a vehicle, how much was early, on time and late. */
function passedBy(character: string) {
  const counts = { early: 0, onTime: 0, late: 0, unplanned: 0 }
  for (const vehicle of buses.filter((each) => each.character === character)) {
    const driver = createDriver(vehicle, monday)
    let state = newBusState
    for (let time = monday; time < monday + dayMs; time += 15_000) {
      const { latitude: lat, longitude: lon } = driver.at(time)
      const step = advanceOnLines(state, { time, lat, lon }, lines)
      state = step.state
      for (const { arriveTime, leaveTime, scheduledTime } of step.passages)
        counts[
          scheduledTime === null ? 'unplanned' : punctualityOf((leaveTime ?? arriveTime)! - scheduledTime)
        ]++
    }
  }
  const all = Object.values(counts).reduce((sum, count) => sum + count)
  return { all, percent: (key: keyof typeof counts) => (100 * counts[key]) / all }
}

test('the demo’s buses are mostly on time, sometimes late, seldom early', () => {
  const { all, percent } = passedBy('bus')
  expect(all).toBeGreaterThan(400)
  expect(percent('onTime')).toBeGreaterThan(75)
  expect(percent('late')).toBeGreaterThan(1)
  expect(percent('early')).toBeLessThan(12)
  expect(percent('unplanned')).toBeLessThan(2)
})

test('the one that leaves its line is less punctual, and yet drives by the timetable', () => {
  const { percent } = passedBy('strayBus')
  expect(percent('onTime')).toBeGreaterThan(50)
  expect(percent('late')).toBeGreaterThan(passedBy('bus').percent('late'))
})
