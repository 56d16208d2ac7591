import { alarmSettingDefaults } from '@trackway/core/features/alarms/alarm-settings.ts'
import { alarmSettingCalls } from '@trackway/core/features/alarms/setting-calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { AlarmSettingsDialog } from './AlarmSettingsDialog.tsx'

const van = { terminalID: '861234560010624', name: 'Van 2' }

test('each field says where it was set, and what is set here is inherited again alone', async () => {
  const server = startFakeServer()
  const own = { overspeed: { severity: 'critical', windowMinutes: 9 } } as const
  const inherited = { ...alarmSettingDefaults, sos: { ...alarmSettingDefaults.sos, windowMinutes: 3 } }
  server.answer(deviceCalls.detail, { userId: 1, deviceType: 2 } as never)
  server.answer(deviceCalls.types, { list: [] })
  server.answer(alarmSettingCalls.find, {
    own,
    inherited,
    effective: inherited,
    pairedWith: null,
    origins: { 'sos.windowMinutes': { level: 'account', username: null, group: null } },
  })
  server.answer(alarmSettingCalls.set, {} as never)
  const screen = await renderInApp(<AlarmSettingsDialog isOpen onClose={() => undefined} device={van} />)
  await expect.element(screen.getByText('Repeats within: parent account')).toBeVisible()
  await screen.getByRole('button', { name: 'Speeding: Reset Severity' }).click()
  await screen.getByLabelText('Other device of this vehicle').fill('861234560010632')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sent(alarmSettingCalls.set))
    .toEqual([
      { terminalID: van.terminalID, own: { overspeed: { windowMinutes: 9 } }, pairedWith: '861234560010632' },
    ])
})
