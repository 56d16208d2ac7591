import type { OutputOf } from '@trackway/core/api/call.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { apiKeyCalls } from '@trackway/core/features/api-keys/calls.ts'
import { auditCalls } from '@trackway/core/features/audit/calls.ts'
import { demoAccountCalls } from '@trackway/core/features/demo-account/calls.ts'
import { exchangeRateCalls } from '@trackway/core/features/exchange-rates/calls.ts'
import { geocodingCalls } from '@trackway/core/features/geocoding/calls.ts'
import { jobCalls } from '@trackway/core/features/jobs/calls.ts'
import { noticeCalls } from '@trackway/core/features/notices/calls.ts'
import { textSettingCalls } from '@trackway/core/features/notifications/text-setting-calls.ts'
import { platformCalls } from '@trackway/core/features/system/calls.ts'
import { mailSettingCalls } from '@trackway/core/features/system/mail-setting-calls.ts'
import { expect, onTestFinished, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { forget, openStored, recall } from '../../base/stored.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { renderInApp } from '../../testing/render.tsx'
import { AddressesTab } from './AddressesTab.tsx'
import { ApiKeyList } from './ApiKeyList.tsx'
import { AuditLogTab } from './AuditLogTab.tsx'
import { DemoAccountTab } from './DemoAccountTab.tsx'
import { HealthTab } from './HealthTab.tsx'
import { JobsTab } from './JobsTab.tsx'
import { MailTab } from './MailTab.tsx'
import { Notices } from './Notices.tsx'
import { NoticesTab } from './NoticesTab.tsx'
import { RatesTab } from './RatesTab.tsx'
import { TextsTab } from './TextsTab.tsx'

const now = Date.UTC(2026, 10, 20, 8)
const dayMs = 86_400_000

const health: OutputOf<typeof platformCalls.health> = {
  version: '1.2.3',
  processes: [1, 2].map((number) => ({
    name: `node-${number}`,
    roles: ['gateway', 'api'],
    version: '1.2.3',
    node: '24.1.0',
    startTime: now - dayMs,
    sayTime: now,
    connections: 600,
    viewers: 3,
    waitingItems: 0,
    positionsPerSecond: 12.5,
    memoryBytes: 200_000_000,
    untrustedProxy: null,
    refused: [{ reason: 'unknown', count: 1_204 }],
  })),
  notStoring: [],
  isBusConnected: true,
  database: {
    version: '18.1',
    migrations: 18,
    bytes: 5_000_000_000,
    freeBytes: 20_000_000_000,
    bytesPerDay: 1_000_000_000,
    fullTime: Date.UTC(2026, 11, 10),
    tables: [
      { name: 'positions', bytes: 3_000_000_000 },
      { name: 'raw_frames', bytes: 1_000_000_000 },
    ],
    days: [],
  },
  jobs: { waiting: 2, running: 1, failed: 4 },
  backups: [],
  hasOtherKey: false,
}

test('health adds up what the processes say, and tells when the disk is full', async () => {
  startFakeServer().answer(platformCalls.health, health)
  const screen = await renderInApp(<HealthTab />)
  await expect.element(screen.getByText('1,200', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('4 failed today')).toBeVisible()
  await expect.element(screen.getByText(/^Full on .* at this growth$/)).toBeVisible()
  await expect.element(screen.getByText('node-2')).toBeVisible()
  await expect.element(screen.getByText('No backup in the data folder')).toBeVisible()
  const largest = screen.getByRole('meter', { name: 'raw_frames' }).element() as HTMLMeterElement
  expect(largest.value / largest.max).toBeCloseTo(1 / 3)
  await expect.element(screen.getByRole('alert')).not.toBeInTheDocument()
})

test('health warns of processes that receive nothing from each other, of another key, and of a proxy', async () => {
  const { database } = health
  startFakeServer().answer(platformCalls.health, {
    ...health,
    isBusConnected: false,
    hasOtherKey: true,
    processes: health.processes.map((each) => ({ ...each, untrustedProxy: '10.0.0.7' })),
    database: { ...database, freeBytes: null, bytesPerDay: null, fullTime: null },
    backups: [{ name: 'today.backup', bytes: 4_000_000, time: now }],
  })
  const screen = await renderInApp(<HealthTab />)
  await expect.element(screen.getByText(/NATS is down/)).toBeVisible()
  await expect.element(screen.getByText(/encrypted with another key/)).toBeVisible()
  await expect.element(screen.getByText(/Set TRUST_PROXY to .* 10\.0\.0\.7/)).toBeVisible()
  await expect.element(screen.getByText('today.backup')).toBeVisible()
  await expect.element(screen.getByText(/^Full on/)).not.toBeInTheDocument()
})

const job = (id: number, state: 'running' | 'failed' | 'done') => ({
  id,
  queue: 'exports',
  username: `user-${id}`,
  state,
  done: 30,
  total: 120,
  run: 1,
  failure: state === 'failed' ? 'internal' : null,
  createTime: now,
  startTime: now,
  finishTime: null,
})

test('a job under way can be cancelled once that was asked, a failed one retried, a done one neither', async () => {
  const server = startFakeServer()
  server.answer(jobCalls.find, { list: [job(1, 'running'), job(2, 'failed'), job(3, 'done')], total: 3 })
  server.answer(jobCalls.cancel, {})
  server.answer(jobCalls.retry, {})
  const screen = await renderInApp(<JobsTab />)
  await expect.element(screen.getByText('user-1')).toBeVisible()
  await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
  expect(screen.getByRole('button', { name: /^Retry/ }).elements()).toHaveLength(1)
  await screen.getByRole('button', { name: /^Retry/ }).click()
  await expect.poll(() => server.sent(jobCalls.retry)).toEqual([{ id: 2 }])
  // Its hint lies over the row above, whose button is reached all the same.
  await expect.element(screen.getByRole('tooltip')).toBeVisible()
  expect(screen.getByRole('button', { name: /^Cancel/ }).elements()).toHaveLength(1)
  await screen.getByRole('button', { name: /^Cancel/ }).click()
  expect(server.sent(jobCalls.cancel)).toEqual([])
  await screen.getByRole('button', { name: 'Cancel job' }).click()
  await expect.poll(() => server.sent(jobCalls.cancel)).toEqual([{ id: 1 }])
})

const mail: OutputOf<typeof mailSettingCalls.find> = {
  source: 'stored',
  isUrlOfEnvironment: false,
  host: 'mail.example.com',
  port: 587,
  isEncrypted: false,
  isVerified: true,
  username: 'trackway',
  hasPassword: true,
  from: 'Track <track@example.com>',
  publicUrl: null,
}

test('the mail server is saved without the password that is kept', async () => {
  const server = startFakeServer()
  server.answer(mailSettingCalls.find, mail)
  server.answer(mailSettingCalls.save, {})
  const screen = await renderInApp(<MailTab />)
  await expect.element(screen.getByText('Saved. Leave empty to keep it.')).toBeVisible()
  await screen.getByLabelText('Sender').fill('nobody')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('Enter an address, or Name <address>').last()).toBeVisible()
  expect(server.sent(mailSettingCalls.save)).toEqual([])
  await screen.getByLabelText('Sender').fill('fleet@example.com')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.sent(mailSettingCalls.save)).toHaveLength(1)
  const [sent] = server.sent(mailSettingCalls.save)
  expect(sent).toMatchObject({ host: 'mail.example.com', port: 587, from: 'fleet@example.com' })
  expect(sent).not.toHaveProperty('password')
})

