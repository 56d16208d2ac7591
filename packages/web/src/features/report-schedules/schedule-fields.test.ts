import type { ReportSchedule } from '@trackway/core/api/report-schedules.ts'
import { expect, test } from 'vitest'
import {
  type AskedReport,
  fieldsOf,
  inputOf,
  newSchedule,
  type ScheduleFields,
  scheduleInput,
} from './schedule-fields.ts'

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
  lastFailure: null,
}

test('a schedule saved unchanged stays as it was', () => {
  const { nextTime, lastTime, lastFailure, ...kept } = schedule
  expect(scheduleInput(schedule)).toEqual(kept)
  expect(inputOf(fieldsOf(schedule), schedule)).toEqual(kept)
})

test('another report has columns of its own', () => {
  const changed = inputOf({ ...fieldsOf(schedule), report: 'stops' }, schedule)
  expect(changed).not.toHaveProperty('columns')
  expect(changed).not.toHaveProperty('minDurationMs')
})

test('the day is that of the rhythm', () => {
  const fields = { ...fieldsOf(schedule), weekday: 5 }
  expect(inputOf({ ...fields, rhythm: 'weekly' }, schedule).onDay).toBe(5)
  expect(inputOf({ ...fields, rhythm: 'daily' }, schedule).onDay).toBe(1)
})

const account = { email: 'me@example.org', timeZone: 'Europe/Paris', language: 'fr' } as const

test('a new one goes to the account itself, in its zone and language', () =>
  expect(newSchedule(account, undefined)).toMatchObject({
    receivers: ['me@example.org'],
    timeZone: 'Europe/Paris',
    language: 'fr',
  }))

test('one made of a report asks what the report does', () => {
  const question: AskedReport = {
    ...{ report: 'pastDue', userId: 9, withSubAccounts: false, terminalIDs: ['1'], deviceType: 13 },
    ...{ columns: ['displayName'], state: 'expired', withinDays: 7, search: 'A' },
  }
  const fields = { ...newSchedule(account, question), name: 'Due' } as ScheduleFields
  expect(inputOf(fields, question)).toMatchObject({ ...question, name: 'Due', isEnabled: true })
  expect(inputOf({ ...fields, report: 'trips' }, question)).not.toHaveProperty('withinDays')
})
