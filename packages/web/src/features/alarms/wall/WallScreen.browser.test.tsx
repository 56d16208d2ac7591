import { alarms } from '@trackway/core/codes/alarms.ts'
import { alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { expect, test } from 'vitest'
import { anAlarm } from '../../../testing/an-alarm.ts'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { WallScreen } from './WallScreen.tsx'

test('a screen on the wall shows what waits, the gravest first, and nothing else', async () => {
  const startTime = Date.now() - 120_000
  const list = [
    anAlarm(1, { startTime }),
    anAlarm(2, { code: alarms.overspeed, severity: 'warning', startTime: startTime + 1 }),
  ]
  const server = startFakeServer()
  server.answer(alarmCalls.find, () => ({ list, total: list.length, isMore: false }))
  server.answer(alarmCalls.handle, ({ ids }) => {
    list[0]!.state = 'acknowledged'
    return { done: ids!.length, failed: [], undoId: null }
  })
  const screen = await renderInApp(<WallScreen />, { url: '/?wall=true' })
  await expect.element(screen.getByRole('heading', { name: '2 alarms to look at' })).toBeVisible()
  expect(server.sent(alarmCalls.find)[0]).toMatchObject({
    severityFrom: 'warning',
    state: 'new',
    isMuted: false,
    gravestFirst: true,
  })
  const rows = screen.getByRole('list', { name: 'Alarms' }).getByRole('listitem')
  await expect.element(rows.first()).toHaveTextContent('Van 1 SOS')
  await screen.getByRole('button', { name: 'Acknowledge: Van 1' }).click()
  await expect.element(rows.first()).toHaveTextContent('Van 2 Speeding')
  expect(server.sent(alarmCalls.handle)).toEqual([{ ids: [1], action: 'acknowledge' }])
})
