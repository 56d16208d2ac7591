import type { OutputOf } from '@trackway/core/api/call.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { payAccountCalls as calls, type PayAccount } from '@trackway/core/features/pay-accounts/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const agent = { user: { id: 9, role: roles.agent } }
const account: PayAccount = {
  id: 5,
  userId: 9,
  username: 'north',
  provider: 'paypal',
  name: 'Main',
  isEnabled: true,
  isShared: false,
  isAllowed: true,
  isBlocked: false,
  mayBlock: false,
  isReady: true,
  currencies: ['USD', 'EUR'],
  settings: { environment: 'live', clientId: 'AbC', hasClientSecret: true },
  hookUrl: 'https://track.example.com/hooks/paypal/5',
  createTime: Date.UTC(2026, 9, 1),
}
const listed: OutputOf<typeof calls.list> = {
  list: [account],
  mayAdd: true,
  providers: [
    {
      name: 'paypal',
      label: 'PayPal',
      currencies: ['USD', 'EUR'],
      isSandbox: false,
      settings: {
        type: 'object',
        properties: {
          environment: { type: 'string', enum: ['live', 'sandbox'], default: 'live' },
          clientId: { type: 'string', minLength: 1, maxLength: 200 },
          clientSecret: { type: 'string', maxLength: 200, writeOnly: true },
          novelty: { type: 'string', maxLength: 20, description: 'Something new.' },
        },
        required: ['clientId'],
      },
    },
  ],
  ways: [{ provider: 'paypal', currencies: ['USD', 'EUR'], isOwn: true }],
}

test('an account is added by a form that follows from the settings of its provider', async () => {
  const server = startFakeServer()
  server.answer(calls.list, { ...listed, list: [], ways: [] })
  server.answer(calls.add, { id: 5 })
  const screen = await openPage('/index/pay/CAgentAccount', agent)
  await expect.element(screen.getByText("Customers can't pay online yet")).toBeVisible()
  await screen.getByRole('button', { name: 'Add account' }).click()
  await screen.getByRole('menuitem', { name: 'PayPal' }).click()
  await expect.element(screen.getByLabelText('Something new.')).toBeVisible()
  await screen.getByLabelText('Name', { exact: true }).fill('Main')
  await screen.getByLabelText('Client ID').fill('AbC')
  await screen.getByLabelText('Secret', { exact: true }).fill('top secret')
  await screen.getByText('Test mode', { exact: true }).click()
  await screen.getByRole('checkbox', { name: 'Share with agents below' }).click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sent(calls.add))
    .toEqual([
      {
        provider: 'paypal',
        name: 'Main',
        environment: 'sandbox',
        clientId: 'AbC',
        clientSecret: 'top secret',
        isEnabled: true,
        isShared: false,
      },
    ])
})

