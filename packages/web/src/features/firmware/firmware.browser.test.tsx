import { roles } from '@trackway/core/codes/roles.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import {
  type FirmwareFile,
  type FirmwareOffer,
  type FirmwareTypeWay,
  firmwareCalls,
} from '@trackway/core/features/firmware/calls.ts'
import { type DeviceTask, taskCalls } from '@trackway/core/features/tasks/calls.ts'
import { beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { aDeviceType } from '../../testing/a-device-type.ts'
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const file: FirmwareFile = {
  id: 5,
  deviceType: 14,
  deviceTypeName: 'Y808',
  version: 'TW808-2.5',
  hardware: null,
  fromVersions: ['TW808-2.4'],
  fileName: 'tw808.bin',
  bytes: 2_097_152,
  sha256: 'ab'.repeat(32),
  note: 'Saves power',
  uploader: 'tester',
  createTime: 1,
  way: 'parts',
}
const none = { queued: 0, waiting: 0, offered: 0, running: 0, done: 0, failed: 0, skipped: 0, cancelled: 0 }
const task: DeviceTask = {
  id: 7,
  kind: 'firmware',
  name: 'TW808-2.5',
  creator: 'tester',
  state: 'running',
  pauseReason: null,
  total: 2,
  counts: { ...none, running: 1, done: 1 },
  perSecond: 1,
  maxUnderWay: null,
  window: null,
  startTime: 0,
  deadlineTime: null,
  maxFailurePercent: 20,
  minSample: 20,
  maxTries: 3,
  createTime: 0,
  finishTime: null,
}
const item = {
  id: 1,
  terminalID: '13900000001',
  displayName: 'Van 1',
  state: 'running' as const,
  waitsFor: 'restart',
  step: 'install',
  progress: null,
  tries: 1,
  failure: null,
  result: null,
  dueTime: null,
  offerTime: null,
  changeTime: 0,
  finishTime: null,
}
const offer: FirmwareOffer = {
  id: 3,
  fileId: 5,
  deviceType: 14,
  deviceTypeName: 'Y808',
  version: 'TW808-2.5',
  userId: 9,
  username: 'shunda',
  note: 'Saves power',
  devices: 12,
  upgraded: 4,
  creator: 'tester',
  createTime: 1,
  acceptTime: null,
  taskId: null,
}
const way: FirmwareTypeWay = {
  deviceType: 14,
  deviceTypeName: 'Y808',
  wire: 'jt808',
  isSet: false,
  way: 'parts',
  target: 0,
  maker: '',
  makerBytes: 5,
  partBytes: 900,
  partsAtOnce: 1,
  answerMs: 10_000,
  maxSends: 8,
  resumes: false,
  template: null,
  isPlainHttp: false,
}
const tester = { role: roles.test }
const viewer = { role: roles.otaLookPremissionUser }

let server: FakeServer
beforeEach(() => {
  server = startFakeServer()
  server.answer(firmwareCalls.find, { list: [file], total: 1 })
  server.answer(firmwareCalls.ways, { list: [way], total: 1 })
  server.answer(firmwareCalls.offers, { list: [offer], total: 1 })
  server.answer(firmwareCalls.check, {
    fitting: 1,
    misfits: [{ reason: 'wrongType', devices: 1 }],
    missing: ['13900000009'],
  })
  server.answer(firmwareCalls.start, { taskId: 7, devices: 2, missing: [] })
  server.answer(firmwareCalls.startOffer, { taskId: 7, devices: 8 })
  server.answer(deviceCalls.types, { list: [aDeviceType(14, 'Y808', 'jt808')] })
  server.answer(taskCalls.find, { list: [task], total: 1 })
  server.answer(taskCalls.get, task)
  server.answer(taskCalls.items, { list: [item], total: 1 })
})

test('an upgrade says before which devices can have the file, is started with its bounds, and shown', async () => {
  const screen = await openPage('/test/ota/otaList', { user: tester })
  await screen.getByRole('button', { name: 'Upgrade devices to TW808-2.5' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Device IDs').fill('13900000001\n13900000002\n13900000009')
  await expect.element(dialog.getByText('1 device can have it')).toBeVisible()
  await expect
    .element(dialog.getByText('Device is another model: 1 · 1 not found: 13900000009'))
    .toBeVisible()
  await dialog.getByLabelText('Max. failures, %').fill('5')
  await dialog.getByRole('switch', { name: 'Start, window and limits' }).click()
  await dialog.getByText('Between two times').click()
  await dialog.getByRole('button', { name: 'Start upgrade' }).click()
  await expect
    .poll(() => server.sent(firmwareCalls.start))
    .toMatchObject([
      {
        fileId: 5,
        terminalIDs: ['13900000001', '13900000002', '13900000009'],
        maxFailurePercent: 5,
        minSample: 20,
        window: { fromMinute: 1320, toMinute: 300 },
      },
    ])
  await expect.element(screen.getByText('1 of 2 done')).toBeVisible()
  await expect.element(screen.getByText('Waiting for the device to restart')).toBeVisible()
  expect(location.pathname + location.search).toBe('/test/ota/otaTasks?task=7')
})

test('a file goes up in parts with what it is for', async () => {
  const uploadId = '6f2b1a70-6d0c-4bb1-9a55-3f0f7a1f9b52'
  let received = ''
  server.answer(firmwareCalls.beginUpload, { uploadId, partBytes: 7 })
  server.answer(firmwareCalls.uploadPart, ({ base64 }) => {
    received += atob(base64)
    return { receivedBytes: received.length }
  })
  server.answer(firmwareCalls.finishUpload, { id: 6, sha256: 'cd' })
  const screen = await openPage('/test/ota/otaList', { user: tester })
  await screen.getByRole('button', { name: 'Upload firmware' }).click()
  const dialog = screen.getByRole('dialog')
  const input = dialog.element().querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(input, new File(['firmware of it'], 'tw808.bin'))
  await expect.element(dialog.getByText('tw808.bin · 1 kB')).toBeVisible()
  await dialog.getByLabelText('Version', { exact: true }).fill('TW808-2.6')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect.element(dialog.getByText('Required')).toBeVisible()
  expect(server.sent(firmwareCalls.beginUpload)).toEqual([])
  await dialog.getByRole('combobox', { name: 'Model' }).fill('Y808')
  await userEvent.keyboard('{Enter}')
  await dialog.getByRole('button', { name: 'Upload', exact: true }).click()
  await expect
    .poll(() => server.sent(firmwareCalls.finishUpload))
    .toEqual([expect.objectContaining({ uploadId, deviceType: 14, version: 'TW808-2.6' })])
  expect(received).toBe('firmware of it')
})

test('who may only look sees files, upgrades and links, and nothing to change them', async () => {
  server.answer(firmwareCalls.links, { list: [], total: 0 })
  const screen = await openPage('/', { user: viewer })
  await expect.element(screen.getByText('TW808-2.5')).toBeVisible()
  expect(location.pathname).toBe('/test/ota/otaList')
  for (const name of ['Upload firmware', 'Upgrade devices to TW808-2.5', 'Delete TW808-2.5'])
    expect(screen.getByRole('button', { name }).elements()).toEqual([])
  await screen.getByRole('tab', { name: 'Upgrades' }).click()
  await screen.getByText('Firmware', { exact: true }).last().click()
  await screen.getByRole('tab', { name: 'Download links' }).click()
  await expect.element(screen.getByText('No links yet')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Create links' }).elements()).toEqual([])
})

test('how a model takes firmware is set by what its protocol knows', async () => {
  server.answer(firmwareCalls.saveWay, {})
  const screen = await openPage('/test/ota/otaWays', { user: tester })
  await screen.getByRole('button', { name: 'Delivery to Y808' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByLabelText('Bytes per part')).toHaveValue('900')
  expect(
    dialog
      .getByLabelText('Template')
      .elements()
      .filter((one) => one.checkVisibility()),
  ).toEqual([])
  await dialog.getByLabelText('Parts at a time').fill('4')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sent(firmwareCalls.saveWay))
    .toMatchObject([{ deviceType: 14, way: 'parts', partsAtOnce: 4, answerMs: 10_000 }])
})

test('a customer starts what it is offered, and follows it', async () => {
  const screen = await openPage('/index/device/firmware', { user: { role: roles.agent } })
  await expect.element(screen.getByText('Saves power')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Offer to a customer' }).elements()).toEqual([])
  await screen.getByRole('button', { name: 'Start upgrade to shunda' }).click()
  await screen.getByRole('dialog').getByRole('button', { name: 'Start upgrade' }).click()
  await expect.poll(() => server.sent(firmwareCalls.startOffer)).toEqual([{ id: 3 }])
  await expect.element(screen.getByText('1 of 2 done')).toBeVisible()
})