test('what the environment sets is shown and not offered for change; a test mail can be sent', async () => {
  const server = startFakeServer()
  server.answer(mailSettingCalls.find, { ...mail, source: 'environment' })
  server.answer(mailSettingCalls.test, {})
  const screen = await renderInApp(<MailTab />, { user: { email: 'boss@example.com' } })
  await expect.element(screen.getByText('mail.example.com')).toBeVisible()
  await expect.element(screen.getByRole('textbox', { name: 'Server' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Send test email' }).click()
  await expect.element(screen.getByText('The mail server accepted the message')).toBeVisible()
  expect(server.sent(mailSettingCalls.test)).toEqual([{ to: 'boss@example.com' }])
})

test('a provider of texts asks for what its settings are, the sandbox for nothing', async () => {
  const server = startFakeServer()
  server.answer(textSettingCalls.find, {
    source: 'stored',
    provider: 'pigeon',
    loft: 'north',
    hasGrain: true,
    mayUseSandbox: true,
    publicUrl: null,
    providers: [
      {
        name: 'pigeon',
        label: 'Pigeon Post',
        settings: {
          type: 'object',
          properties: {
            loft: { type: 'string', minLength: 1, description: 'Where it starts' },
            grain: { type: 'string', maxLength: 200, writeOnly: true },
          },
          required: ['loft'],
        },
      },
      { name: 'sandbox', label: 'Test mode', settings: { type: 'object', properties: {} } },
    ],
  })
  server.answer(textSettingCalls.save, {})
  const screen = await renderInApp(<TextsTab />)
  await expect.element(screen.getByText('Saved. Leave empty to keep it.')).toBeVisible()
  await expect.element(screen.getByText('Pigeon Post')).toBeVisible()
  await screen.getByLabelText('Where it starts').fill('south')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.sent(textSettingCalls.save)).toEqual([{ provider: 'pigeon', loft: 'south' }])
  await screen.getByRole('combobox', { name: 'Provider' }).click()
  await screen.getByTitle('Test mode: sends nothing').click()
  await expect.element(screen.getByLabelText('Where it starts')).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => server.sent(textSettingCalls.save)[1]).toEqual({ provider: 'sandbox' })
})

test('a key is shown once, with its permissions', async () => {
  const server = startFakeServer()
  server.answer(apiKeyCalls.find, { list: [], total: 0 })
  server.answer(apiKeyCalls.add, { id: 4, key: 'tw_0123456789abcdef' })
  const screen = await renderInApp(<ApiKeyList isOwn />)
  await screen.getByRole('button', { name: 'Create API key' }).first().click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Name').fill('Warehouse')
  await dialog.getByLabelText('Scopes').click()
  await userEvent.keyboard('Monitoring{Enter}{Escape}')
  await dialog.getByRole('button', { name: 'Create API key' }).click()
  await expect.element(screen.getByText('tw_0123456789abcdef')).toBeVisible()
  expect(server.sent(apiKeyCalls.add)).toMatchObject([{ name: 'Warehouse', scopes: ['monitoring'] }])
  expect(server.sent(apiKeyCalls.find)[0]).toMatchObject({ isOwn: true })
  await screen.getByRole('button', { name: "I've copied it" }).click()
  await expect.element(screen.getByText('tw_0123456789abcdef')).not.toBeInTheDocument()
})

test('the demo account makes no keys, and reads why', async () => {
  startFakeServer().answer(apiKeyCalls.find, { list: [], total: 0 })
  const screen = await renderInApp(<ApiKeyList />, { user: { isDemo: true } })
  await expect.element(screen.getByRole('button', { name: 'Create API key' }).first()).toBeDisabled()
})

test('a notice is written in the languages that were filled in', async () => {
  const server = startFakeServer()
  server.answer(noticeCalls.find, { list: [], total: 0 })
  server.answer(noticeCalls.save, { id: 1 })
  const screen = await renderInApp(<NoticesTab />)
  await screen.getByRole('button', { name: 'Add notice' }).first().click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('English', { exact: true }).fill('Maintenance at midnight')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sent(noticeCalls.save))
    .toMatchObject([{ form: 'banner', texts: { en: 'Maintenance at midnight' } }])
  const [sent] = server.sent(noticeCalls.save)
  expect(Number(sent!.untilTime) - Number(sent!.fromTime)).toBe(dayMs)
})

