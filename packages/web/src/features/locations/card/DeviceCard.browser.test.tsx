import { type Location, location } from '@trackway/core/api/locations.ts'
import { carIconStates } from '@trackway/core/codes/states.ts'
import { expect, test, vi } from 'vitest'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { DeviceCard } from './DeviceCard.tsx'

/** Nothing is known of it: each field has the emptiest value that the contract allows. */
const blank = Object.fromEntries(
  Object.entries(location.shape).map(([field, schema]) => [
    field,
    [null, false, 0, '', 'online', {}, []].find((value) => schema.safeParse(value).success),
  ]),
) as Location

async function open(known: Partial<Location>) {
  startFakeServer()
  const onClose = vi.fn()
  const device = { ...blank, displayName: 'Truck 7', terminalID: '867520000000001', ...known }
  const screen = await renderInApp(
    <DeviceCard device={device} isFollowed={false} onFollow={() => {}} onClose={onClose} />,
  )
  const facts = () =>
    Object.fromEntries(
      [...screen.container.querySelectorAll('dt')].map((term) => [
        term.textContent,
        term.nextElementSibling?.textContent,
      ]),
    )
  await expect.element(screen.getByRole('heading', { name: 'Truck 7' })).toBeVisible()
  return { screen, facts, onClose }
}

test('says what is known, in its unit', async () => {
  const { facts, screen } = await open({
    carIconState: carIconStates.moving,
    runState: 1,
    lat: 22.5431,
    lon: 114.0579,
    speed: 57,
    courseDeg: 143,
    altitudeM: 12,
    satellites: 11,
    accOn: true,
    armed: false,
    odometerM: 123_456,
    deviceTypeName: 'Gt06',
    username: 'fleet',
  })
  expect(facts()).toMatchObject({
    Coordinates: expect.stringContaining('22.543100, 114.057900'),
    Course: '143° SE',
    Altitude: '12 m',
    Satellites: '11',
    Ignition: 'Ignition on',
    Type: 'Gt06',
  })
  await expect.element(screen.getByText('57 km/h')).toBeVisible()
})

test('says nothing of what is not known', async () => {
  const { facts } = await open({ accOn: false, deviceTypeName: 'Gt06' })
  expect(facts()).toMatchObject({ Ignition: 'Ignition off' })
  for (const unknown of ['Coordinates', 'Course', 'Altitude', 'Satellites']) {
    expect(Object.keys(facts())).not.toContain(unknown)
  }
})

test('is closed by its button', async () => {
  const { screen, onClose } = await open({})
  await screen.getByRole('button', { name: 'Close' }).click()
  expect(onClose).toHaveBeenCalledOnce()
})
