import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { type ReportSchedule, reportScheduleCalls } from '@trackway/core/features/report-schedules/calls.ts'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { ScheduleForm, type ScheduleTarget } from './ScheduleForm.tsx'

const schedule: ReportSchedule = {
  id: 7,
  name: 'Mondays',
  report: 'mileage',
  groupBy: 'day',
  columns: ['day', 'distanceM'],
  userId: null,
  withSubAccounts: true,
  terminalIDs: null,
  groupIds: null,
  format: 'pdf',
  rhythm: 'monthly',
  onDay: 28,
  atMinute: 1385,
  receivers: ['a@example.org'],
  language: 'cn',
  timeZone: 'Asia/Shanghai',
  isEnabled: false,
  nextTime: null,
  lastTime: null,
  lastFailure: null,
} as ReportSchedule

async function open(target: ScheduleTarget, canMail = true) {
  const server = startFakeServer()
  server.answer(reportScheduleCalls.find, { list: [], total: 0, canMail })
  server.answer(reportScheduleCalls.save, schedule)
  server.answer(deviceCalls.types, { list: [] })
  const onClose = vi.fn()
  const screen = await renderInApp(<ScheduleForm target={target} onClose={onClose} />)
  await expect.element(screen.getByRole('dialog')).toBeVisible()
  return { server, screen, onClose, send: () => screen.getByRole('button', { name: 'Save' }).click() }
}
const { nextTime, lastTime, lastFailure, ...stored } = schedule

test('a schedule saved unchanged is sent as it was, with what the form does not show', async () => {
  const { server, send, screen } = await open({ kind: 'edit', schedule })
  await send()
  await expect.element(screen.getByText('Saved')).toBeVisible()
  expect(server.sent(reportScheduleCalls.save)).toEqual([stored])
})

test('a new one asks for a name and receivers, and takes what the report at hand asks', async () => {
  const request = {
    report: 'stops',
    groupBy: 'deviceDay',
    minDurationMs: 60_000,
    withSubAccounts: false,
  } as const
  const { server, screen, send } = await open({ kind: 'add', request })
  await send()
  await expect.element(screen.getByText('Required')).toBeVisible() // the name is that of the report
  expect(server.sent(reportScheduleCalls.save)).toEqual([])
  await screen.getByRole('combobox', { name: 'Recipients' }).fill('b@example.org')
  await userEvent.keyboard('{Enter}')
  await send()
  await expect
    .poll(() => server.sent(reportScheduleCalls.save))
    .toMatchObject([
      {
        ...request,
        name: 'Stops',
        rhythm: 'weekly',
        onDay: 1,
        atMinute: 480,
        receivers: ['b@example.org'],
        isEnabled: true,
      },
    ])
})

test('a receiver that is no mail address is named', async () => {
  const { server, screen, send } = await open({ kind: 'edit', schedule })
  await screen.getByRole('combobox', { name: 'Recipients' }).fill('nobody')
  await userEvent.keyboard('{Enter}')
  await send()
  await expect.element(screen.getByText("This entry wasn't accepted: nobody")).toBeVisible()
  expect(server.sent(reportScheduleCalls.save)).toEqual([])
})

test('each rhythm has its own days: none, of the week, of the month', async () => {
  const { server, screen, send } = await open({ kind: 'edit', schedule })
  await expect.element(screen.getByLabelText('Day', { exact: true })).toBeVisible()
  await screen.getByRole('combobox', { name: 'How often' }).click()
  await screen.getByText('Every week').click()
  await expect.element(screen.getByText('Sunday')).toBeVisible()
  await screen.getByRole('combobox', { name: 'How often' }).click()
  await screen.getByText('Every day').click()
  await expect.element(screen.getByLabelText('Day', { exact: true })).not.toBeVisible()
  await send()
  await expect
    .poll(() => server.sent(reportScheduleCalls.save))
    .toMatchObject([{ rhythm: 'daily', onDay: 1 }])
})

test('only sums are grouped', async () => {
  const { screen } = await open({ kind: 'edit', schedule })
  await expect.element(screen.getByLabelText('Group by')).toBeVisible()
  await screen.getByRole('combobox', { name: 'Report' }).fill('Stops')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByLabelText('Group by')).not.toBeVisible()
})

test('a zone that the server does not know is shown at its field', async () => {
  const { server, screen, send } = await open({ kind: 'edit', schedule })
  server.refuse(reportScheduleCalls.save, 'invalidTimeZone')
  await send()
  await expect.element(screen.getByLabelText('Time zone')).toHaveAttribute('aria-invalid', 'true')
})

test('without a mail server it says that reports wait', async () => {
  const { screen } = await open({ kind: 'add' }, false)
  await expect.element(screen.getByText("Email isn't set up")).toBeVisible()
})
