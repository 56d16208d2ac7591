import { roles } from '@trackway/core/codes/roles.ts'
import { selectionSettingCalls } from '@trackway/core/features/alarms/selection-calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { SettingsOfMany } from './SettingsOfMany.tsx'

test('a limit is set for those chosen, after it was shown whom it changes', async () => {
  const server = startFakeServer()
  server.answer(selectionSettingCalls.preview, {
    changed: 2,
    unchanged: 1,
    devices: [
      { terminalID: '861234560010624', displayName: 'Van 1', before: { 'track.overspeedKmh': 120 } },
      { terminalID: '861234560010632', displayName: 'Van 2', before: { 'alarm.sos.severity': 'critical' } },
    ],
    shared: {},
  })
  server.answer(selectionSettingCalls.set, { done: 3, failed: [] })
  const ids = ['861234560010624', '861234560010632', '861234560010640']
  const screen = await renderInApp(<SettingsOfMany chosen={{ ids }} />, { user: { role: roles.agent } })
  await screen.getByRole('button', { name: 'Settings' }).click()
  await expect.element(screen.getByText('Enter a value to see which vehicles it changes.')).toBeVisible()
  await screen.getByRole('spinbutton', { name: 'Speed limit' }).fill('80')
  const preview = screen.getByRole('region', { name: 'Preview' })
  await expect.element(preview).toHaveTextContent('Changes 2 vehicles · 1 already has it')
  await expect.element(preview).toHaveTextContent('Van 1 now: Speed limit 120 km/h')
  await expect.element(preview).toHaveTextContent('Van 2 now: SOS: Severity Critical')
  await screen.getByRole('button', { name: 'Apply' }).click()
  await expect
    .poll(() => server.sent(selectionSettingCalls.set))
    .toMatchObject([{ terminalIDs: ids, track: { overspeedKmh: 80 } }])
  await expect.element(screen.getByText('Set for 3 vehicles')).toBeVisible()
})
