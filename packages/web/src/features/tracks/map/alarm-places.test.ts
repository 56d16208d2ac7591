import type { TrackAlarm } from '@trackway/core/features/tracks/calls.ts'
import { expect, test } from 'vitest'
import { alarmPlaces } from './alarm-places.ts'

const alarm = (at: number, lat: number | null, lon: number | null = 0) =>
  ({ time: at, lat, lon }) as unknown as TrackAlarm
/** Ten pixels to a degree. */
const toPx = ({ lat, lon }: { lat: number; lon: number }): [number, number] => [lon * 10, lat * 10]

test('alarms whose glyphs would cover one another share one, in order of time', () => {
  const places = alarmPlaces([alarm(1, 0), alarm(2, 50), alarm(3, 0.5)], toPx)
  expect(places.map((place) => place.map((each) => (each as unknown as { time: number }).time))).toEqual([
    [1, 3],
    [2],
  ])
})

test('an alarm without a place has no glyph', () =>
  expect(alarmPlaces([alarm(1, null, null)], toPx)).toEqual([]))

test('no more glyphs than leave the line in view, those of most alarms first', () => {
  const many = Array.from({ length: 200 }, (_, n) => alarm(n, n * 5))
  const places = alarmPlaces([...many, alarm(900, 500), alarm(901, 500)], toPx)
  expect(places).toHaveLength(80)
  expect(places[0]!.length).toBeGreaterThan(1)
})
