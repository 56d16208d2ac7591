import type { Message } from '@trackway/protocols/protocol.ts'
import { expect, test } from 'vitest'
import { bounds } from './bounds.ts'
import { SessionLimits } from './session-limits.ts'

const now = Date.UTC(2026, 5, 1)
const dayMs = 86_400_000
const reportsOf = (...fixTimes: (number | null)[]) =>
  ({ kind: 'reports', reports: fixTimes.map((fixTime) => ({ fixTime, fix: 'gps' })) }) as unknown as Message

const old = (day: number, offsetMs = 0) => now - (20 + day) * dayMs + offsetMs
const days = (count: number) => Array.from({ length: count }, (_, day) => day)

test('a device that reports from one old day after the other waits for the next second', () => {
  const limits = new SessionLimits('gt06', now)
  for (const day of days(bounds.oldDaysPerSecond - 1)) limits.countMessage(reportsOf(old(day)), now)
  expect(limits.isAtFullRate).toBe(false)
  limits.countMessage(reportsOf(old(400)), now)
  expect(limits.isAtFullRate).toBe(true)
  limits.newSecond()
  expect(limits.isAtFullRate).toBe(false)
})

test('many old days in one message take as many seconds', () => {
  const limits = new SessionLimits('jt808', now)
  limits.countMessage(reportsOf(...days(bounds.oldDaysPerSecond * 3).map((day) => old(day))), now)
  const isHeldBack = days(4).map(() => {
    const held = limits.isAtFullRate
    limits.newSecond()
    return held
  })
  expect(isHeldBack).toEqual([true, true, true, false])
})

test('a day that was kept back whole, new days and reports without a time pass', () => {
  const limits = new SessionLimits('gt06', now)
  for (const minute of days(1_000)) limits.countMessage(reportsOf(old(0, minute * 60_000)), now)
  for (const hour of days(7 * 24)) limits.countMessage(reportsOf(now - hour * 3_600_000, null), now)
  expect(limits.isAtFullRate).toBe(false)
})