test.each(['banner', 'dialog'] as const)(
  'a notice as a %s stays until it is closed, then stays away',
  async (form) => {
    await openStored()
    onTestFinished(() => forget('seenNotices'))
    startFakeServer().answer(noticeCalls.current, {
      list: [{ id: 3, form, text: 'Maintenance tonight', untilTime: now }],
    })
    const screen = await renderInApp(<Notices />)
    await expect.element(screen.getByText('Maintenance tonight')).toBeVisible()
    await screen.getByRole('button', { name: form === 'banner' ? 'Close' : 'Got it' }).click()
    await expect.element(screen.getByText('Maintenance tonight')).not.toBeInTheDocument()
    expect(recall('seenNotices')).toEqual([3])
  },
)

test('the demo account is chosen, with what it keeps of its role', async () => {
  const server = startFakeServer()
  server.answer(demoAccountCalls.find, {
    accountId: 9,
    username: 'guest',
    isOffered: false,
    permissions: null,
    held: ['main:monitor', 'main:track'],
  })
  server.answer(demoAccountCalls.save, {})
  const screen = await renderInApp(<DemoAccountTab />)
  await screen.getByLabelText('Offer it on the sign-in page').click()
  await screen.getByLabelText('Permissions').click()
  await userEvent.keyboard('main:track{Enter}{Escape}')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sent(demoAccountCalls.save))
    .toMatchObject([{ isOffered: true, permissions: ['main:track'] }])
})

