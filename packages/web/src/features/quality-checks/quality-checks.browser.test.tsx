import { roles } from '@trackway/core/codes/roles.ts'
import { commandCalls } from '@trackway/core/features/commands/calls.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import {
  type QualityResult,
  qualityCheckCalls,
  qualityCriteriaCalls,
} from '@trackway/core/features/quality-checks/calls.ts'
import { newCriterion } from '@trackway/core/features/quality-checks/checks.ts'
import { type DeviceTask, taskCalls } from '@trackway/core/features/tasks/calls.ts'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { toSheet } from '../../base/sheets/sheet-files.ts'
import { aDeviceType } from '../../testing/a-device-type.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const total = 60
/** The last scanned first: device 60 has the first place. */
const results = Array.from({ length: total }, (_, at): QualityResult => {
  const n = total - at
  return {
    id: n,
    taskId: 7,
    terminalID: `8601230400000${String(n).padStart(2, '0')}`,
    deviceType: 13,
    typeName: 'Gt06',
    batch: 'B7',
    station: 'Bench 1',
    operator: 'tester',
    attempt: 1,
    state: n % 2 === 0 ? 'passed' : 'failed',
    failures: n % 2 === 0 ? [] : ['satellites'],
    criteriaVersion: 1,
    startTime: 1,
    deadlineTime: 2,
    endTime: 2,
    isFirst: true,
    isLast: true,
    checks: [
      {
        ...newCriterion('satellites'),
        state: n % 2 === 0 ? 'passed' : 'failed',
        value: n % 2 === 0 ? 9 : 2,
        time: 1,
      },
    ],
  }
})
const idOf = (n: number) => results[total - n]!.terminalID

function aTask(counts: Partial<DeviceTask['counts']>): DeviceTask {
  const none = { queued: 0, waiting: 0, offered: 0, running: 0, done: 0, failed: 0, skipped: 0, cancelled: 0 }
  return {
    id: 7,
    kind: 'qualityCheck',
    name: '',
    creator: 'tester',
    state: 'done',
    pauseReason: null,
    total,
    counts: { ...none, ...counts },
    perSecond: null,
    maxUnderWay: null,
    window: null,
    startTime: 1,
    deadlineTime: null,
    maxFailurePercent: null,
    minSample: 20,
    maxTries: 1,
    createTime: 1,
    finishTime: 2,
  }
}

const user = { role: roles.admin }

async function openRun(counts: Partial<DeviceTask['counts']> = { done: 30, failed: 30 }) {
  const server = startFakeServer()
  server.answer(taskCalls.get, aTask(counts))
  server.answer(qualityCheckCalls.find, ({ search, state, pageNum = 1, pageSize = 15 }) => {
    const found = results.filter(
      (row) => (!search || row.terminalID.includes(search)) && (!state || row.state === state),
    )
    return { list: found.slice((pageNum - 1) * pageSize, pageNum * pageSize), total: found.length }
  })
  server.answer(qualityCheckCalls.add, ({ terminalIDs }) => ({
    devices: 0,
    present: terminalIDs,
    failed: [],
  }))
  server.answer(qualityCheckCalls.retest, { retried: 1 })
  const screen = await openPage('/test/qc/search?run=7', { user })
  await expect.element(screen.getByText(idOf(60))).toBeVisible()
  return { server, screen }
}
const scan = (code: string) => userEvent.keyboard(`${code}{Enter}`)

test('a device that is scanned again is the one that F2 tests again, on whichever page it is', async () => {
  const { server, screen } = await openRun()
  await userEvent.keyboard('{F4}')
  await expect
    .element(screen.getByRole('button', { name: /^Failed/ }))
    .toHaveAttribute('aria-pressed', 'true')
  await scan(idOf(2))
  await expect.element(screen.getByText(/in this run already/)).toBeVisible()
  await expect
    .element(screen.getByRole('listitem').filter({ hasText: idOf(2) }))
    .toHaveAttribute('aria-current', 'true')
  await userEvent.keyboard('{F2}')
  await expect
    .poll(() => server.sent(qualityCheckCalls.retest))
    .toEqual([{ taskId: 7, terminalIDs: [idOf(2)] }])
})

