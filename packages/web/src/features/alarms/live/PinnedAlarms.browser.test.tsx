import { alarms } from '@trackway/core/codes/alarms.ts'
import { alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { expect, onTestFinished, test } from 'vitest'
import { anAlarm } from '../../../testing/an-alarm.ts'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { AlarmBell } from './AlarmBell.tsx'
import { PinnedAlarms } from './PinnedAlarms.tsx'
import { noRecentAlarms, setPinned, takeChanges, useRecentAlarms } from './recent-alarms.ts'

const now = Date.now()
const sos = anAlarm(1, { startTime: now - 180_000, endTime: now - 180_000, speedKmh: 42 })
const powerCut = anAlarm(2, { code: alarms.externalPowerCut, startTime: now, endTime: now })

async function open(user: Parameters<typeof renderInApp>[1] = {}, screen = <PinnedAlarms />) {
  const server = startFakeServer()
  server.answer(alarmCalls.handle, ({ ids }) => ({ done: ids!.length, failed: [], undoId: 7 }))
  onTestFinished(() => useRecentAlarms.setState(noRecentAlarms))
  return { server, screen: await renderInApp(screen, user) }
}

test('an SOS is before newer alarms, with its speed, place and customer, and one click acknowledges it', async () => {
  const { server, screen } = await open()
  setPinned([powerCut, sos], 2)
  const row = screen.getByRole('listitem')
  await expect.element(row).toHaveTextContent('SOS · Van 13 min ago · 42 km/h · 14 Dock Rd · Boss Logistics')
  expect(row.elements()).toHaveLength(1)
  await screen.getByRole('button', { name: 'Acknowledge Van 1, SOS' }).click()
  await expect.element(row).toHaveTextContent('External power cut · Van 2')
  expect(server.sent(alarmCalls.handle)).toEqual([{ ids: [1], action: 'acknowledge' }])
  await expect.element(screen.getByRole('button', { name: 'Undo' })).toBeVisible()
  await screen.getByRole('button', { name: 'Acknowledge Van 2, External power cut' }).click()
  await expect.element(row).not.toBeInTheDocument()
})

test('a new one is pinned as it comes, stays until it is handled, and notices and muted ones are not', async () => {
  const { screen } = await open()
  takeChanges([
    sos,
    anAlarm(3, { severity: 'warning', startTime: now }),
    anAlarm(4, { isMuted: true, startTime: now }),
  ])
  await expect.element(screen.getByRole('alert')).toHaveTextContent('SOS · Van 1')
  expect(useRecentAlarms.getState().pinnedTotal).toBe(1)
  // Read by a colleague is not acknowledged.
  takeChanges([{ ...sos, readTime: 5, sequence: 8 }])
  await expect.element(screen.getByRole('alert')).toBeVisible()
  takeChanges([{ ...sos, state: 'acknowledged', sequence: 9 }])
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

test('the others are unfolded, and all of more than are listed are a click away', async () => {
  const { screen } = await open()
  setPinned([powerCut, sos], 1_324)
  await screen.getByRole('button', { name: '1,323 more' }).click()
  expect(screen.getByRole('listitem').elements()).toHaveLength(2)
  await expect
    .element(screen.getByRole('link', { name: 'All critical alarms' }))
    .toHaveAttribute('href', expect.stringContaining('view=pinned'))
})

test('the newest alarms begin with them, and each is acknowledged there', async () => {
  const { server, screen } = await open({}, <AlarmBell />)
  useRecentAlarms.setState({ latest: [powerCut, anAlarm(5, { severity: 'notice' })] })
  setPinned([sos, powerCut], 2)
  await screen.getByRole('button', { name: 'Latest alarms' }).click()
  const rows = screen.getByRole('dialog').getByRole('listitem')
  await expect.element(rows.nth(2)).toHaveTextContent('Van 5')
  expect(rows.elements()).toHaveLength(3)
  await screen.getByRole('dialog').getByRole('button', { name: 'Acknowledge Van 1, SOS' }).click()
  await expect.poll(() => server.sent(alarmCalls.handle)).toEqual([{ ids: [1], action: 'acknowledge' }])
})

test('the demo account sees them and reads why it acknowledges none; who may not see alarms has none', async () => {
  const { screen } = await open({ user: { isDemo: true } })
  setPinned([sos], 1)
  await expect.element(screen.getByRole('button', { name: /^Acknowledge/ })).toBeDisabled()
  await screen.unmount()
  const other = await open({ user: { permissions: ['main:track'] } })
  setPinned([sos], 1)
  await expect.element(other.screen.getByText(/SOS/)).not.toBeInTheDocument()
})
