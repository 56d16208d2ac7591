import { batterySettingDefaults } from '@trackway/core/features/batteries/battery-settings.ts'
import { type BatteryPack, batteryCalls } from '@trackway/core/features/batteries/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { BatteriesScreen } from './BatteriesScreen.tsx'
import { VehiclePacks } from './VehiclePacks.tsx'

const terminalID = '861234560010624'
const aPack = (pack: number, more: Partial<BatteryPack> = {}): BatteryPack => ({
  pack,
  percent: 80,
  voltageV: 52.4,
  currentA: -3,
  temperatureC: 24,
  usageCount: 210,
  state: 'discharging',
  faults: [],
  time: Date.now(),
  ...more,
})

test('each pack tells how it is, and what is wrong with it in words', async () => {
  const server = startFakeServer()
  const list = [
    aPack(1),
    aPack(2, { percent: 6, temperatureC: 71, faults: ['hot', 'chargeLow'], state: null }),
  ]
  server.answer(batteryCalls.vehicle, { list, settings: batterySettingDefaults } as never)
  server.answer(batteryCalls.history, { series: [] })
  const screen = await renderInApp(<VehiclePacks terminalID={terminalID} onSettings={null} />)
  const [first, second] = [1, 2].map((pack) => screen.getByRole('region', { name: `Pack ${pack}` }))
  await expect.element(first!.getByText('Discharging')).toBeVisible()
  await expect.element(first!.getByText('Fault')).not.toBeInTheDocument()
  await expect.element(second!.getByText('Too hot, Charge low')).toBeVisible()
  await expect.element(second!.getByText('71 °C')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Limits' })).not.toBeInTheDocument()
})

test('a longer time is requested when it is chosen', async () => {
  const server = startFakeServer()
  server.answer(batteryCalls.vehicle, { list: [aPack(1)], settings: batterySettingDefaults } as never)
  server.answer(batteryCalls.history, ({ to }) => ({
    series: [
      { name: 'packPercent' as const, place: 1, times: [Number(to) - 60_000], values: [42], total: 1 },
    ],
  }))
  const screen = await renderInApp(<VehiclePacks terminalID={terminalID} onSettings={null} />)
  await screen.getByText('30 days').click()
  await expect.element(screen.getByRole('listitem').first()).toHaveTextContent(/^Pack 1.*42/)
  const requests = server.sent(batteryCalls.history) as { from: number; to: number }[]
  expect(requests.map(({ from, to }) => (to - from) / 86_400_000)).toEqual([1, 30])
})

test('a vehicle is opened from the list, and one without packs says why there is none', async () => {
  const server = startFakeServer()
  const vehicle = {
    terminalID,
    displayName: 'Van 2',
    userId: 1,
    username: 'boss',
    deviceTypeName: 'Gt06',
    iconType: 'car',
    packs: 1,
    faults: 1,
    packState: 'charging' as const,
    percent: 12,
    voltageV: 48,
    currentA: 2,
    temperatureC: 20,
    usageCount: 5,
    packTime: Date.now(),
  }
  server.answer(batteryCalls.find, { list: [vehicle], total: 1 })
  server.refuse(batteryCalls.vehicle, 'notFound')
  const screen = await renderInApp(<BatteriesScreen />)
  await screen.getByRole('button', { name: 'Packs of Van 2' }).click()
  await expect.element(screen.getByRole('dialog').getByRole('alert')).toBeVisible()
  expect(server.sent(batteryCalls.vehicle)[0]).toEqual({ terminalID })
})

test('the page is empty while no vehicle has packs', async () => {
  startFakeServer().answer(batteryCalls.find, { list: [], total: 0 })
  const screen = await renderInApp(<BatteriesScreen />, { user: { permissions: ['main:monitor'] } })
  await expect.element(screen.getByRole('heading', { name: 'No battery packs yet' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Limits' })).not.toBeInTheDocument()
})
