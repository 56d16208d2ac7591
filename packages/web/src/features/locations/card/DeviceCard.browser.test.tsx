import { vehicleAlarms } from '@trackway/core/codes/alarms.ts'
import { carIconStates, runStates } from '@trackway/core/codes/states.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { episodeCalls } from '@trackway/core/features/episodes/calls.ts'
import { type Location, location } from '@trackway/core/features/locations/calls.ts'
import { whyOfflineCalls } from '@trackway/core/features/locations/why-offline-calls.ts'
import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import { beforeEach, expect, test, vi } from 'vitest'
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

const dayMs = 86_400_000
// Ages are those of the moment at which a test began.
beforeEach(() => {
  vi.setSystemTime(Date.now())
  return () => void vi.useRealTimers()
})

const anEpisode: Episode = {
  kind: 'trip',
  from: 0,
  to: 0,
  distanceM: 0,
  maxSpeedKmh: null,
  idleMs: 0,
  fromLat: null,
  fromLon: null,
  toLat: null,
  toLon: null,
  began: 'speed',
  ended: 'speed',
  fromValue: null,
  toValue: null,
}

const noVerbs = { follow() {}, share() {}, copyIds() {}, watchOnly() {}, choose() {} }

async function open(known: Partial<Location>, tab: 'Now' | 'Device' = 'Now', server = startFakeServer()) {
  const onClose = vi.fn()
  const device = { ...blank, displayName: 'Truck 7', terminalID: '867520000000001', ...known }
  const screen = await renderInApp(
    <DeviceCard device={device} isFollowed={false} verbs={noVerbs} onClose={onClose} />,
  )
  const facts = () =>
    Object.fromEntries(
      [...screen.container.querySelectorAll('dt')].map((term) => [
        term.textContent,
        term.nextElementSibling?.textContent,
      ]),
    )
  await expect.element(screen.getByRole('heading', { name: 'Truck 7' })).toBeVisible()
  await screen.getByRole('tab', { name: tab }).click()
  return { screen, server, facts, onClose }
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
  })
  expect(facts()).toMatchObject({
    Coordinates: expect.stringContaining('22.543100, 114.057900'),
    Course: '143° SE',
    Altitude: '12 m',
    Satellites: '11',
    Ignition: 'On',
  })
  await expect.element(screen.getByText('57 km/h')).toBeVisible()
})

test('each fact is of its own field', async () => {
  const now = Date.now()
  const { facts } = await open({
    todayM: 4_321,
    odometerM: 123_456,
    accOn: true,
    accSince: now - 3 * 3_600_000,
    stoppedSince: now - 5 * 60_000,
    doorOpen: true,
    batteryPercent: 80,
    charging: true,
    lastAlarm: vehicleAlarms.sos,
    lastAlarmTime: now - 2 * dayMs,
    stateTime: now - 60_000,
  })
  expect(facts()).toMatchObject({
    Today: '4.3 km',
    Odometer: '123 km',
    Ignition: expect.stringMatching(/3 hr/),
    'Stopped for': expect.stringMatching(/5 min/),
    Door: 'Open',
    Battery: expect.stringMatching(/80.*charging/),
    'Last alarm': expect.stringMatching(/2 days/),
  })
})

test('what is mounted is on a tab of its own', async () => {
  const { facts } = await open({ deviceTypeName: 'Gt06', username: 'fleet' }, 'Device')
  expect(facts()).toMatchObject({ 'Device ID': expect.stringContaining('867520000000001'), Model: 'Gt06' })
})

test('the day has a tab: its sums, and trips and stops that lead to the replay, the newest first', async () => {
  const { screen, server } = await open({})
  const from = Date.UTC(2026, 10, 22, 0)
  vi.setSystemTime(from + 6 * 3_600_000)
  const trip = { ...anEpisode, from, to: from + 1_800_000, distanceM: 21_400, maxSpeedKmh: 84 }
  const stop = { ...anEpisode, kind: 'stop' as const, from: trip.to, to: trip.to + 1_920_000 }
  server.answer(episodeCalls.find, { episodes: [trip, stop], until: null })
  await screen.getByRole('tab', { name: 'Today' }).click()
  await expect.element(screen.getByText('21.4 km').first()).toBeVisible()
  const [first, second] = screen.getByRole('listitem').elements()
  expect(first!.textContent).toBe('08:30–09:02Stop32 min')
  expect(second!.textContent).toBe('08:00–08:30Trip21.4 kmmax 84 km/h')
  expect(second!.querySelector('a')!.getAttribute('href')).toContain(
    `first=2026-11-22&last=2026-11-22&at=${from}`,
  )
})

test('says nothing of what is not known', async () => {
  const { facts } = await open({ accOn: false })
  expect(facts()).toMatchObject({ Ignition: 'Off' })
  for (const unknown of ['Coordinates', 'Course', 'Altitude', 'Satellites']) {
    expect(Object.keys(facts())).not.toContain(unknown)
  }
})

test('is closed by its button', async () => {
  const { screen, onClose } = await open({})
  await screen.getByRole('button', { name: 'Close' }).click()
  expect(onClose).toHaveBeenCalledOnce()
})

test.each([
  [-3600_000, /^\d+ \w+ \d+ Expired$/],
  [5 * dayMs + 5_400_000, /^\d+ \w+ \d+ 5 days 1 hr left$/],
  [40 * dayMs, /^\d+ \w+ \d+$/],
])('a service that ends in %i ms says so while there is time to act', async (leftMs, text) => {
  const { facts } = await open({ expire: Date.now() + leftMs }, 'Device')
  expect(facts()).toMatchObject({ Expires: expect.stringMatching(text) })
})

