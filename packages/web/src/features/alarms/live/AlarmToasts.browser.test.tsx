import { expect, onTestFinished, test } from 'vitest'
import { anAlarm } from '../../../testing/an-alarm.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { AlarmToasts } from './AlarmToasts.tsx'
import { dropToasts, showToasts, takeChanges } from './recent-alarms.ts'

async function open() {
  onTestFinished(() => dropToasts())
  return renderInApp(<AlarmToasts />)
}
const many = Array.from({ length: 30 }, (_, at) => anAlarm(at + 1, { severity: 'warning' }))

test('of many new alarms the newest is shown, and how many more there are', async () => {
  const screen = await open()
  showToasts(many)
  await expect.element(screen.getByRole('link', { name: '29 more' })).toBeVisible()
  await expect.element(screen.getByTestId('tw-alarm-toast')).toHaveTextContent('Van 30')
})

test('one that is closed makes room for the next, and all can be closed', async () => {
  const screen = await open()
  showToasts(many)
  await screen.getByRole('button', { name: 'Close', exact: true }).click()
  await expect.element(screen.getByText('Van 29')).toBeVisible()
  await expect.element(screen.getByText('28 more')).toBeVisible()
  await screen.getByRole('button', { name: 'Close all' }).click()
  await expect.element(screen.getByTestId('tw-alarm-toast')).not.toBeInTheDocument()
})

test('an alarm that somebody handled elsewhere is shown no longer', async () => {
  const screen = await open()
  showToasts([anAlarm(1)])
  await expect.element(screen.getByRole('status')).toHaveTextContent('SOS')
  takeChanges([anAlarm(1, { state: 'acknowledged', readTime: 1, sequence: 5 })])
  await expect.element(screen.getByTestId('tw-alarm-toast')).not.toBeInTheDocument()
})
