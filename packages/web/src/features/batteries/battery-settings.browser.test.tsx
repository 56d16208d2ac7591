import { batterySettingDefaults } from '@trackway/core/features/batteries/battery-settings.ts'
import { batterySettingKind } from '@trackway/core/features/batteries/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { SettingKindDialog } from '../../ui/levels/SettingKindDialog.tsx'

const van = { terminalID: '861234560010624', name: 'Van 2' }

test('a limit is inherited and says from where, is off here, or is inherited again', async () => {
  const server = startFakeServer()
  const inherited = { ...batterySettingDefaults, lowVoltageV: 44 }
  const own = { hotC: 70 }
  server.answer(deviceCalls.detail, { userId: 1, deviceType: 2 } as never)
  server.answer(deviceCalls.types, { list: [] })
  server.answer(batterySettingKind.calls.find, {
    own,
    inherited,
    effective: { ...inherited, ...own },
    origins: { lowVoltageV: { level: 'type', username: 'fleet', group: null } },
  })
  server.answer(batterySettingKind.calls.set, {} as never)
  const screen = await renderInApp(
    <SettingKindDialog
      isOpen
      onClose={() => undefined}
      device={van}
      kind={batterySettingKind}
      texts="batteries.settings"
      rereads={[]}
    />,
  )
  await expect.element(screen.getByText('Inherited: 44 V (model at fleet)')).toBeVisible()
  await expect.element(screen.getByText('Inherited: 15 % (platform default)')).toBeVisible()
  const choose = (name: string, kind: string) =>
    screen
      .getByRole('radiogroup', { name: `${name}: source` })
      .getByText(kind)
      .click()
  await choose('Charge low below', 'Off')
  await choose('Too hot above', 'Inherited')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sent(batterySettingKind.calls.set))
    .toEqual([{ terminalID: van.terminalID, own: { lowPercent: null } }])
})
