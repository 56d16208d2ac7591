import { expect, test } from 'vitest'
import { drive, type Leg } from '../../testing/drive.ts'

const heartbeat = (at: number, batteryPercent: number): Leg => ({ at, fixTime: undefined, batteryPercent })
const extras = (...legs: Leg[]) =>
  drive(legs).derived.map(({ position }) => position && JSON.parse(position.extra ?? 'null'))

test('readings without a time go with the next position, once', () => {
  expect(
    extras(
      { at: 0, north: 0 },
      heartbeat(10, 80),
      heartbeat(20, 79),
      { at: 30, north: 1 },
      { at: 40, north: 2 },
    ),
  ).toEqual([null, null, null, { batteryPercent: 79 }, null])
})

test('a position with a reading of its own keeps it', () => {
  const legs = [heartbeat(10, 80), { at: 30, north: 1, batteryPercent: 60 }, { at: 40, north: 2 }]
  expect(extras(...legs)).toEqual([null, { batteryPercent: 60 }, null])
})

test('it does not go with a position that was kept back: that is older', () => {
  const legs = [
    { at: 60, north: 0 },
    heartbeat(70, 80),
    { at: 10, north: 1, delay: 80 },
    { at: 90, north: 2 },
  ]
  expect(extras(...legs)).toEqual([null, null, null, { batteryPercent: 80 }])
})

test('readings of several frames go together, each where the position does not say it', () => {
  const legs: Leg[] = [
    { at: 10, fixTime: undefined, temperatureC: [4.5], humidityPercent: 60 },
    { at: 20, fixTime: undefined, packPercent: [80], temperatureC: [4.6] },
    { at: 30, north: 1, humidityPercent: 61 },
    { at: 40, north: 2 },
  ]
  expect(extras(...legs).slice(2)).toEqual([
    { humidityPercent: 61, temperatureC: [4.6], packPercent: [80] },
    null,
  ])
})
