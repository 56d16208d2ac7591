import type { ReportSchedule } from '@trackway/core/features/report-schedules/calls.ts'
import { expect, test } from 'vitest'
import { newSchedule, type ReportRequest, type ScheduleInput, scheduleInput } from './schedule-input.ts'

const schedule: ReportSchedule = {
  id: 7,
  name: 'Mondays',
  report: 'trips',
  groupBy: 'deviceDay',
  columns: ['displayName', 'distanceM'],
  minDurationMs: 60_000,
  userId: null,
  withSubAccounts: true,
  terminalIDs: null,
  groupIds: null,
  format: 'pdf',
  rhythm: 'monthly',
  onDay: 28,
  atMinute: 23 * 60 + 5,
  receivers: ['a@example.org'],
  language: 'cn',
  timeZone: 'Asia/Shanghai',
  isEnabled: false,
  nextTime: null,
  lastTime: null,
  waitingReceivers: [],
  unsubscribedReceivers: [],
  lastFailure: null,
}

test('a schedule saved unchanged stays as it was', () =>
  expect(scheduleInput(schedule, schedule)).toEqual(schedule))

test('another report, or another grouping of it, has columns of its own', () => {
  for (const change of [{ report: 'stops' }, { groupBy: 'day' }] as const) {
    const changed = scheduleInput({ ...schedule, ...change }, schedule)
    expect(changed).not.toHaveProperty('columns')
    expect(changed).not.toHaveProperty('minDurationMs')
  }
})

test.each([
  { rhythm: 'weekly', onDay: 5, sent: 5 },
  { rhythm: 'weekly', onDay: 28, sent: 7 },
  { rhythm: 'monthly', onDay: 28, sent: 28 },
  { rhythm: 'daily', onDay: 28, sent: 1 },
] as const)('day $onDay of a $rhythm report is sent as $sent', ({ rhythm, onDay, sent }) =>
  expect(scheduleInput({ ...schedule, rhythm, onDay }, schedule).onDay).toBe(sent),
)

const account = { email: 'me@example.org', timeZone: 'Europe/Paris', language: 'fr' } as const

test('a new one goes to the account itself, in its zone and language', () =>
  expect(newSchedule(account, undefined)).toMatchObject({
    receivers: ['me@example.org'],
    timeZone: 'Europe/Paris',
    language: 'fr',
  }))

test('one made of a report asks what the report does', () => {
  const request: ReportRequest = {
    report: 'pastDue',
    userId: 9,
    withSubAccounts: false,
    terminalIDs: ['1'],
    deviceType: 13,
    columns: ['displayName'],
    state: 'expired',
    withinDays: 7,
    search: 'A',
  }
  const input = { ...newSchedule(account, request), name: 'Due' } as ScheduleInput
  expect(scheduleInput(input, request)).toMatchObject({ ...request, name: 'Due' })
  expect(scheduleInput({ ...input, report: 'trips' }, request)).not.toHaveProperty('withinDays')
})