test.each([
  [vehicleAlarms.sos, 'SOS'],
  [9999, 'Alarm 9999'],
])('the last alarm %i is called %s, with its age', async (lastAlarm, name) => {
  const { facts } = await open({ lastAlarm, lastAlarmTime: Date.now() - 2 * dayMs })
  expect(facts()).toMatchObject({ 'Last alarm': `${name} · 2 days ago` })
})

test('a parked vehicle says for how long, and since when its ignition is off', async () => {
  const { facts, screen } = await open({
    state: 'online',
    runState: runStates.stopped,
    carIconState: carIconStates.stop,
    stoppedSince: Date.now() - 3 * 3600_000,
    accOn: false,
    accSince: Date.now() - 2 * 3600_000,
    speed: 0,
  })
  expect(facts()).toMatchObject({ 'Stopped for': '3 hr', Ignition: 'Off · 2 hr' })
  await expect.element(screen.getByTestId('tw-card-state')).toHaveTextContent('Stoppedfor 3 hr')
})

test('a battery that is being charged says so', async () => {
  const { facts } = await open({ batteryPercent: 64, charging: true })
  expect(Object.values(facts())).toContain('64%, charging')
})

test('the ways on lead to this device and to this place', async () => {
  const { screen } = await open({ lat: 48.2, lon: 16.37 })
  const link = (name: string) => screen.getByRole('link', { name })
  await expect.element(link('Replay')).toHaveAttribute('href', '/index/track?terminalID=867520000000001')
  await expect
    .element(link('Navigate'))
    .toHaveAttribute('href', expect.stringContaining('48.200000,16.370000'))
  await expect.element(link('Street view')).toBeVisible()
})

test('a device without a place is neither followed nor navigated to; China has no pictures of its streets', async () => {
  const nowhere = await open({})
  await expect.element(nowhere.screen.getByRole('link', { name: 'Replay' })).toBeVisible()
  expect(nowhere.screen.getByRole('button', { name: 'Follow' }).elements()).toEqual([])
  expect(nowhere.screen.getByRole('link', { name: 'Navigate' }).elements()).toEqual([])
  nowhere.screen.unmount()
  const { screen } = await open({ lat: 31.23, lon: 121.47 })
  await expect.element(screen.getByRole('button', { name: 'Follow' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'Street view' }).elements()).toEqual([])
})

test('an offline device says why in one click: what it points to, what to try, and what was last known', async () => {
  const { screen, server } = await open({ state: 'offline', runState: runStates.offline })
  server.answer(whyOfflineCalls.find, {
    lastContactTime: Date.now() - dayMs,
    lastKind: 'heartbeat',
    intervalMs: 20_000,
    timeoutMs: 600_000,
    connection: { fromTime: 1, untilTime: Date.now() - dayMs, endReason: 'remote' },
    before: {
      externalVoltageV: 0.2,
      batteryPercent: 80,
      batteryVoltageV: null,
      gsmLevel: 3,
      satellites: null,
      accOn: null,
    },
    serviceEndTime: null,
    neighbours: { operator: '898600', total: 5, gone: 1 },
    clock: null,
    causes: ['powerCut'],
  })
  await screen.getByRole('button', { name: 'Why offline?' }).click()
  await expect.element(screen.getByText('Check the wiring and the fuse.')).toBeVisible()
  await expect.element(screen.getByText('1 of 5 offline at the same time')).toBeInTheDocument()
})

test('a device that never reported says at once what to check', async () => {
  const server = startFakeServer()
  server.answer(whyOfflineCalls.find, {
    lastContactTime: null,
    lastKind: null,
    intervalMs: null,
    timeoutMs: 600_000,
    connection: null,
    before: null,
    serviceEndTime: null,
    neighbours: null,
    clock: null,
    causes: ['never'],
  })
  const { screen } = await open({ state: 'inactive', runState: runStates.offline }, 'Now', server)
  await expect.element(screen.getByText(/Check the server address, the port and the APN/)).toBeVisible()
})

test('an online device that is nowhere says that its clock is wrong, and has it set', async () => {
  const server = startFakeServer()
  server.answer(whyOfflineCalls.find, {
    lastContactTime: Date.now(),
    lastKind: 'reports',
    intervalMs: 20_000,
    timeoutMs: 600_000,
    connection: null,
    before: null,
    serviceEndTime: null,
    neighbours: null,
    clock: { aheadMinutes: 330, utcOffsetMinutes: 330 },
    causes: ['clock'],
  })
  server.answer(deviceCalls.update, {} as never)
  const { screen } = await open({ state: 'online', runState: runStates.noPosition }, 'Now', server)
  await screen.getByRole('button', { name: 'Why no position?' }).click()
  await expect.element(screen.getByText("The device's clock is in another time zone.")).toBeVisible()
  await screen.getByRole('button', { name: 'Set to UTC+05:30' }).click()
  await expect
    .poll(() => server.sent(deviceCalls.update))
    .toEqual([{ terminalID: '867520000000001', utcOffsetMinutes: 330 }])
})

test('an online device is not asked why', async () => {
  const { screen } = await open({ state: 'online' })
  expect(screen.getByRole('button', { name: 'Why offline?' }).elements()).toEqual([])
})
