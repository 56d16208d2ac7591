import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { startOfDay } from '@trackway/core/rules/local-days.ts'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import type { AnyListUrl } from '../../../ui/list/list-url.ts'
import { AlarmFilters } from './AlarmFilters.tsx'

const timeZone = 'America/New_York'
const midnight = (day: string) => startOfDay(day, timeZone)

async function open(url: AnyListUrl = {}, { isOwn = false, user = {} } = {}) {
  const server = startFakeServer()
  server.answer(fenceCalls.find, ({ search }) => {
    const list = [{ fenceId: 4, name: 'Depot' }].filter(({ name }) => name.startsWith(search ?? ''))
    return { list, total: list.length } as never
  })
  const onFilter = vi.fn()
  const screen = await renderInApp(
    <AlarmFilters url={url} isOwn={isOwn} isNarrow={false} onFilter={onFilter} />,
    { user: { timeZone, ...user } },
  )
  return { server, screen, onFilter }
}

test('days are those of the account: the last one is requested up to its end', async () => {
  const { screen, onFilter } = await open()
  const [first, last] = [0, 1].map((at) => screen.getByRole('textbox', { name: 'Period' }).nth(at))
  await first!.click()
  await first!.fill('2026-11-01')
  await userEvent.keyboard('{Enter}')
  await last!.fill('2026-11-02')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => onFilter.mock.lastCall)
    .toEqual([{ from: midnight('2026-11-01'), to: midnight('2026-11-03') }])
  // The clocks were set back in that night: it had 25 hours.
  expect(midnight('2026-11-02') - midnight('2026-11-01')).toBe(25 * 3_600_000)
})

test('an address shows its days, its types and its fence by their names', async () => {
  const { screen, onFilter } = await open({
    from: midnight('2026-11-20'),
    to: midnight('2026-11-22'),
    codes: '0_2',
    fenceId: 4,
  })
  const days = screen.getByRole('textbox', { name: 'Period' })
  await expect.element(days.first()).toHaveValue('20 Nov 2026')
  await expect.element(days.last()).toHaveValue('21 Nov 2026')
  await expect.element(screen.getByText('Depot', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('SOS', { exact: true })).toBeVisible()
  await screen.getByRole('combobox', { name: 'Alarm types' }).click()
  await userEvent.keyboard('{Backspace}')
  await expect.poll(() => onFilter.mock.lastCall).toEqual([{ codes: '0' }])
})

test('one code of an address is shown as several are, and taking it away leaves none', async () => {
  const { screen, onFilter } = await open({ codes: 0 })
  await expect.element(screen.getByText('SOS', { exact: true })).toBeVisible()
  await screen.getByRole('combobox', { name: 'Alarm types' }).click()
  await userEvent.keyboard('{Backspace}')
  await expect.poll(() => onFilter.mock.lastCall).toEqual([{ codes: undefined }])
})

test('fences are requested when the choice is opened, and found by their name', async () => {
  const { server, screen, onFilter } = await open({ userId: 9 })
  expect(server.sent(fenceCalls.find)).toEqual([])
  await screen.getByRole('combobox', { name: 'Geofence' }).click()
  await expect.poll(() => server.sent(fenceCalls.find)).toEqual([expect.objectContaining({ userId: 9 })])
  await screen.getByRole('combobox', { name: 'Geofence' }).fill('De')
  await expect.poll(() => server.sent(fenceCalls.find).at(-1)).toMatchObject({ search: 'De', userId: 9 })
  await expect.element(screen.getByRole('option', { name: 'Depot' })).toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onFilter.mock.lastCall).toEqual([{ fenceId: 4 }])
})

test('who may not see fences is not offered them', async () => {
  const { screen } = await open({}, { isOwn: true, user: { permissions: ['main:alarms'] } })
  await expect.element(screen.getByRole('combobox', { name: 'Alarm types' })).toBeVisible()
  await expect.element(screen.getByRole('combobox', { name: 'Geofence' })).not.toBeInTheDocument()
})