test('an account is listed with its state; a change sends secrets only where they are entered', async () => {
  const server = startFakeServer()
  const missing = { ...account, id: 6, name: 'Second', isReady: false, username: 'shop' }
  server.answer(calls.list, { ...listed, list: [account, missing] })
  server.answer(calls.edit, {})
  const screen = await openPage('/index/pay/CAgentAccount', agent)
  await expect.element(screen.getByText('PayPal (USD, EUR): paid to your account.')).toBeVisible()
  await expect.element(screen.getByText('Ready', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Secret missing')).toBeVisible()
  await expect.element(screen.getByText(account.hookUrl!).first()).toBeVisible()
  await screen.getByRole('button', { name: 'Edit Main' }).click()
  await expect.element(screen.getByText('Saved. Leave empty to keep it.')).toBeVisible()
  await screen.getByRole('checkbox', { name: 'Takes payments' }).click()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sent(calls.edit))
    .toEqual([
      {
        id: 5,
        provider: 'paypal',
        name: 'Main',
        environment: 'live',
        clientId: 'AbC',
        isEnabled: false,
        isShared: false,
      },
    ])
})

test('the account of an agent below is switched off, and on again', async () => {
  const server = startFakeServer()
  const below = { ...account, userId: 12, username: 'shop', mayBlock: true }
  server.answer(calls.list, { ...listed, list: [account, { ...below, id: 6, name: 'Second' }] })
  server.answer(calls.block, {})
  const screen = await openPage('/index/pay/CAgentAccount', agent)
  await screen.getByRole('button', { name: 'Switch off Second' }).click()
  await expect.element(screen.getByText(/its owner, who is told, can't switch it on/)).toBeVisible()
  server.answer(calls.list, { ...listed, list: [{ ...below, id: 6, name: 'Second', isBlocked: true }] })
  await screen.getByRole('button', { name: 'Switch off', exact: true }).click()
  await expect.poll(() => server.sent(calls.block)).toEqual([{ id: 6, isBlocked: true }])
  await expect.element(screen.getByText('Switched off by provider')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Switch on Second' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Switch off Main' })).not.toBeInTheDocument()
})

test('a deletion is confirmed, and says why it cannot be', async () => {
  const server = startFakeServer()
  server.answer(calls.list, listed)
  server.refuse(calls.remove, 'payAccountInUse')
  const screen = await openPage('/index/pay/CAgentAccount', agent)
  await screen.getByRole('button', { name: 'Delete Main' }).click()
  await screen.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.element(screen.getByText(/^Payments with this account are under way/)).toBeVisible()
})

test('an agent that may have no account of its own is told who is paid, and whom to ask', async () => {
  const server = startFakeServer()
  const ways = [{ provider: 'paypal' as const, currencies: ['USD' as const], isOwn: false }]
  server.answer(calls.list, { ...listed, list: [], mayAdd: false, ways })
  const screen = await openPage('/index/pay/CAgentAccount', agent)
  await expect.element(screen.getByText(/paid to the account of your provider/)).toBeVisible()
  await expect.element(screen.getByText(/ask an administrator to allow/)).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Add account' })).toBeDisabled()
})

test('receipts show what is entered', async () => {
  const server = startFakeServer()
  server.answer(calls.profile, { name: 'Shop', address: null, taxLabel: null, taxNumber: null, taxRate: 0 })
  server.answer(calls.saveProfile, {})
  const screen = await openPage('/index/pay/CAgentAccount?view=receipt', agent)
  await screen.getByLabelText('Name of the tax').fill('VAT')
  await screen.getByLabelText('Tax rate').fill('19')
  await screen.getByLabelText('Address').fill('1 High St')
  const preview = screen.getByRole('figure', { name: 'Preview' })
  await expect.element(preview.getByText('Including VAT 19%')).toBeVisible()
  await expect.element(preview.getByText('14.36 USD')).toBeVisible()
  await expect.element(preview.getByText('1 High St')).toBeVisible()
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sent(calls.saveProfile))
    .toEqual([{ name: 'Shop', address: '1 High St', taxLabel: 'VAT', taxNumber: null, taxRate: 19 }])
})

test('what agents are owed is listed; administrators record what was paid out and allow own accounts', async () => {
  const server = startFakeServer()
  const owed = [{ currency: 'USD' as const, amount: 1_250 }]
  const shop = { id: 11, username: 'shop', nickname: 'Corner shop', isAllowed: false, owed }
  server.answer(calls.sellers, { list: [shop], total: 1 })
  server.answer(calls.payOut, { owed: 250 })
  server.answer(calls.allow, {})
  const screen = await openPage('/index/pay/CAgentAccount?view=sellers')
  await expect.element(screen.getByText('12.50 USD')).toBeVisible()
  await screen.getByRole('button', { name: 'Record a payment to shop' }).click()
  await expect.element(screen.getByText('Owed now: 12.50 USD')).toBeVisible()
  await expect.element(screen.getByLabelText('Amount')).toHaveValue('12.50')
  await screen.getByLabelText('Amount').fill('10')
  await screen.getByRole('button', { name: 'Record payment' }).click()
  await expect
    .poll(() => server.sent(calls.payOut))
    .toEqual([{ userId: 11, currency: 'USD', amount: 1_000, remark: null }])
  await expect.element(screen.getByText('Payment recorded. Now owed: 2.50 USD')).toBeVisible()
  await screen.getByRole('button', { name: 'Allow shop own payment accounts' }).click()
  await screen.getByRole('button', { name: 'Allow', exact: true }).click()
  await expect.poll(() => server.sent(calls.allow)).toEqual([{ userId: 11, isAllowed: true }])
})
