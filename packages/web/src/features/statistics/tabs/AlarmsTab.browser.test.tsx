import { alarms } from '@trackway/core/codes/alarms.ts'
import { type AlarmCountRow, alarmStatisticsCalls } from '@trackway/core/features/alarms/statistics-calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { AlarmsTab } from './AlarmsTab.tsx'

const none = { alarms: 0, occurrences: 0, critical: 0, unhandled: 0, durationMs: 0 }
const counts = { ...none, alarms: 12, occurrences: 340, unhandled: 5 }
const row: AlarmCountRow = {
  ...counts,
  id: '2',
  code: alarms.vibration,
  devices: 3,
  terminalID: null,
  displayName: null,
  day: null,
  userId: null,
  username: null,
}

async function open(query: string) {
  const server = startFakeServer()
  server.answer(alarmStatisticsCalls.count, {
    list: [row],
    total: 1,
    sum: counts,
    previous: { ...none, alarms: 10 },
    byDay: [
      { ...counts, day: '2026-11-02' },
      { ...none, day: '2026-11-03' },
    ],
    timeZone: 'Asia/Shanghai',
    devices: 40,
    devicesWithData: 3,
  })
  const url = `/index/count/countAlarms?first=2026-11-02&last=2026-11-03&${query}`
  return { server, screen: await renderInApp(<AlarmsTab />, { url }) }
}

test('alarms by code, their sum against the days before, by day, and what to see of each', async () => {
  const { server, screen } = await open('compare=true&codes=2_5')
  await expect.element(screen.getByRole('table').getByText('Vibration')).toBeVisible()
  expect(server.sent(alarmStatisticsCalls.count)[0]).toMatchObject({
    groupBy: 'code',
    sort: 'alarms',
    isDescending: true,
    withPrevious: true,
    codes: [2, 5],
    first: '2026-11-02',
    last: '2026-11-03',
  })
  const totals = screen.getByRole('region', { name: 'Totals' })
  await expect.element(totals.getByRole('button', { name: /^Alarms/ })).toHaveTextContent('+20%')
  await expect.element(screen.getByRole('figure')).toHaveTextContent('Most on Mon, 2 Nov 2026: 12.')
  await expect.element(screen.getByRole('status')).toHaveTextContent('3 of 40')
  const link = screen.getByRole('link', { name: 'Show in the alarm centre' })
  const href = new URL(link.element().getAttribute('href')!, location.href)
  expect(href.pathname).toBe('/index/alarmsAll')
  expect(href.searchParams.get('codes')).toBe('2')
  await expect.element(screen.getByRole('button', { name: 'Alarms: 12' })).toBeVisible()
})

test('by day they are in the order of the days', async () => {
  const { server } = await open('group=day')
  await expect.poll(() => server.sent(alarmStatisticsCalls.count).length).toBeGreaterThan(0)
  expect(server.sent(alarmStatisticsCalls.count)[0]).toMatchObject({
    groupBy: 'day',
    sort: 'day',
    isDescending: false,
  })
})
