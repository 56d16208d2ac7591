import type { ReportSchedule } from '@trackway/core/api/exports.ts'
import { expect, test } from 'vitest'
import { fieldsOf, inputOf, newSchedule, scheduleInput } from './schedule-fields.ts'

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

test('a new one goes to the account itself, in its zone and language', () =>
  expect(newSchedule({ email: 'me@example.org', timeZone: 'Europe/Paris', language: 'fr' })).toMatchObject({
    receivers: ['me@example.org'],
    timeZone: 'Europe/Paris',
    language: 'fr',
  }))
