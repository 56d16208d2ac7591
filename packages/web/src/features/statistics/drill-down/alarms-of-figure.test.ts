import { expect, test } from 'vitest'
import { alarmsOfFigure } from './alarms-of-figure.ts'

const period = { first: '2026-11-01', last: '2026-11-07' }
const row = { code: null, terminalID: null, day: null, userId: null }
const hour = 3_600_000
const at = (day: string) => Date.parse(`${day}T00:00:00Z`) - 8 * hour
const linkOf = (of: Partial<Parameters<typeof alarmsOfFigure>[0]>, figure?: string, search = {}) =>
  alarmsOfFigure({ ...row, ...of }, figure, { search, period, timeZone: 'Asia/Shanghai' })

test('a row leads to what it counts: its code, device and day, else those of the filter', () => {
  expect(
    linkOf({ code: 2 }, 'alarms', {
      devices: '861234560010624_861234560010632',
      codes: '2_5',
      deviceType: 13,
    }),
  ).toMatchObject({
    to: '/index/alarmsAll',
    search: {
      codes: '2',
      deviceType: 13,
      from: at('2026-11-01'),
      to: at('2026-11-08'),
      terminalIDs: '861234560010624_861234560010632',
    },
  })
  expect(
    linkOf({ terminalID: '861234560010624', day: '2026-11-03' }, 'occurrences', { codes: '2_5' }),
  ).toMatchObject({
    search: { terminalIDs: '861234560010624', codes: '2_5', from: at('2026-11-03'), to: at('2026-11-04') },
  })
})

test('an account is that account alone, and the own devices have an alarm centre of their own', () => {
  expect(linkOf({ userId: 7 }, 'alarms', { userId: 3 })).toMatchObject({
    to: '/index/alarmsAll',
    search: { userId: 7, withSubAccounts: false },
  })
  expect(linkOf({}, 'alarms', { withSubAccounts: false })).toMatchObject({ to: '/index/alarms' })
})

test('critical and unhandled ones are those alone; durations lead nowhere', () => {
  expect(linkOf({}, 'critical')).toMatchObject({ search: { severity: 'critical' } })
  expect(linkOf({}, 'unhandled')).toMatchObject({ search: { state: 'new' } })
  expect(linkOf({}, 'duration')).toBeNull()
})
