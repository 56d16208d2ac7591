import { alarms } from '@trackway/core/codes/alarms.ts'
import type { Abilities } from '@trackway/core/codes/device-abilities.ts'
import type { Location } from '@trackway/core/features/locations/calls.ts'
import { isValidElement, type ReactNode } from 'react'
import { expect, test } from 'vitest'
import { makeFormat } from '../../../base/format.ts'
import { aLocation, locatedTime as now } from '../../../testing/a-location.ts'
import { factGroups } from './card-facts.tsx'

/** Keys, with what they are given. */
const t = ((key: string, values?: object) =>
  values && !('defaultValue' in values) ? `${key}(${Object.values(values).join()})` : key) as never
const format = makeFormat('en-US', 'Asia/Shanghai')

function textOf(node: ReactNode): string {
  if (Array.isArray(node)) return node.map(textOf).join('')
  if (isValidElement<{ children?: ReactNode; text?: string; end?: number }>(node)) {
    const { children, text, end } = node.props
    return text ?? (end === undefined ? textOf(children) : `[ends ${end - now}]`)
  }
  return node === null || node === undefined || node === false
    ? ''
    : String(node).replace(/[\u00a0\u202f]/g, ' ')
}
/** The facts of a device by the last part of their keys. */
function facts(parts: Partial<Location> = {}, type?: Abilities) {
  const groups = factGroups(aLocation(1, parts), { t, format, now, type })
  const all = groups.flatMap((group) => group.facts)
  return Object.fromEntries(all.map(({ label, value }) => [label.split('.').at(-1), textOf(value)]))
}

test('what a device does not report is left out, and so are groups of nothing', () => {
  const shown = facts()
  expect(shown).not.toHaveProperty('altitudeM')
  expect(shown).not.toHaveProperty('odometerM')
  expect(shown).not.toHaveProperty('doorOpen')
  const headings = factGroups(aLocation(1), { t, format, now }).map(({ heading }) => heading)
  expect(headings).not.toContain('readings.group.tyres')
  expect(headings).not.toContain('readings.group.cargo')
})

test('0 is not unknown: 0 m, 0 satellites and a closed door are shown', () => {
  expect(facts({ todayM: 0, satellites: 0, doorOpen: false, oilCut: false, altitudeM: 0 })).toMatchObject({
    todayM: '0 m',
    satellites: '0',
    doorOpen: 'locations.door.closed',
    oilCut: 'locations.no',
    altitudeM: '0 m',
  })
})

test.each([
  [0, '0° locations.wind.n'],
  [22, '22° locations.wind.n'],
  [23, '23° locations.wind.ne'],
  [180, '180° locations.wind.s'],
  [338, '338° locations.wind.n'],
  [359, '359° locations.wind.n'],
  [360, '360° locations.wind.n'],
])('%i degrees are shown as %s', (courseDeg, text) => expect(facts({ courseDeg }).courseDeg).toBe(text))

test('a place on the equator has coordinates, one that is unknown has none', () => {
  expect(facts({ lat: 0, lon: 0 }).coordinates).toBe('0.000000, 0.000000')
  expect(facts({ lat: null, lon: null })).not.toHaveProperty('coordinates')
})

test('ignition and last alarm say since when, where that is known', () => {
  expect(facts({ accOn: true, accSince: now - 3_600_000 }).acc).toBe('locations.acc.isOn · 1 hr')
  expect(facts({ accOn: false, accSince: null }).acc).toBe('locations.acc.isOff')
  const alarm = { lastAlarm: alarms.sos, lastAlarmTime: now - 120_000 }
  expect(facts(alarm).lastAlarm).toBe('alarm.sos · ui.ago(2 min)')
  expect(facts({ ...alarm, lastAlarmTime: null }).lastAlarm).toBe('alarm.sos')
})

test('a battery that is charged says so', () => {
  expect(facts({ batteryPercent: 80, charging: true }).batteryPercent).toBe('locations.charging(80%)')
  expect(facts({ batteryPercent: 80, charging: false }).batteryPercent).toBe('80%')
})

test('the name beside a plate is shown, without a plate it is on the card already', () => {
  expect(facts({ carNumber: 'W-123', nickname: 'van' }).nickname).toBe('van')
  expect(facts({ carNumber: null, nickname: 'van' })).not.toHaveProperty('nickname')
})

test('the end of the service is marked, beside what was registered', () => {
  const groups = factGroups(aLocation(1, { expire: now + 5_000, sim: '123' }), { t, format, now })
  const registration = groups.find(({ tab }) => tab === 'device')!
  const shown = registration.facts.map(({ value }) => textOf(value))
  expect(shown).toContain('123')
  expect(shown).toContain('15 Nov 2023[ends 5000]')
})

test('tyres and packs lead to their screens', () => {
  const readings: Location['readings'] = {
    tyrePressureKpa: { time: now, value: [230, 228] },
    packPercent: { time: now, value: [80] },
  }
  const groups = factGroups(aLocation(1, { readings }), { t, format, now })
  const screens = groups.flatMap(({ heading, screen, table }) =>
    screen ? [[heading, screen, table?.rows.length]] : [],
  )
  expect(screens).toEqual([
    ['readings.group.tyres', '/index/tire', 2],
    ['readings.group.battery', '/index/battery', undefined],
  ])
})

test('what a model cannot have is not shown, whatever its devices say', () => {
  const said = { doorOpen: false, accOn: true, readings: { fuelPercent: { time: now, value: 0 } } }
  const keys = (type?: Abilities) => Object.keys(facts(said, type))
  expect(keys()).toEqual(expect.arrayContaining(['doorOpen', 'acc', 'fuelPercent']))
  expect(keys({ sensors: [], workModes: [] })).toEqual(expect.arrayContaining(['doorOpen', 'fuelPercent']))
  const shown = keys({ sensors: ['ignition', 'battery'], workModes: [] })
  expect(shown).toContain('acc')
  expect(shown).not.toContain('doorOpen')
  expect(shown).not.toContain('fuelPercent')
})
