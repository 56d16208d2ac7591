import type { OutputOf } from '@trackway/core/api/call.ts'
import { type BusVehicle, busCalls, busLimits } from '@trackway/core/features/bus/calls.ts'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { renderInApp } from '../../testing/render.tsx'
import { LineDiagram } from './live/LineDiagram.tsx'
import { VehicleList } from './live/VehicleList.tsx'
import type { DraftStop, LineFacts } from './route/line-draft.ts'
import { OffRouteFields } from './route/OffRouteFields.tsx'
import { StopList } from './route/StopList.tsx'

const now = Date.UTC(2026, 10, 20, 8)
const minuteMs = 60_000
const aStop = (name: string): DraftStop => ({ name, lat: 48.2, lon: 16.3, radiusM: 30 }) as DraftStop

function Stops({ onChange }: { onChange: (names: string[]) => void }) {
  const [stops, setStops] = useState<readonly DraftStop[]>(['Harbour', 'Market', 'Depot'].map(aStop))
  return (
    <StopList
      stops={stops}
      chosen={null}
      onChoose={() => {}}
      onChange={(next) => {
        setStops(next)
        onChange(next.map(({ name, radiusM }) => `${name} ${radiusM}`))
      }}
    />
  )
}

test('stops are renamed, moved and removed; the ends do not move beyond', async () => {
  const onChange = vi.fn()
  const screen = await renderInApp(<Stops onChange={onChange} />)
  await expect.element(screen.getByRole('button', { name: 'Move Harbour up' })).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'Move Depot down' })).toBeDisabled()
  await screen.getByRole('button', { name: 'Move Market up' }).click()
  expect(onChange).toHaveBeenLastCalledWith(['Market 30', 'Harbour 30', 'Depot 30'])
  await screen.getByLabelText('Name of stop 3').fill('Garage')
  await screen.getByLabelText('Radius of Market (m)').fill('50')
  await expect.poll(() => onChange.mock.lastCall).toEqual([['Market 50', 'Harbour 30', 'Garage 30']])
  await screen.getByRole('button', { name: 'Remove Harbour' }).click()
  expect(onChange).toHaveBeenLastCalledWith(['Market 50', 'Garage 30'])
})

test('a stop without a name keeps the one it had', async () => {
  const onChange = vi.fn()
  const screen = await renderInApp(<Stops onChange={onChange} />)
  await screen.getByLabelText('Name of stop 1').fill('  ')
  await screen.getByLabelText('Name of stop 2').click()
  expect(onChange).not.toHaveBeenCalled()
})

test('a route is watched with what it takes to be off it, within the bounds of the contract', async () => {
  const onChange = vi.fn()
  const facts = { offRouteM: null, offRoutePoints: 3, offRouteS: 60 } as LineFacts
  const off = await renderInApp(<OffRouteFields facts={facts} onChange={onChange} />)
  await off.getByRole('switch').click()
  expect(onChange).toHaveBeenLastCalledWith({ offRouteM: 100 })
  await off.unmount()
  const on = await renderInApp(<OffRouteFields facts={{ ...facts, offRouteM: 100 }} onChange={onChange} />)
  const field = on.getByLabelText('Farther than (m)')
  await expect.element(field).toHaveAttribute('aria-valuemin', String(busLimits.offRouteMinM))
  await field.fill('250')
  expect(onChange).toHaveBeenLastCalledWith({ offRouteM: 250 })
})

const aBus = (name: string, more: Partial<BusVehicle>): BusVehicle =>
  ({
    terminalID: name,
    displayName: name,
    state: 'driving',
    lat: 48.2,
    lon: 16.3,
    alongM: 100,
    asideM: 0,
    previousStop: 0,
    nextStop: 1,
    deviationS: 0,
    ...more,
  }) as BusVehicle

test('each vehicle says between which stops it is, or why it is not on the line, and how late', async () => {
  const stops = ['Harbour', 'Market'].map((name) => ({ ...aStop(name), id: 1, alongM: 0 }))
  const screen = await renderInApp(
    <VehicleList
      stops={stops as never}
      vehicles={[
        aBus('one', { deviationS: 185 }),
        aBus('two', { deviationS: -130, previousStop: null }),
        aBus('three', { state: 'offRoute', asideM: 420, deviationS: null }),
        aBus('four', { state: 'offline' }),
        aBus('five', { deviationS: null, nextStop: null }),
      ]}
    />,
  )
  const lines = screen
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)
  expect(lines).toEqual([
    'oneHarbour → Market3 min late',
    'twoAt Market2 min early',
    'threeOff route, 420 m away',
    'fourOffline',
    'fiveAt Harbourno timetable',
  ])
})

test('the diagram puts vehicles behind the stop they passed, and arrivals in minutes', async () => {
  const arrival = (minutes: number, name: string | null) => ({
    time: now + minutes * minuteMs,
    scheduledTime: null,
    name,
  })
  const bus = (key: string, alongM: number) => ({ key, name: key, alongM, deviationS: null, isOff: false })
  const screen = await renderInApp(
    <LineDiagram
      colour="#0080ff"
      lengthM={3_000}
      stops={[
        { name: 'Harbour', alongM: 0 },
        { name: 'Market', alongM: 1_000 },
        { name: 'Depot', alongM: 3_000 },
      ]}
      buses={[bus('late', 2_500), bus('first', 200), bus('early', 1_100), bus('end', 3_000)]}
      arrivals={[[], [arrival(0.2, 'first'), arrival(7, 'x'), arrival(75, 'y')], [arrival(20, null)]]}
      now={now}
      badge={({ name }) => name}
    />,
  )
  const lines = screen
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)
  expect(lines).toEqual(['Harbour–first', 'Marketdue7 min17:15earlylate', 'Depot16:20end'])
})

const shared: OutputOf<typeof busCalls.shared> = {
  name: '12',
  direction: 'outbound',
  colour: '#0080ff',
  timeZone: 'Europe/Vienna',
  expireTime: now + 1_000_000,
  now,
  lengthM: 1_500,
  shape: [
    { lat: 48.2, lon: 16.36 },
    { lat: 48.2, lon: 16.38 },
  ],
  stops: [
    { name: 'Harbour', lat: 48.2, lon: 16.36, alongM: 0 },
    { name: 'Market', lat: 48.2, lon: 16.38, alongM: 1_480 },
  ],
  vehicles: [{ number: 1, alongM: 700, deviationS: 240 }],
  arrivals: [[], [{ time: now + 3 * minuteMs, scheduledTime: null, vehicle: 1 }]],
} as never

test('passengers see stops, buses by number and arrivals, by the clock of the line', async () => {
  const server = startFakeServer()
  server.answer(busCalls.shared, shared)
  const token = 'abcdefghijklmnopqrstuv'
  const screen = await openPage(`/busLine/${token}`)
  await expect.element(screen.getByText('As of 09:00:00')).toBeVisible()
  await expect.element(screen.getByText('Bus 1').first()).toBeVisible()
  await expect.element(screen.getByText('4 min late')).toBeVisible()
  await expect.element(screen.getByText('3 min', { exact: true })).toBeVisible()
  expect(server.sent(busCalls.shared)[0]).toMatchObject({ token, isAgain: false })
})
