import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { anAlarm } from '../../../testing/an-alarm.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { AlarmToasts } from './AlarmToasts.tsx'
import { dropToasts, showToasts, takeChanges } from './alarm-news.ts'

async function open() {
  onTestFinished(() => dropToasts())
  return renderInApp(<AlarmToasts />)
}
const many = Array.from({ length: 30 }, (_, at) => anAlarm(at + 1))

test('of many new alarms three are shown, newest first, and how many more there are', async () => {
  const screen = await open()
  showToasts(many)
  await expect.element(screen.getByRole('link', { name: '27 more' })).toBeVisible()
  const shown = screen.getByTestId('tw-alarm-toast').elements()
  expect(shown.map((toast) => toast.querySelector('b')?.textContent)).toEqual(['Van 30', 'Van 29', 'Van 28'])
})

test('on a phone one is shown, and how many more there are', async () => {
  await page.viewport(390, 844)
  onTestFinished(() => page.viewport(1280, 800))
  const screen = await open()
  showToasts(many)
  await expect.element(screen.getByRole('link', { name: '29 more' })).toBeVisible()
  expect(screen.getByTestId('tw-alarm-toast').elements()).toHaveLength(1)
})

test('one that is closed makes room for the next, and all can be closed', async () => {
  const screen = await open()
  showToasts(many)
  await screen.getByRole('button', { name: 'Close', exact: true }).first().click()
  await expect.element(screen.getByText('Van 27')).toBeVisible()
  await expect.element(screen.getByText('26 more')).toBeVisible()
  await screen.getByRole('button', { name: 'Close all' }).click()
  await expect.element(screen.getByTestId('tw-alarm-toast')).not.toBeInTheDocument()
})

test('what somebody handled elsewhere is told of no longer', async () => {
  const screen = await open()
  showToasts([anAlarm(1)])
  await expect.element(screen.getByRole('alert')).toHaveTextContent('SOS')
  takeChanges([anAlarm(1, { state: 'acknowledged', readTime: 1, sequence: 5 })])
  await expect.element(screen.getByTestId('tw-alarm-toast')).not.toBeInTheDocument()
})
