import type { Message } from '@trackway/protocols/protocol.ts'
import { expect, test } from 'vitest'
import { bounds } from './bounds.ts'
import { SessionConduct } from './session-conduct.ts'

const now = Date.UTC(2026, 5, 1)
const dayMs = 86_400_000
const reportsOf = (...fixTimes: (number | null)[]) =>
  ({ kind: 'reports', reports: fixTimes.map((fixTime) => ({ fixTime, fix: 'gps' })) }) as unknown as Message

const old = (day: number, offsetMs = 0) => now - (20 + day) * dayMs + offsetMs
const days = (count: number) => Array.from({ length: count }, (_, day) => day)

test('a device that reports from one old day after the other waits for the next second', () => {
  const conduct = new SessionConduct('gt06', now)
  for (const day of days(bounds.oldDaysPerSecond - 1)) conduct.messageCame(reportsOf(old(day)), now)
  expect(conduct.isAtFullRate).toBe(false)
  conduct.messageCame(reportsOf(old(400)), now)
  expect(conduct.isAtFullRate).toBe(true)
  conduct.newSecond()
  expect(conduct.isAtFullRate).toBe(false)
})

test('many old days in one message take as many seconds', () => {
  const conduct = new SessionConduct('jt808', now)
  conduct.messageCame(reportsOf(...days(bounds.oldDaysPerSecond * 3).map((day) => old(day))), now)
  const isHeldBack = days(4).map(() => {
    const held = conduct.isAtFullRate
    conduct.newSecond()
    return held
  })
  expect(isHeldBack).toEqual([true, true, true, false])
})

test('a day that was kept back whole, new days and reports without a time pass', () => {
  const conduct = new SessionConduct('gt06', now)
  for (const minute of days(1_000)) conduct.messageCame(reportsOf(old(0, minute * 60_000)), now)
  for (const hour of days(7 * 24)) conduct.messageCame(reportsOf(now - hour * 3_600_000, null), now)
  expect(conduct.isAtFullRate).toBe(false)
})
