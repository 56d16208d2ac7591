import { roles } from '@trackway/core/codes/roles.ts'
import { type NbPlatformState, nbPlatformCalls } from '@trackway/core/features/nb-platforms/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const dayMs = 86_400_000
const ctwing: NbPlatformState = {
  platform: 'ctwing',
  label: 'China Telecom CTWing AEP',
  lastPushTime: Date.now() - 2 * dayMs,
  isSilent: true,
  checkTime: Date.now() - 60_000,
  failure: null,
  subscriptions: [
    {
      type: 'dataReport',
      state: 'lost',
      isKept: true,
      subscribeTime: Date.now() - 9 * dayMs,
      expireTime: null,
    },
    { type: 'eventReport', state: 'elsewhere', isKept: false, subscribeTime: null, expireTime: null },
  ],
}

test('subscriptions: what ran out and who is silent stands on top; one is renewed, one taken over after a question', async () => {
  const server = startFakeServer()
  server.answer(nbPlatformCalls.subscriptions, { platforms: [ctwing] })
  server.answer(nbPlatformCalls.subscribe, { types: ['dataReport'] })
  // Its roles read Chinese; what an administrator reads is easier to follow here.
  const screen = await openPage('/test/setting/subscribe', { user: { role: roles.admin } })
  await expect.element(screen.getByText('China Telecom CTWing AEP: 1 subscription ran out')).toBeVisible()
  await expect.element(screen.getByText(/has pushed nothing since/)).toBeVisible()
  await screen.getByRole('button', { name: 'Subscribe to dataReport' }).click()
  await expect
    .poll(() => server.sent(nbPlatformCalls.subscribe))
    .toEqual([{ platform: 'ctwing', notifyType: 'dataReport' }])
  await screen.getByRole('button', { name: 'Subscribe to eventReport' }).click()
  await expect.element(screen.getByText('Take over from another address?')).toBeVisible()
  await screen.getByRole('dialog').getByRole('button', { name: 'Subscribe' }).click()
  await expect
    .poll(() => server.sent(nbPlatformCalls.subscribe)[1])
    .toEqual({ platform: 'ctwing', notifyType: 'eventReport' })
})

const provider = {
  name: 'ctwing',
  label: 'China Telecom CTWing AEP',
  settings: {
    type: 'object',
    properties: {
      appId: { type: 'string', minLength: 1, maxLength: 64, description: 'Key of the application.' },
      secret: { type: 'string', maxLength: 200, writeOnly: true },
    },
    required: ['appId'],
  },
}

test('a platform is added by the fields that the server knows, and its secret is never shown', async () => {
  const server = startFakeServer()
  server.answer(nbPlatformCalls.find, { pushUrl: null, platforms: [], providers: [provider] })
  server.answer(nbPlatformCalls.save, {})
  const screen = await openPage('/index/system/nbPlatforms', { user: { role: roles.admin } })
  await screen.getByRole('button', { name: 'Add China Telecom CTWing AEP' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Application ID or key').fill('vtKx')
  await dialog.getByLabelText('Application secret').fill('S3CRET')
  await expect.element(dialog.getByLabelText('Application secret')).toHaveAttribute('type', 'password')
  await dialog.getByLabelText('Our push port, as the platform reaches it').fill('https://a.example.com:5600')
  server.answer(nbPlatformCalls.find, {
    pushUrl: 'https://a.example.com:5600/nbiot/key',
    platforms: [
      {
        platform: 'ctwing',
        appId: 'vtKx',
        pushBase: 'https://a.example.com:5600',
        hasSecret: true,
        hasCertificate: false,
      },
    ],
    providers: [provider],
  })
  server.answer(nbPlatformCalls.test, { subscriptions: 4 })
  await dialog.getByRole('button', { name: 'Save platform' }).click()
  await expect
    .poll(() => server.sent(nbPlatformCalls.save))
    .toEqual([
      {
        platform: 'ctwing',
        appId: 'vtKx',
        secret: 'S3CRET',
        pushBase: 'https://a.example.com:5600',
        validDays: null,
      },
    ])
  await screen.getByRole('button', { name: 'Test connection' }).click()
  await expect
    .element(screen.getByText('China Telecom CTWing AEP answers; 4 subscriptions there'))
    .toBeVisible()
  await screen.getByRole('button', { name: 'Edit China Telecom CTWing AEP' }).click()
  await expect.element(screen.getByText('Stored. Leave empty to keep it.')).toBeVisible()
  await expect.element(screen.getByLabelText('Application secret')).toHaveValue('')
})
