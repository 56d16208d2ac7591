import dayjs from 'dayjs'
import { expect, onTestFinished, test } from 'vitest'
import { weekdayName } from '../../ui/period/weekday-name.ts'
import { rhythmText } from './rhythm-text.ts'
import 'dayjs/locale/zh-cn'

const t = ((key: string, values: object) =>
  [key.split('.').at(-1), ...Object.values(values)].join(' ')) as never
const text = (rhythm: string, onDay: number, atMinute: number) =>
  rhythmText({ rhythm, onDay, atMinute } as never, t)

test('a rhythm says its day and its minute', () => {
  expect(text('daily', 1, 5)).toBe('everyDay 00:05')
  expect(text('weekly', 1, 480)).toBe('everyWeek Monday 08:00')
  expect(text('weekly', 7, 1_439)).toBe('everyWeek Sunday 23:59')
  expect(text('monthly', 28, 0)).toBe('everyMonth 28 00:00')
})

test('days of the week are in the language of the page', () => {
  onTestFinished(() => void dayjs.locale('en'))
  dayjs.locale('zh-cn')
  expect([1, 7].map(weekdayName)).toEqual(['星期一', '星期日'])
})
