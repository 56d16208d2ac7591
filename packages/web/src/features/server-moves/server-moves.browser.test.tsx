import { roles } from '@trackway/core/codes/roles.ts'
import {
  type MoveServer,
  type ServerMove,
  serverMoveCalls,
} from '@trackway/core/features/server-moves/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const far: MoveServer = {
  id: 3,
  name: 'Frankfurt',
  host: 'gps.example.com',
  port: 5023,
  transport: 'tcp',
  url: 'https://far.example.com',
  hasApiKey: true,
  note: null,
}
const move: ServerMove = {
  id: 9,
  taskId: 4,
  terminalID: '860123456789018',
  displayName: 'Van 1',
  host: 'gps.example.com:5023',
  isReturn: false,
  state: 'cameBack',
  reason: 'cameBack',
  reply: 'OK!',
  tries: 1,
  isHere: true,
  sender: 'mover',
  sendTime: 1,
  changeTime: 1,
  finishTime: 1,
}
const mover = { role: roles.testTransferIpUser }

test('devices are sent to a server of the list, after a confirmation', async () => {
  const server = startFakeServer()
  server.answer(serverMoveCalls.servers, { list: [far], total: 1 })
  server.answer(serverMoveCalls.send, {
    taskId: 4,
    devices: 1,
    failed: [{ id: '860123456789026', result: 'notFound' }],
  })
  server.answer(serverMoveCalls.find, { list: [], total: 0 })
  const screen = await openPage('/test/transferIp/transferIp', { user: mover })
  await screen.getByRole('combobox', { name: 'Server' }).click()
  await screen.getByText('Frankfurt · gps.example.com:5023').click()
  await expect.element(screen.getByLabelText('Host')).toHaveValue('gps.example.com')
  await screen.getByLabelText('Device IDs').fill('860123456789018\n860123456789026\nx')
  await expect.element(screen.getByText("1 isn't an ID: x")).toBeVisible()
  await screen.getByRole('button', { name: 'Move devices…' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Move 2 devices' }).click()
  await expect
    .poll(() => server.sent(serverMoveCalls.send))
    .toEqual([
      expect.objectContaining({
        terminalIDs: ['860123456789018', '860123456789026'],
        host: 'gps.example.com',
        port: 5023,
        transport: 'tcp',
        perSecond: 1,
        maxFailurePercent: 10,
      }),
    ])
  await expect.element(screen.getByText(/Started for 1 device\. 1 not found: 860123456789026/)).toBeVisible()
  // What a page asks for is what the call takes.
  for (const input of server.sent(serverMoveCalls.servers))
    expect(serverMoveCalls.servers.input.safeParse(input).error).toBeUndefined()
})

test('who may only look finds results by ids, and reads which devices never moved', async () => {
  const server = startFakeServer()
  server.answer(serverMoveCalls.findByImeis, { list: [move] })
  const screen = await openPage('/test/transferIp', { user: { role: roles.testSearch } })
  await expect
    .element(screen.getByText('Paste or scan IDs above to see where their devices are.'))
    .toBeVisible()
  expect(screen.getByRole('tab').all()).toHaveLength(1)
  await screen.getByRole('textbox').fill('860123456789018, 860123456789026')
  await screen.getByRole('button', { name: 'Look up 2 devices' }).click()
  await expect.element(screen.getByText('Came back', { exact: true })).toBeVisible()
  await expect.element(screen.getByText('1 device was never moved: 860123456789026')).toBeVisible()
})
