import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { type TyreWheel, tyreCalls, tyreSettingKind } from '@trackway/core/features/tyres/calls.ts'
import { placesOf } from '@trackway/core/features/tyres/layouts.ts'
import { tyreSettingDefaults } from '@trackway/core/features/tyres/tyre-settings.ts'
import { expect, test, vi } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { SettingKindDialog } from '../../ui/levels/SettingKindDialog.tsx'
import { AxleLimitsField } from './AxleLimitsField.tsx'
import { VehicleTyres } from './VehicleTyres.tsx'

const terminalID = '861234560010624'
const now = Date.now()
const wheels: TyreWheel[] = placesOf('car').map((place) => ({
  ...place,
  pressureKpa: 230,
  temperatureC: 31,
  state: 'normal',
  time: now,
  lowKpa: 200,
  highKpa: 280,
}))
const aLine = (place: number, values: number[]) => ({
  name: 'tyrePressureKpa' as const,
  place,
  values,
  total: values.length,
  times: values.map((_, at) => now - 3_600_000 + at * 60_000),
})

test('charts show all wheels, or the one that is chosen, over the time that is chosen', async () => {
  const server = startFakeServer()
  server.answer(tyreCalls.vehicle, { layout: 'car', list: wheels } as never)
  server.answer(tyreCalls.history, ({ place }) => ({
    series: [aLine(1, [228, 231]), aLine(2, [201, 240])].filter((line) =>
      [undefined, line.place].includes(place),
    ),
  }))
  const onSettings = vi.fn()
  const screen = await renderInApp(<VehicleTyres terminalID={terminalID} onSettings={onSettings} />)
  const pressures = screen.getByRole('figure', { name: /Tyre pressure|Pressure/ }).getByRole('listitem')
  await expect.poll(() => pressures.elements().map(({ textContent }) => textContent)).toHaveLength(2)
  await screen.getByRole('button', { name: /^Axle 1, right: Normal, 230 kPa/ }).click()
  await expect.poll(() => pressures.elements().map(({ textContent }) => textContent)).toHaveLength(1)
  await expect.element(pressures.first()).toHaveTextContent('2 · Axle 1, right201 kPa – 240 kPa')
  await screen.getByText('7 days').click()
  await expect.poll(() => server.sent(tyreCalls.history).length).toBe(3)
  const [day, , week] = server.sent(tyreCalls.history) as { from: number; to: number; place?: number }[]
  expect(day!.to - day!.from).toBe(86_400_000)
  expect(week).toMatchObject({ place: 2, from: week!.to - 7 * 86_400_000 })
  await screen.getByRole('button', { name: 'Layout and limits' }).click()
  expect(onSettings).toHaveBeenCalled()
})

test('a vehicle that is not there any more says so', async () => {
  startFakeServer().refuse(tyreCalls.vehicle, 'notFound')
  const screen = await renderInApp(<VehicleTyres terminalID={terminalID} onSettings={null} />)
  await expect.element(screen.getByRole('alert')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Layout and limits' })).not.toBeInTheDocument()
})

async function openSettings() {
  const server = startFakeServer()
  const inherited = { ...tyreSettingDefaults, layout: 'car' as const }
  server.answer(deviceCalls.detail, { userId: 1, deviceType: 2 } as never)
  server.answer(deviceCalls.types, { list: [] })
  server.answer(tyreSettingKind.calls.find, { own: {}, inherited, effective: inherited, origins: {} })
  server.answer(tyreSettingKind.calls.set, {} as never)
  const device = { terminalID, name: 'Van 2' }
  const screen = await renderInApp(
    <SettingKindDialog
      isOpen
      onClose={() => undefined}
      device={device}
      kind={tyreSettingKind}
      texts="tyres.settings"
      controls={{ axles: AxleLimitsField }}
      rereads={[]}
    />,
  )
  const sources = screen.getByRole('radiogroup', { name: 'Pressures: source' })
  await expect.element(sources).toBeVisible()
  return { server, screen, sources, save: screen.getByRole('button', { name: 'Save' }) }
}

test('each axle has pressures of its own; the high one is above the low one', async () => {
  const { server, screen, sources, save } = await openSettings()
  await sources.getByText('Override').click()
  const high = screen.getByLabelText('Axle 2: High above')
  await screen.getByLabelText('Axle 2: Low below').fill('240')
  await high.fill('220')
  await save.click()
  await expect.element(screen.getByText("This value wasn't accepted")).toBeVisible()
  expect(server.sent(tyreSettingKind.calls.set)).toEqual([])
  await high.fill('300')
  await save.click()
  await expect.poll(() => server.sent(tyreSettingKind.calls.set).length).toBe(1)
  const [{ own }] = server.sent(tyreSettingKind.calls.set) as [{ own: { axles: object[] } }]
  expect(own.axles).toHaveLength(2)
  expect(own.axles[1]).toEqual({ lowKpa: 240, highKpa: 300 })
})

test('limits that are off here go out as none', async () => {
  const { server, sources, save } = await openSettings()
  await sources.getByText('Off').click()
  await save.click()
  await expect
    .poll(() => server.sent(tyreSettingKind.calls.set))
    .toEqual([{ terminalID, own: { axles: [] } }])
})