test('a code that is no device of the run has nothing tested again', async () => {
  const { server, screen } = await openRun()
  server.answer(qualityCheckCalls.add, {
    devices: 0,
    present: [],
    failed: [{ id: '1234567', result: 'notFound' }],
  })
  await scan('1234567')
  await expect.element(screen.getByText(/isn’t registered here/)).toBeVisible()
  await userEvent.keyboard('{F2}')
  await expect.element(screen.getByRole('button', { name: /Test again/ })).toBeDisabled()
  expect(server.sent(qualityCheckCalls.retest)).toEqual([])
})

test('after F9 the next scan starts a run of its own; one that was stopped says so', async () => {
  const { server, screen } = await openRun()
  server.refuse(qualityCheckCalls.add, 'taskOver')
  server.answer(qualityCheckCalls.start, { taskId: 8, devices: 1, failed: [] })
  await scan(idOf(60))
  await expect.element(screen.getByText(/was stopped/)).toBeVisible()
  await userEvent.keyboard('{F9}')
  await scan(idOf(59))
  await expect.poll(() => server.sent(qualityCheckCalls.start)).toMatchObject([{ terminalIDs: [idOf(59)] }])
  expect(server.sent(qualityCheckCalls.add)).toHaveLength(1)
})

test('labels wait for a device that passed', async () => {
  const { screen } = await openRun({ failed: 60 })
  await expect.element(screen.getByRole('button', { name: /Print labels/ })).toBeDisabled()
})

test('the ids of a spreadsheet are added, and nothing else of it', async () => {
  const { server, screen } = await openRun()
  await screen.getByRole('button', { name: 'Add a list' }).click()
  const sheet = await toSheet([
    ['No.', 'ICCID', 'IMEI'],
    ['1', '89860012345678901234', '490154203237518'],
    ['2', '89860012345678901235', '356938035643809'],
  ])
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(input, new File([sheet], 'line.xlsx'))
  await screen.getByRole('button', { name: 'Check 2 devices' }).click()
  await expect
    .poll(() => server.sent(qualityCheckCalls.add))
    .toEqual([{ taskId: 7, terminalIDs: ['490154203237518', '356938035643809'] }])
})

test('criteria offer the commands that the model takes, and say which check is incomplete', async () => {
  const server = startFakeServer()
  server.answer(qualityCriteriaCalls.find, { list: [], total: 0 })
  server.answer(deviceCalls.types, { list: [aDeviceType(15, 'GW005808', 'jt808')] })
  server.answer(commandCalls.functions, { types: { 15: ['version', 'network'] }, wires: {} })
  server.answer(qualityCriteriaCalls.save, { id: 1, version: 1 })
  const screen = await openPage('/test/qc/criteria', { user })
  await screen.getByRole('button', { name: 'New criteria' }).first().click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Model', { exact: true }).fill('GW005')
  await userEvent.keyboard('{Enter}')
  await dialog.getByRole('checkbox', { name: 'Command answered' }).click()
  await dialog.getByRole('checkbox', { name: 'Firmware' }).click()
  await dialog.getByRole('button', { name: 'Save as new version' }).click()
  await expect.element(dialog.getByText(/Firmware: .*incomplete/)).toBeVisible()
  await dialog.getByRole('textbox', { name: 'Firmware' }).fill('V1.2')
  await dialog.getByRole('button', { name: 'Save as new version' }).click()
  await expect
    .poll(() => server.sent(qualityCriteriaCalls.save))
    .toMatchObject([
      { checks: expect.arrayContaining([expect.objectContaining({ code: 'command', text: 'version' })]) },
    ])
})
