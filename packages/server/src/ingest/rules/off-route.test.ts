import { alarms } from '@trackway/core/codes/alarms.ts'
import { lineGeometry } from '@trackway/core/features/bus/line-geometry.ts'
import { expect, test } from 'vitest'
import { driveStart, type Leg, toReport } from '../../testing/drive.ts'
import { emptyConfig } from '../config-sources/config-sources.ts'
import { derive } from '../derive.ts'
import { newDeviceState } from '../device-state.ts'

const meridian = (north: number) => ({ lat: 22.5 + north / 1000, lon: 113.9 })
const line = {
  lineId: 7,
  version: 1,
  name: '12',
  geometry: lineGeometry([meridian(0), meridian(60)], []),
  limitM: 100,
  points: 2,
  seconds: 20,
}

/** Ten seconds and a hundred metres a fix; `east`: thousandths of a degree beside the line. */
const leg = (n: number, east = 0, more: Partial<Leg> = {}): Leg => ({
  at: n * 10,
  north: 5 + n,
  longitude: 113.9 + east / 1000,
  ...more,
})
const off = (n: number, more: Partial<Leg> = {}) => leg(n, 4, more)
const legs = (from: number, to: number, make: (n: number) => Leg = leg) =>
  Array.from({ length: to - from }, (_, i) => make(from + i))

function raised(reports: readonly Leg[], busLines = [line]) {
  const state = newDeviceState(1)
  return reports.flatMap((each) => {
    const now = driveStart + (each.at + (each.delay ?? 0)) * 1000
    const { alarms } = derive(state, toReport(each), { timeZone: 'UTC' }, now, { ...emptyConfig, busLines })
    return alarms.map(({ code, subjectId, phase, time }) => [
      code,
      subjectId,
      phase,
      (time - driveStart) / 1000,
    ])
  })
}
const { offRoute } = alarms

test('a bus that leaves its line and returns raises one alarm about the line, and its end', () => {
  expect(raised([...legs(0, 10), ...legs(10, 30, off), ...legs(30, 40)])).toEqual([
    [offRoute, 7, 'begin', 100],
    [offRoute, 7, 'end', 300],
  ])
})

test('fixes that were held back, coarse or from nowhere say nothing', () => {
  const strange: Partial<Leg>[] = [{ isBuffered: true }, { fix: 'lbs' }, { fix: 'none' }]
  for (const more of strange) {
    const aside = legs(10, 20, (n) => off(n, more))
    expect(raised([...legs(0, 10), ...aside, ...legs(20, 30)])).toEqual([])
  }
})

test('a vehicle without lines raises none', () => {
  expect(raised([...legs(0, 10), ...legs(10, 30, off)], [])).toEqual([])
})
