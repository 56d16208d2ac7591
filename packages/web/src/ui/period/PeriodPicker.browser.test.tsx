import { addDays, dayAt } from '@trackway/core/rules/local-days.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { renderInApp } from '../../testing/render.tsx'
import { MarkedPeriodPicker, PeriodPicker } from './PeriodPicker.tsx'

const presets = ['today', 'yesterday', 'sevenDays'] as const
const timeZone = 'Asia/Shanghai'
/** No midnight between a click and what it is held against. */
beforeEach(() => {
  vi.setSystemTime(Date.UTC(2026, 8, 30, 12))
  return () => void vi.useRealTimers()
})
const daysAgo = (days: number) => addDays(dayAt(Date.now(), timeZone), -days)

async function open(period: { first: string; last: string }) {
  const onPeriod = vi.fn()
  const screen = await renderInApp(
    <PeriodPicker period={period} presets={presets} maxDays={92} withMonths onPeriod={onPeriod} />,
  )
  return { screen, onPeriod }
}

test('a preset of the calendar is its days of the account, not of the browser', async () => {
  const { screen, onPeriod } = await open({ first: '2024-03-01', last: '2024-03-02' })
  await screen.getByRole('textbox', { name: 'Period' }).first().click()
  await screen.getByText('7 days').click()
  await expect.poll(() => onPeriod.mock.lastCall).toEqual([{ first: daysAgo(6), last: daysAgo(0) }])
})

test('quarters and months of the past year are chosen by their names', async () => {
  const { screen, onPeriod } = await open({ first: '2024-03-01', last: '2024-03-02' })
  for (const [name, first, last] of [
    ['December 2025', '2025-12-01', '2025-12-31'],
    ['Last quarter', '2026-04-01', '2026-06-30'],
  ] as const) {
    await screen.getByRole('combobox', { name: 'Month or quarter' }).click()
    await screen.getByTitle(name).click()
    await expect.poll(() => onPeriod.mock.lastCall).toEqual([{ first, last }])
  }
})

test('on a phone presets are buttons, and the other end follows a day that turns the period around', async () => {
  await page.viewport(390, 844)
  const { screen, onPeriod } = await open({ first: '2024-03-10', last: '2024-03-12' })
  await screen.getByRole('button', { name: 'Yesterday' }).click()
  await expect.poll(() => onPeriod.mock.lastCall).toEqual([{ first: daysAgo(1), last: daysAgo(1) }])
  await screen.getByLabelText('From').fill('2024-03-20')
  await expect.poll(() => onPeriod.mock.lastCall).toEqual([{ first: '2024-03-20', last: '2024-03-20' }])
  await page.viewport(1280, 800)
})

test('days on which something happened say how far, and the preset shown is pressed', async () => {
  const screen = await renderInApp(
    <MarkedPeriodPicker
      period={{ first: '2024-03-05', last: '2024-03-05' }}
      presets={presets}
      maxDays={90}
      days={new Map([['2024-03-04', 12_300]])}
      note="Numbers are kilometres."
      onPeriod={() => {}}
    />,
  )
  await expect.element(screen.getByRole('radio', { name: 'Yesterday' })).not.toBeChecked()
  await screen.getByRole('textbox', { name: 'Period' }).first().click()
  await expect.element(screen.getByText('Numbers are kilometres.')).toBeVisible()
  await expect.element(screen.getByText('12', { exact: true }).first()).toBeVisible()
})
