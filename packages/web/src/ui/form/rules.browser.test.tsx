import type { Call } from '@trackway/core/api/call.ts'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import { subAccountCalls } from '@trackway/core/features/accounts/sub-account-calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { ownerRecordCalls } from '@trackway/core/features/owner-records/calls.ts'
import type { FormatRule } from '@trackway/core/rules/validation.ts'
import i18next from 'i18next'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { CallForm } from './CallForm.tsx'

/** The formats of the trade in forms, a row each: the call, its field, what is entered, and the rule that refuses it. */
const rows: [call: Call, field: string, text: string, rule: FormatRule | 'hidden'][] = [
  [deviceCalls.add, 'terminalID', '12345', 'imei'],
  [deviceCalls.add, 'sim', '139', 'sim'],
  [deviceCalls.update, 'sim', '139123456789', 'sim'],
  [deviceCalls.update, 'iccid', '8986', 'iccid'],
  [deviceCalls.update, 'carNumber', '京12345', 'plate'],
  [deviceCalls.update, 'nickname', 'a\u202eb', 'hidden'],
  [deviceServiceCalls.updateHost, 'host', '203.0.113.7', 'host'],
  [deviceServiceCalls.updateHost, 'host', '203.0.113.7:70000', 'host'],
  [accountCalls.update, 'telephone', '12345', 'telephone'],
  [accountCalls.update, 'email', 'nobody', 'email'],
  [subAccountCalls.insert, 'username', 'a b', 'username'],
  [subAccountCalls.insert, 'telephone', '12345', 'telephone'],
  [subAccountCalls.updateUsername, 'username', 'x', 'username'],
  [ownerRecordCalls.save, 'telephone', 'call me', 'telephone'],
]

test.each(rows.map(([call, ...row]) => [call.path, ...row, call] as const))(
  '%s: %s %j is refused as %s',
  async (_, field, text, rule, call) => {
    const server = startFakeServer()
    const screen = await renderInApp(
      <CallForm call={call} fields={[field]} label={(name) => `The ${name}`} submitLabel="Send" />,
    )
    await screen.getByLabelText(`The ${field}`).fill(text)
    await screen.getByRole('button', { name: 'Send' }).click()
    await expect.element(screen.getByText(i18next.t(`rules.${rule}`))).toBeVisible()
    expect(server.sent(call)).toEqual([])
  },
)
