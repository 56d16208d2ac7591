import { alarms } from '@trackway/core/codes/alarms.ts'
import { notificationDeliveryCalls } from '@trackway/core/features/notifications/delivery-calls.ts'
import { notificationReceiverCalls } from '@trackway/core/features/notifications/receiver-calls.ts'
import { notificationRuleCalls } from '@trackway/core/features/notifications/rule-calls.ts'
import { webhookCalls } from '@trackway/core/features/notifications/webhook-calls.ts'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { DeliveriesTab } from './DeliveriesTab.tsx'
import { ReceiversTab } from './ReceiversTab.tsx'
import { RulesTab } from './RulesTab.tsx'
import { WebhooksTab } from './WebhooksTab.tsx'

const receiver = (id: number, name: string) => ({
  id,
  userId: 1,
  username: 'north',
  name,
  telephone: '+4915112345678',
  email: null,
  language: 'en' as const,
  timeZone: 'UTC',
  quietFrom: 1_320,
  quietTo: 420,
  quietDays: [],
  quietHolds: true,
  isOptedOut: false,
  isUnsubscribed: false,
  mailConsent: null,
})

test('the receiver that is edited is in the address, and so is a new one', async () => {
  const server = startFakeServer()
  server.answer(notificationReceiverCalls.find, { list: [receiver(1, 'Anna'), receiver(2, 'Ben')], total: 2 })
  const screen = await renderInApp(<ReceiversTab />, { url: '/?edit=2' })
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('Edit recipient')).toBeVisible()
  await expect.element(dialog.getByLabelText('Name')).toHaveValue('Ben')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Add recipient' }).first().click()
  await expect.element(screen.getByRole('dialog').getByLabelText('Name')).toHaveValue('')
})

test('a rule says which alarms, by which way, to whom, and who comes next', async () => {
  const server = startFakeServer()
  server.answer(notificationRuleCalls.find, { list: [], total: 0 })
  server.answer(notificationReceiverCalls.find, { list: [receiver(1, 'Anna'), receiver(2, 'Ben')], total: 2 })
  server.answer(notificationRuleCalls.save, { id: 7 })
  const screen = await renderInApp(<RulesTab />)
  await screen.getByRole('button', { name: 'Add rule' }).first().click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Name').fill('Thefts')
  await dialog.getByLabelText('Alarms').click()
  await userEvent.keyboard('tampered{Enter}{Escape}')
  await dialog.getByLabelText('Recipients').click()
  await userEvent.keyboard('Anna{Enter}{Escape}')
  // The next receivers have a field only once the minutes are filled in.
  await expect.element(dialog.getByLabelText('Escalate to')).not.toBeVisible()
  await dialog.getByLabelText('Escalate if not acknowledged within').fill('5')
  await dialog.getByLabelText('Escalate to').click()
  await userEvent.keyboard('Ben{Enter}{Escape}')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sent(notificationRuleCalls.save))
    .toEqual([
      expect.objectContaining({
        name: 'Thefts',
        codes: [alarms.tampered],
        severity: 'warning',
        postType: 'platform',
        receiverIds: [1],
        escalateMinutes: 5,
        escalateTo: [2],
      }),
    ])
})

test('a receiver has quiet hours by the clock of a zone', async () => {
  const server = startFakeServer()
  server.answer(notificationReceiverCalls.find, { list: [receiver(1, 'Anna')], total: 1 })
  const screen = await renderInApp(<ReceiversTab />)
  await expect.element(screen.getByText('22:00–07:00')).toBeVisible()
})

test('a webhook tells its secret once', async () => {
  const server = startFakeServer()
  server.answer(webhookCalls.find, { list: [], total: 0 })
  server.answer(webhookCalls.add, { id: 3, secret: 'whsec_only-now' })
  const screen = await renderInApp(<WebhooksTab />)
  await screen.getByRole('button', { name: 'Add webhook' }).first().click()
  await screen.getByLabelText('URL').fill('https://hooks.example.com/alarms')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect.element(screen.getByText('whsec_only-now')).toBeVisible()
  expect(server.sent(webhookCalls.add)).toEqual([
    expect.objectContaining({ url: 'https://hooks.example.com/alarms', events: ['alarm'] }),
  ])
  await screen.getByRole('button', { name: 'I have saved it' }).click()
  await expect.element(screen.getByText('whsec_only-now')).not.toBeInTheDocument()
})

test('a delivery shows each attempt and what was answered', async () => {
  const server = startFakeServer()
  const time = Date.UTC(2026, 10, 22, 8)
  server.answer(notificationDeliveryCalls.find, {
    list: [
      {
        id: 1,
        username: 'north',
        createTime: time,
        alarmId: 4,
        terminalID: '867000000000017',
        displayName: 'B-TW 42',
        code: alarms.sos,
        change: 'opened',
        channel: 'sms',
        step: 0,
        receiver: 'Anna',
        target: '+491***78',
        state: 'failed',
        reason: 'number',
        dueTime: time,
        sentTime: null,
        finishTime: time,
        segments: 1,
        text: 'B-TW 42: SOS, 08:00',
        attempts: [
          {
            number: 1,
            provider: 'twilio',
            startTime: time,
            finishTime: time,
            outcome: 'refused',
            code: '21211',
            answer: 'Invalid number',
          },
        ],
      },
    ],
    total: 1,
  })
  const screen = await renderInApp(<DeliveriesTab />)
  // The name leads to the vehicle.
  await screen.getByText('Anna').dblClick()
  await expect.element(screen.getByText('21211: Invalid number')).toBeVisible()
  await expect.element(screen.getByText("Failed: Number can't be reached")).toBeVisible()
})
