import { expect, test } from 'vitest'
import { aLocation } from '../../../testing/a-location.ts'
import { actionsFor, vehicleActions } from './vehicle-actions.tsx'

const all = () => true
const keysFor = (...devices: Parameters<typeof actionsFor>[0]) =>
  actionsFor(devices, all).map(({ key }) => key)

test('each action leads somewhere or does something, once', () => {
  for (const { link, url, verb } of vehicleActions)
    expect([link, url, verb].filter((way) => way !== undefined)).toHaveLength(1)
})

test('a vehicle without a place is not followed, navigated to or fenced in', () => {
  const without = keysFor(aLocation(1, { lat: null, lon: null }))
  expect(without).not.toContain('follow')
  expect(without).not.toContain('navigate')
  expect(without).not.toContain('fence')
  expect(without).toContain('replay')
})

test('several are offered what takes several, however many they are', () => {
  expect(keysFor(aLocation(1), aLocation(2))).toEqual(['follow', 'replay', 'share', 'copyId', 'watchOnly'])
})

test('there are no pictures of the streets of mainland China', () => {
  expect(keysFor(aLocation(1, { lat: 39.9, lon: 116.4 }))).not.toContain('streetView')
  expect(keysFor(aLocation(1, { lat: 60.17, lon: 24.94 }))).toContain('streetView')
})

test('what needs a permission is offered to who holds it', () => {
  const mayNone = actionsFor([aLocation(1)], (permission) => permission.length === 0)
  expect(mayNone.map(({ key }) => key)).not.toContain('replay')
  expect(mayNone.map(({ key }) => key)).toContain('share')
})
