import { expect, test } from 'vitest'
import { ApiError } from '../../../base/api.ts'
import { faultText } from './fault-text.ts'

const stops = [{ name: 'Harbour' }, { name: 'Market' }]
const t = ((key: string, { name }: { name: string }) => `${key} ${name}`.trim()) as never
const textOf = (...issues: { path: string; reason: string }[]) =>
  faultText(new ApiError('invalidInput', { issues }), stops, t)

test('a fault of a stop names it, one of the line does not', () => {
  expect(textOf({ path: 'stops.1', reason: 'farStop' })).toBe('bus.fault.farStop Market')
  expect(textOf({ path: 'stops.0.name', reason: 'repeatedStop' })).toBe('bus.fault.repeatedStop Harbour')
  expect(textOf({ path: 'shape', reason: 'noWay' })).toBe('bus.fault.noWay')
})

test('a stop that is there no longer is not named', () => {
  expect(textOf({ path: 'stops.7', reason: 'farStop' })).toBe('bus.fault.farStop')
})

test('of several reasons the first that is a fault of lines is shown, of others none', () => {
  expect(textOf({ path: 'name', reason: 'too_big' }, { path: 'shape', reason: 'noWay' })).toBe(
    'bus.fault.noWay',
  )
  expect(textOf({ path: 'name', reason: 'too_big' })).toBeNull()
  expect(textOf()).toBeNull()
  expect(faultText(new Error('away'), stops, t)).toBeNull()
})
