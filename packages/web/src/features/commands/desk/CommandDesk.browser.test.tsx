import { roles } from '@trackway/core/codes/roles.ts'
import { type CommandRecord, commandCalls } from '@trackway/core/features/commands/calls.ts'
import { fenceCalls } from '@trackway/core/features/fences/calls.ts'
import { locationCalls } from '@trackway/core/features/locations/calls.ts'
import type { LiveServerMessage } from '@trackway/core/live/live.ts'
import { expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { startFakeServer } from '../../../testing/fake-server.ts'
import { renderInApp } from '../../../testing/render.tsx'
import { CommandDesk } from './CommandDesk.tsx'
import { CommandLog } from './CommandLog.tsx'
import { CommandProgress } from './CommandProgress.tsx'

const terminalID = '861234560010624'
const sentTime = Date.UTC(2026, 0, 2, 3, 4, 5)

const timedOut: CommandRecord = {
  id: 7,
  terminalID,
  displayName: 'Van 1',
  code: 'timer',
  content: 'TIMER,30#',
  parameters: { movingS: 30 },
  state: 'failed',
  result: 2,
  failure: 'timeout',
  heldBy: null,
  reply: null,
  replyClass: null,
  oilReply: null,
  isOffline: false,
  isRecorded: false,
  sender: 'boss',
  jobId: null,
  createTime: sentTime,
  dueTime: sentTime,
  sentTime,
  acknowledgeTime: null,
  confirmTime: null,
  endTime: sentTime + 30_000,
  expireTime: sentTime + 300_000,
}

function start({ isOnline = true } = {}) {
  const server = startFakeServer()
  server.answer(commandCalls.detail, {
    displayName: 'Van 1',
    isOnline,
    isOfflineCapable: false,
    unlock: null,
    commands: [
      {
        code: 'oilRestore',
        group: 'engine',
        risk: null,
        parameters: {},
        last: null,
        lastTime: null,
      } as const,
      {
        code: 'fenceOn',
        group: 'fence',
        risk: null,
        parameters: {},
        last: null,
        lastTime: null,
      } as const,
      { code: 'oilCut', group: 'engine', risk: 'dangerous', parameters: {}, last: null, lastTime: null },
      {
        code: 'timer',
        group: 'reporting',
        risk: null,
        parameters: {},
        last: { movingS: 60 },
        lastTime: sentTime,
      } as const,
    ],
  })
  const place = { terminalID, displayName: 'Van 1', lat: 22.5, lon: 114.1 }
  server.answer(locationCalls.find, { list: [place], total: 1, time: sentTime } as never)
  server.answer(commandCalls.orders, {
    list: [{ id: 3, name: 'Fast', code: 'timer', content: null, parameters: { movingS: 10 }, isOwn: true }],
  })
  server.answer(commandCalls.find, { list: [timedOut], total: 1 })
  server.answer(commandCalls.send, { id: 7, state: 'queued', result: null, failure: null, heldBy: null })
  server.answer(commandCalls.get, timedOut)
  server.answer(commandCalls.findAndOffline, { id: 8, state: 'queued' })
  return server
}

test('a command is sent with its range and its last value, and kept where the device does not answer', async () => {
  const server = start()
  const screen = await renderInApp(<CommandDesk terminalIDs={[terminalID]} />)
  await screen.getByRole('button', { name: 'Reporting interval 60 s' }).click()
  const field = screen.getByRole('spinbutton', { name: /While driving/ })
  await expect.element(field).toHaveValue('60')
  await expect.element(screen.getByText(/0 \(off\), or from 5 to 18000 · last: 60/)).toBeVisible()
  await field.fill('30')
  await screen.getByRole('button', { name: 'Send now' }).click()
  await expect
    .poll(() => server.sent(commandCalls.send))
    .toEqual([{ terminalID, code: 'timer', parameters: { movingS: 30 }, offline: false, waitSeconds: 0 }])
  await screen.getByRole('button', { name: 'Queue for the next connection' }).click()
  await expect.poll(() => server.sent(commandCalls.findAndOffline)).toEqual([{ id: 7 }])
})

test('the button says that a command waits for a device that is offline', async () => {
  const server = start({ isOnline: false })
  const screen = await renderInApp(<CommandDesk terminalIDs={[terminalID]} />)
  await screen.getByRole('button', { name: /^Fast/ }).click()
  await expect.element(screen.getByRole('spinbutton', { name: /While driving/ })).toHaveValue('10')
  await screen.getByRole('button', { name: 'Queue until the device connects' }).click()
  await expect
    .poll(() => server.sent(commandCalls.send))
    .toEqual([{ terminalID, code: 'timer', parameters: { movingS: 10 }, offline: true, waitSeconds: 0 }])
})

test('oil and power are cut only once the device was named', async () => {
  const server = start()
  const screen = await renderInApp(<CommandDesk terminalIDs={[terminalID]} />)
  await screen.getByRole('button', { name: /^Engine cut-off/ }).click()
  await screen.getByRole('button', { name: 'Send now' }).click()
  const ok = page.getByRole('button', { name: 'Send anyway' })
  await expect.element(ok).toBeDisabled()
  await page.getByRole('textbox', { name: /Type/ }).fill(terminalID)
  await userEvent.keyboard('{Tab}')
  await ok.click()
  await expect.poll(() => server.sent(commandCalls.send).length).toBe(1)
})

test('a fence on the device is drawn around the vehicle', async () => {
  const server = start()
  const screen = await renderInApp(<CommandDesk terminalIDs={[terminalID]} />)
  await screen.getByRole('button', { name: 'Circular geofence on the device' }).click()
  await screen.getByRole('button', { name: 'Draw on the map' }).click()
  const drawing = page.getByRole('dialog')
  await drawing.getByRole('spinbutton', { name: 'Radius' }).fill('800')
  await drawing.getByRole('button', { name: 'Use this area' }).click()
  await expect.element(drawing).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Send now' }).click()
  await expect
    .poll(() => server.sent(commandCalls.send)[0]?.parameters)
    .toEqual({ latitude: 22.5, longitude: 114.1, radiusM: 800, alarmOn: 'in', way: 'platform' })
})

test('a temporary unlock lasts while the vehicle is in a fence that is chosen', async () => {
  const server = start()
  const area = { shape: 'circle', lat: 22.6, lon: 114.2, radiusM: 2_000 } as const
  server.answer(fenceCalls.find, { list: [{ fenceId: 5, name: 'Depot', area }], total: 1 } as never)
  server.answer(commandCalls.unlock, { id: 1, commandId: 7 })
  const screen = await renderInApp(<CommandDesk terminalIDs={[terminalID]} />)
  await screen.getByRole('button', { name: 'Restore engine' }).click()
  await screen.getByRole('button', { name: 'Change' }).click()
  const drawing = page.getByRole('dialog')
  await drawing.getByRole('combobox', { name: 'Or use a geofence' }).click()
  await expect.element(page.getByRole('option', { name: 'Depot' })).toBeInTheDocument()
  await userEvent.keyboard('{ArrowDown}{Enter}')
  await expect.element(drawing.getByRole('textbox', { name: /Centre/ })).toHaveValue('22.6, 114.2')
  await drawing.getByRole('button', { name: 'Use this area' }).click()
  await expect.element(screen.getByText(/Depot/)).toBeVisible()
  await screen.getByRole('button', { name: 'Unlock temporarily' }).click()
  await expect.poll(() => server.sent(commandCalls.unlock)).toEqual([{ terminalID, area }])
})

/** The live connection of the page, at whose other end the test is. */
function startFakeSocket() {
  const sent: Record<string, unknown>[] = []
  let emit = (_: LiveServerMessage) => {}
  class FakeSocket {
    static readonly OPEN = 1
    readonly readyState = 1
    onopen = () => {}
    onmessage = (_: { data: string }) => {}
    constructor() {
      emit = (message) => this.onmessage({ data: JSON.stringify(message) })
      setTimeout(() => this.onopen())
    }
    send(text: string) {
      sent.push(JSON.parse(text))
    }
    close() {}
  }
  vi.stubGlobal('WebSocket', FakeSocket)
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  return { sent, emit: (message: LiveServerMessage) => emit(message) }
}

test('who tests at the factory sees a command come further', async () => {
  const server = start()
  const queued = { ...timedOut, state: 'queued', result: null, failure: null, endTime: null } as const
  server.answer(commandCalls.find, { list: [queued], total: 1 })
  const live = startFakeSocket()
  const screen = await renderInApp(<CommandLog />, { user: { role: roles.test } })
  await expect.element(screen.getByRole('cell', { name: 'Queued' })).toBeVisible()
  expect(live.sent).toMatchObject([{ type: 'watch', only: 'commands' }])
  const acknowledged = { ...queued, state: 'acknowledged', acknowledgeTime: sentTime } as const
  live.emit({ type: 'commands', commands: [acknowledged], isMore: false })
  await expect.element(screen.getByRole('cell', { name: 'Acknowledged' })).toBeVisible()
})

test.each([
  ['test', 1],
  ['log', 0],
  ['wanweiTest', 0],
] as const)('role %s is offered %i times what only those may call who send commands', async (role, count) => {
  const server = start()
  const progress = (
    <>
      <CommandProgress id={7} />
      <CommandProgress id={8} />
    </>
  )
  server.answer(commandCalls.get, ({ id }) =>
    id === 7 ? timedOut : { ...timedOut, id, state: 'queued' as const },
  )
  const screen = await renderInApp(progress, { user: { role: roles[role] } })
  await expect.element(screen.getByText('Sent by boss').nth(1)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Queue for the next connection' }).elements()).toHaveLength(count)
  expect(screen.getByRole('button', { name: 'Cancel command' }).elements()).toHaveLength(count)
  expect(screen.getByRole('button', { name: 'Save as…' }).elements()).toHaveLength(2 * count)
})
