import type { OutputOf } from '@trackway/core/api/call.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { type AlarmEpisode, alarmCalls } from '@trackway/core/features/alarms/calls.ts'
import { notificationDeliveryCalls } from '@trackway/core/features/notifications/delivery-calls.ts'
import { trackCalls } from '@trackway/core/features/tracks/calls.ts'
import { expect, test, vi } from 'vitest'
import { anAlarm } from '../../../testing/an-alarm.ts'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { takeChanges } from '../live/recent-alarms.ts'
import { AlarmDetail } from './AlarmDetail.tsx'

const handle = vi.fn(async () => {})
const onOpen = vi.fn()
const onClose = vi.fn()
const time = anAlarm(1).startTime
const did = { time, username: 'ann', note: null, assignee: null, isUndone: false }
const sent = {
  createTime: time,
  sentTime: time + 5_000,
  finishTime: time + 6_000,
  receiver: 'Ann',
  target: '+43 *** 12',
  state: 'delivered',
  reason: null,
}

interface Opened {
  id?: number
  read?: AlarmEpisode
  listed?: AlarmEpisode | undefined
  user?: object
  more?: Partial<OutputOf<typeof alarmCalls.get>>
}

async function open({ id = 1, read = anAlarm(id), listed, user = {}, more = {} }: Opened = {}) {
  for (const mock of [handle, onOpen, onClose]) mock.mockClear()
  const server = startFakeServer()
  const detail = { alarm: read, history: [], mutedUntil: null, mutedUntilMoved: false }
  server.answer(alarmCalls.get, () => ({ ...detail, ...more }))
  server.answer(alarmCalls.find, { list: [], total: 0, isMore: false })
  const screen = () =>
    renderInApp(
      <AlarmDetail
        id={id}
        listed={listed}
        handle={handle}
        onClose={onClose}
        onOpen={onOpen}
        notify={() => {}}
        isMapLarge={false}
        onMapLarge={() => {}}
        isMuteOpen={false}
        onMuteOpen={() => {}}
      />,
      { user },
    )
  return { server, screen }
}
const texts = (found: { elements(): Element[] }) => found.elements().map(({ textContent }) => textContent)

test('what was done, who was notified and what came before are listed beneath an alarm', async () => {
  const { server, screen: draw } = await open({
    more: {
      history: [
        { ...did, action: 'assign', assignee: 'bob', isUndone: true },
        { ...did, time: time + 60_000, action: 'note', note: 'Called the driver', username: null },
        { ...did, action: 'read' },
      ],
    },
  })
  server.answer(notificationDeliveryCalls.find, {
    list: [
      { ...sent, id: 1, channel: 'sms' },
      {
        ...sent,
        id: 2,
        channel: 'email',
        receiver: 'ops@a.b',
        target: 'ops@a.b',
        state: 'failed',
        reason: 'number',
      },
    ],
    total: 2,
  } as never)
  server.answer(alarmCalls.find, {
    list: [anAlarm(8, { startTime: time - 3_600_000, count: 3, state: 'false' })],
    total: 10_000,
    isMore: true,
  })
  server.answer(trackCalls.find, {
    points: [
      { fixTime: time - 1_000, lat: null, lon: null, quality: 0, accOn: true },
      { fixTime: time + 1_000, lat: null, lon: null, quality: 0, accOn: false },
    ],
  } as never)
  const screen = await draw()
  const log = screen.getByTestId('tw-deliveries')
  await expect.element(log).toBeVisible()
  expect(texts(log.getByRole('listitem'))).toEqual([
    expect.stringMatching(/16:01:05SMS · Ann \+43 \*\*\* 12Delivered$/),
    // A receiver named after its address is listed once.
    expect.stringMatching(/Email · ops@a\.b Failed: Number can't be reached$/),
  ])
  const history = texts(screen.getByRole('listitem').filter({ hasText: /assigned|note|read/ }))
  expect(history).toHaveLength(2)
  expect(history[0]).toMatch(/ann assigned: bob$/)
  expect(history[1]).toMatch(/– added a noteCalled the driver$/)
  await expect
    .element(screen.getByRole('heading', { name: 'Earlier alarms of this type (10,000+)' }))
    .toBeVisible()
  await screen.getByRole('button', { name: /15:01.*× 3.*False alarm/ }).click()
  expect(onOpen).toHaveBeenCalledWith(8)
  expect(server.sent(alarmCalls.find)[0]).toMatchObject({ codes: [0], to: time })
  // As it was at the last fix before the alarm.
  await expect.element(screen.getByRole('definition').filter({ hasText: /^on$/ })).toBeVisible()
  await expect.element(screen.getByText('This alarm has no position.')).toBeVisible()
})

test('it is read when it was looked at for a while, and one that was read before is not again', async () => {
  const { screen: draw } = await open({ read: anAlarm(1, { readTime: 5 }) })
  const before = await draw()
  await expect.element(before.getByRole('heading', { name: 'SOS' })).toBeVisible()
  const fresh = await open({ id: 2 })
  const opened = performance.now()
  await fresh.screen()
  // The first one was open for longer, and would have been read by now.
  await expect.poll(() => handle.mock.calls.length).toBeGreaterThan(0)
  expect(handle.mock.calls).toEqual([['read', [2]]])
  expect(performance.now() - opened).toBeGreaterThan(700)
  await before.unmount()
})

test('of list and server the later word counts, and a change loads the alarm at once', async () => {
  const listed = anAlarm(1, { state: 'resolved', sequence: 9 })
  const { server, screen: draw } = await open({ listed })
  const screen = await draw()
  await expect.element(screen.getByText('Resolved', { exact: true })).toBeVisible()
  server.answer(alarmCalls.get, {
    alarm: anAlarm(1, { state: 'acknowledged', sequence: 10, isOpen: true }),
    history: [],
    mutedUntil: null,
    mutedUntilMoved: false,
  })
  takeChanges([anAlarm(2)])
  takeChanges([anAlarm(1, { sequence: 10 })])
  await expect.element(screen.getByText('Acknowledged', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('Ongoing').first()).toBeVisible()
  expect(server.sent(alarmCalls.get)).toHaveLength(2)
})

test('an alarm that is gone says so, and who may not see tracks asks for none', async () => {
  const { server, screen: draw } = await open({ user: { role: roles.user, permissions: ['main:alarms'] } })
  server.refuse(alarmCalls.get, 'notFound')
  const gone = await draw()
  await expect.element(gone.getByRole('alert')).toHaveTextContent('Not found. It may have been deleted.')
  await gone.getByRole('button', { name: 'Close' }).click()
  expect(onClose).toHaveBeenCalledTimes(1)
  await gone.unmount()
  server.answer(alarmCalls.get, { alarm: anAlarm(1), history: [], mutedUntil: null, mutedUntilMoved: false })
  const screen = await draw()
  await expect.element(screen.getByRole('heading', { name: 'SOS' })).toBeVisible()
  await expect.poll(() => server.sent(alarmCalls.find).length).toBe(1)
  expect(server.sent(trackCalls.find)).toEqual([])
})
