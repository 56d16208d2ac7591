import { roles } from '@trackway/core/codes/roles.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { serviceEndCalls } from '@trackway/core/features/expiry-notices/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { DueSummary } from './DueSummary.tsx'
import { ExpiryBanner } from './ExpiryBanner.tsx'
import { RemindersPanel } from './RemindersPanel.tsx'
import { RenewalHelp } from './RenewalHelp.tsx'

const dayMs = 86_400_000
const now = Date.UTC(2026, 10, 20)
const contact = { name: 'Wind', telephone: '138 0013-8000', email: 'help@example.com' }
const device = { terminalID: '860000000000001', lat: 22.5 }

test('an expired device says to its end user what is shown and whom to ask', async () => {
  const server = startFakeServer()
  server.answer(serviceEndCalls.contact, contact)
  const ended = { ...device, expire: now - dayMs }
  const screen = await renderInApp(<RenewalHelp device={ended} now={now} />, { user: { role: roles.user } })
  await expect.element(screen.getByText(/^Service ended on/)).toBeVisible()
  await expect.element(screen.getByText(/position at that time/)).toBeVisible()
  await expect.element(screen.getByText(/To renew, contact Wind/)).toBeVisible()
  const links = screen.getByRole('link').elements()
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    'tel:13800138000',
    'mailto:help@example.com',
  ])
})

test('where nobody is named it says the provider; where no end is near it says nothing', async () => {
  const server = startFakeServer()
  server.answer(serviceEndCalls.contact, { name: null, telephone: null, email: null })
  const user = { user: { role: roles.user } }
  const near = await renderInApp(<RenewalHelp device={{ ...device, expire: now + dayMs }} now={now} />, user)
  await expect.element(near.getByText('To renew, contact your provider.')).toBeVisible()
  await expect.element(near.getByText(/position at that time/)).not.toBeInTheDocument()
  for (const expire of [null, now + 31 * dayMs]) {
    const far = await renderInApp(<RenewalHelp device={{ ...device, expire }} now={now} />, user)
    expect(far.container.textContent).not.toContain('Service')
  }
})

test('who may set terms is led to them', async () => {
  startFakeServer()
  const ended = { ...device, expire: now - dayMs }
  const screen = await renderInApp(<RenewalHelp device={ended} now={now} />, { user: { role: roles.agent } })
  await expect.element(screen.getByRole('link', { name: 'Set expiry' })).toBeVisible()
  await expect.element(screen.getByText(/contact/)).not.toBeInTheDocument()
})

const notices = {
  time: now,
  list: [
    { what: 'device' as const, days: 7, count: 12, name: 'Van', endTime: now + 5 * dayMs },
    { what: 'expired' as const, days: 0, count: 1, name: 'gone', endTime: now - dayMs },
  ],
}

test('a notice is shown with a link to the devices, until it is closed', async () => {
  const server = startFakeServer()
  server.answer(serviceEndCalls.news, notices)
  server.answer(serviceEndCalls.seen, {})
  const screen = await renderInApp(<ExpiryBanner />, { user: { role: roles.agent } })
  await expect.element(screen.getByText(/12 devices expire within 7 days, first .Van/)).toBeVisible()
  await expect.element(screen.getByText(/The account .gone. expired/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Show' }).elements()).toHaveLength(2)
  await screen.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(screen.getByText(/12 devices/)).not.toBeInTheDocument()
  await expect.poll(() => server.sent(serviceEndCalls.seen)).toEqual([{ until: now }])
})

test('the demo account closes it for itself alone', async () => {
  const server = startFakeServer()
  server.answer(serviceEndCalls.news, notices)
  const screen = await renderInApp(<ExpiryBanner />, { user: { role: roles.agent, isDemo: true } })
  await screen.getByRole('button', { name: 'Dismiss' }).click()
  await expect.element(screen.getByText(/12 devices/)).not.toBeInTheDocument()
  expect(server.sent(serviceEndCalls.seen)).toEqual([])
})

test('the numbers due are above the list, each a link to these', async () => {
  const server = startFakeServer()
  server.answer(deviceCalls.find, ({ due }) => ({ list: [], total: due === 'expiring' ? 3 : 1 }))
  const screen = await renderInApp(<DueSummary />, { user: { role: roles.agent } })
  await expect.element(screen.getByRole('link', { name: '3 devices expire within 30 days' })).toBeVisible()
  await expect.element(screen.getByRole('link', { name: '1 device has expired' })).toBeVisible()
})

test('what ends today says so; a link opens the renewal with these devices', async () => {
  const server = startFakeServer()
  const today = { what: 'device' as const, days: 0, count: 3, name: 'Van', endTime: now }
  server.answer(serviceEndCalls.news, { time: now, list: [today, ...notices.list] })
  const screen = await renderInApp(<ExpiryBanner />, { user: { role: roles.user } })
  await expect.element(screen.getByText(/3 devices expire today, first .Van/)).toBeVisible()
  const links = screen.getByRole('link', { name: 'Renew' }).elements()
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    expect.stringMatching(/order\/list\?renew=1$/),
    expect.stringMatching(/order\/list\?renew=7$/),
  ])
})

test('an agent switches the reminders of its customers’ devices off, and SMS on; an end user has its own alone', async () => {
  const server = startFakeServer()
  const switches = { own: true, customers: true, byMail: true, byPush: true, bySms: false }
  server.answer(serviceEndCalls.switches, switches)
  server.answer(serviceEndCalls.saveSwitches, {})
  const agent = await renderInApp(<RemindersPanel />, { user: { role: roles.agent } })
  await agent.getByLabelText("Remind me of my customers' devices").click()
  await agent.getByLabelText('By SMS to the mobile number above').click()
  await agent.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sent(serviceEndCalls.saveSwitches))
    .toEqual([{ ...switches, customers: false, bySms: true }])
  await agent.unmount()
  const user = await renderInApp(<RemindersPanel />, { user: { role: roles.user } })
  await expect.element(user.getByLabelText('Remind me of my own devices')).toBeVisible()
  await expect.element(user.getByText(/customers/)).not.toBeInTheDocument()
})