test('providers of addresses show what is left of their budget today', async () => {
  const today = new Date().toISOString().slice(0, 10)
  startFakeServer().answer(geocodingCalls.usage, {
    providers: [
      { source: 'amap', budgetPerDay: 1_000, restsUntilTime: null },
      { source: 'nominatim', budgetPerDay: null, restsUntilTime: Date.UTC(2026, 10, 21) },
    ],
    days: [
      { day: today, source: 'amap', asked: 250, failed: 3 },
      { day: '2026-01-01', source: 'amap', asked: 900, failed: 0 },
    ],
    cached: 4_321,
  })
  const screen = await renderInApp(<AddressesTab />)
  await expect.element(screen.getByText('250 / 1,000')).toBeVisible()
  await expect.element(screen.getByText('0 today, no limit')).toBeVisible()
  await expect.element(screen.getByText(/^Paused until/)).toBeVisible()
  await expect.element(screen.getByText('4,321')).toBeVisible()
  await expect.element(screen.getByText('1,150')).toBeVisible()
})

test('a record of the audit log says what was before and after', async () => {
  const server = startFakeServer()
  server.answer(auditCalls.find, {
    list: [
      {
        id: 1,
        time: now,
        kind: 'recompute',
        username: 'north',
        asUsername: null,
        times: 1,
        terminalID: '867520000000101',
        address: '203.0.113.9',
        before: null,
        after: { devices: 3 },
      },
    ],
    total: 1,
  })
  const screen = await renderInApp(<AuditLogTab />)
  await expect.element(screen.getByText('devices: 3')).toBeVisible()
  await expect.element(screen.getByText('203.0.113.9')).toBeVisible()
})

test('a part of the screen is its title, and leads to the others', async () => {
  const server = startFakeServer()
  server.answer(jobCalls.find, { list: [job(7, 'done')], total: 1 })
  server.answer(platformCalls.health, health)
  const screen = await openPage('/index/system/jobs', { user: { role: roles.admin } })
  await expect.element(screen.getByText('user-7')).toBeVisible()
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Jobs' })).toBeVisible()
  await screen.getByRole('link', { name: 'Health' }).click()
  await expect.element(screen.getByText('node-1')).toBeVisible()
  expect(location.pathname).toBe('/index/system/health')
})

test('exchange rates are set by hand, or taken from a source that is switched on', async () => {
  const server = startFakeServer()
  const settings = {
    type: 'object',
    properties: { url: { type: 'string', format: 'uri', default: 'https://bank.example.com/daily.xml' } },
  }
  const source = { source: 'none', provider: null, lastDay: null } as const
  const providers = [{ name: 'ecb', label: 'European Central Bank', settings }]
  server.answer(exchangeRateCalls.find, { list: [], total: 0 })
  server.answer(exchangeRateCalls.source, { ...source, providers })
  server.answer(exchangeRateCalls.saveSource, {})
  server.answer(exchangeRateCalls.save, {})
  server.answer(exchangeRateCalls.fetch, { day: '2026-11-27', count: 11 })
  const screen = await renderInApp(<RatesTab />)
  await expect.element(screen.getByText('Switched off')).toBeVisible()
  server.answer(exchangeRateCalls.source, { ...source, source: 'stored', provider: 'ecb', providers })
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sent(exchangeRateCalls.saveSource))
    .toEqual([{ provider: 'ecb', url: 'https://bank.example.com/daily.xml' }])
  await screen.getByRole('button', { name: 'Get rates now' }).click()
  await expect.element(screen.getByText('11 rates of 2026-11-27 taken')).toBeVisible()

  await screen.getByRole('button', { name: 'Set a rate' }).first().click()
  await screen.getByLabelText('Currency').last().click()
  await screen.getByTitle('CNY', { exact: true }).click()
  await screen.getByLabelText('US dollars for one unit').fill('none')
  await screen.getByRole('button', { name: 'Set rate' }).click()
  await expect.element(screen.getByText('Enter a decimal above 0, such as 0.1379')).toBeVisible()
  await screen.getByLabelText('US dollars for one unit').fill('0.1379')
  await screen.getByRole('button', { name: 'Set rate' }).click()
  await expect
    .poll(() => server.sent(exchangeRateCalls.save))
    .toMatchObject([{ currency: 'CNY', usdRate: '0.1379' }])
})
