import { describe, expect, test } from 'vitest'
import { encodeLocation, encodeLogin, type PlaceToSend } from './encode.ts'
import { gt06 } from './gt06.ts'
import { newSession } from './session.ts'

const now = Date.UTC(2026, 5, 1, 12, 0, 0)
const hour = 3_600_000
const place: PlaceToSend = {
  deviceTime: now,
  latitude: 1,
  longitude: 2,
  speedKmh: 0,
  courseDeg: 0,
  satellites: 9,
  isPositioned: true,
  mcc: 460,
  mnc: 0,
  lac: 1,
  cellId: 1,
}

const timeOf = (session: ReturnType<typeof newSession>, number: 0x12 | 0x22, deviceTime: number, at = now) =>
  gt06.decode(encodeLocation(number, { ...place, deviceTime }, 1), session, at)[0]!.reports[0]!.fixTime

const logIn = (utcOffsetMinutes: number) => {
  const session = newSession()
  gt06.decode(encodeLogin('123456789012345', 1, { deviceType: '0000', utcOffsetMinutes }), session, now)
  return session
}

test('reads 12 in the zone of the login, 22 in UTC', () => {
  const session = logIn(480)
  expect(timeOf(session, 0x12, now + 8 * hour)).toBe(now)
  expect(timeOf(session, 0x22, now)).toBe(now)
})

test('reads 12 in the configured zone when the login states none', () => {
  expect(timeOf(newSession({ utcOffsetMinutes: -300 }), 0x12, now - 5 * hour)).toBe(now)
})

test('reads 22 in the configured zone too, unless its first live fix is of UTC', () => {
  expect(timeOf(newSession({ utcOffsetMinutes: 330 }), 0x22, now + 5.5 * hour)).toBe(now)
  expect(timeOf(newSession({ utcOffsetMinutes: 480 }), 0x22, now)).toBe(now)
})

test('reads 12 as it was sent when no zone is known', () => {
  expect(timeOf(newSession(), 0x12, now - 3 * hour)).toBe(now - 3 * hour)
})

describe('believes live frames over the rule', () => {
  test('when 22 comes in the zone of the login', () => {
    const session = logIn(480)
    for (const seconds of [0, 10_000, 20_000]) timeOf(session, 0x22, now + 8 * hour + seconds, now + seconds)
    expect(timeOf(session, 0x22, now + 8 * hour + 30_000, now + 30_000)).toBe(now + 30_000)
  })

  test('when 12 comes in UTC although the login states a zone', () => {
    const session = logIn(480)
    for (let i = 0; i < 3; i++) timeOf(session, 0x12, now)
    expect(timeOf(session, 0x12, now)).toBe(now)
  })

  test('when no zone is known and the device is hours ahead', () => {
    const session = newSession()
    for (let i = 0; i < 3; i++) timeOf(session, 0x12, now + 8 * hour)
    expect(timeOf(session, 0x12, now + 8 * hour)).toBe(now)
  })

  test('but not late ones: a report hours old may have been kept back', () => {
    const session = newSession()
    for (let i = 0; i < 5; i++) timeOf(session, 0x12, now - 5 * hour)
    expect(timeOf(session, 0x12, now - 5 * hour)).toBe(now - 5 * hour)
  })
})

describe('gives no time', () => {
  test.each([
    ['a clock that was never set', Date.UTC(2004, 0, 1, 0, 3)],
    ['one of the year 2010', Date.UTC(2010, 0, 1, 0, 3)],
    ['tomorrow and beyond', now + 25 * hour],
  ])('to %s', (_, deviceTime) => {
    expect(timeOf(newSession(), 0x22, deviceTime)).toBeNull()
  })
})
