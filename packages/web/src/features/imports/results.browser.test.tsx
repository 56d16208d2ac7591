import { roles } from '@trackway/core/codes/roles.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import {
  type ImportRecord,
  type ImportResultRow,
  importCalls,
} from '@trackway/core/features/imports/calls.ts'
import { expect, test, vi } from 'vitest'
import { aDeviceType } from '../../testing/a-device-type.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { BatchScreen } from './BatchScreen.tsx'
import { ImportScreen } from './ImportScreen.tsx'
import { ResultView } from './ResultView.tsx'

const record: ImportRecord = {
  jobId: 7,
  kind: 'deviceImport',
  userId: 1,
  username: 'boss',
  state: 'done',
  total: 3,
  done: 2,
  failed: 1,
  undone: 0,
  takenCounts: 0,
  fileName: null,
  createTime: 0,
  finishTime: 1,
  passwords: 0,
  canUndo: true,
}
const refused: ImportResultRow = {
  row: 3,
  state: 'failed',
  cells: { terminalID: '490154203237519' },
  column: 'terminalID',
  reason: 'luhn',
  values: null,
}

async function open(more: Partial<ImportRecord> = {}, user: object = { role: roles.admin }) {
  const server = startFakeServer()
  server.answer(importCalls.find, { ...record, ...more })
  server.answer(importCalls.results, { list: [refused] })
  server.answer(importCalls.undo, record)
  const onCorrect = vi.fn()
  const screen = await renderInApp(<ResultView jobId={7} name="deviceImport" onCorrect={onCorrect} />, {
    user,
  })
  return { server, screen, onCorrect }
}

test('rows that were not written say why, and go back to be put right', async () => {
  const { server, screen, onCorrect } = await open()
  await expect.element(screen.getByText('Finished')).toBeVisible()
  const reason = "Row 3 · 490154203237519 · Device ID (IMEI): Check digit doesn't match. Check the IMEI."
  await expect.element(screen.getByRole('listitem').filter({ hasText: 'Row 3' })).toHaveTextContent(reason)
  await screen.getByRole('button', { name: 'Correct failed rows' }).click()
  await expect.poll(() => onCorrect.mock.lastCall).toEqual([[refused.cells]])
  expect(server.sent(importCalls.results).at(-1)).toMatchObject({ jobId: 7, state: 'failed' })
})

test('while rows are written there is progress, and nothing to take back', async () => {
  const { screen } = await open({ state: 'running', done: 1, failed: 0, canUndo: false })
  await expect
    .element(screen.getByRole('progressbar', { name: 'Progress' }))
    .toHaveAttribute('aria-valuenow', '33')
  await expect.element(screen.getByText('In progress')).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Undo' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('button', { name: 'Download all rows' })).not.toBeInTheDocument()
})

test('a batch is undone after what stays was said; a refusal keeps the question open', async () => {
  const { server, screen } = await open()
  server.refuse(importCalls.undo, 'notUndoable')
  await screen.getByRole('button', { name: 'Undo' }).click()
  const confirmation = screen.getByRole('dialog')
  await expect.element(confirmation.getByText('Undo 2 rows?')).toBeVisible()
  await expect.element(confirmation.getByText(/Devices that have reported stay/)).toBeVisible()
  await confirmation.getByRole('button', { name: 'Undo' }).click()
  await expect.element(screen.getByText('This batch can no longer be undone.')).toBeVisible()
  server.answer(importCalls.undo, record)
  await confirmation.getByRole('button', { name: 'Undo' }).click()
  await expect.element(confirmation).not.toBeInTheDocument()
  expect(server.sent(importCalls.undo)).toEqual([{ jobId: 7 }, { jobId: 7 }])
})

test('new passwords are told once, and not to the demo account', async () => {
  const { server, screen } = await open({ passwords: 2 })
  server.refuse(importCalls.takePasswords, 'notFound')
  await screen.getByRole('button', { name: 'Download passwords' }).click()
  await expect.element(screen.getByText('Not found. It may have been deleted.')).toBeVisible()
  await screen.unmount()
  const demo = await open({ passwords: 2 }, { isDemo: true })
  await expect.element(demo.screen.getByRole('button', { name: 'Download passwords' })).toBeDisabled()
})

test('a batch that is not there says so', async () => {
  startFakeServer().refuse(importCalls.find, 'notFound')
  const screen = await renderInApp(<ResultView jobId={9} name="deviceImport" onCorrect={() => {}} />)
  await expect.element(screen.getByRole('heading', { name: "This batch doesn't exist" })).toBeVisible()
})

async function paste(text: string) {
  const server = startFakeServer()
  server.answer(deviceCalls.types, { list: [] })
  server.answer(importCalls.headings, { headings: {} })
  server.answer(importCalls.check, ({ rows }) => ({ findings: [], needs: rows.length, left: 1 }))
  server.refuse(importCalls.start, 'tooManyImports')
  const screen = await renderInApp(<ImportScreen name="deviceTransform" />, { user: { role: roles.admin } })
  await screen.getByText('Paste', { exact: true }).click()
  await screen.getByRole('textbox', { name: 'Paste' }).fill(text)
  await screen.getByRole('button', { name: 'Check rows' }).click()
  return { server, screen }
}

test('a start that is refused is told, and the rows stay to be sent again', async () => {
  const { server, screen } = await paste('IMEI\tAccount\n490154203237518\tnorth\n12\tnorth')
  const button = screen.getByRole('button', { name: 'Transfer 1 device' })
  await expect.element(button).toBeEnabled()
  await button.click()
  await expect
    .element(screen.getByText('Too many batches are in progress. Wait for one to finish.'))
    .toBeVisible()
  await expect.element(button).toBeEnabled()
  expect(server.sent(importCalls.start)).toMatchObject([
    {
      kind: 'deviceTransform',
      isWhole: false,
      rows: [{ terminalID: '490154203237518', username: 'north' }, {}],
    },
  ])
})

test('all or nothing is not begun while a row has an error', async () => {
  const { screen } = await paste('IMEI\tAccount\n490154203237518\tnorth\n12\tnorth')
  await expect.element(screen.getByRole('button', { name: 'Transfer 1 device' })).toBeEnabled()
  await screen.getByText('All or nothing').click()
  await expect.element(screen.getByRole('button', { name: 'Transfer 1 device' })).toBeDisabled()
  await expect.element(screen.getByRole('note', { name: 'Correct the rows with errors first' })).toBeVisible()
})

test('batches are begun by those who may, and those before are listed', async () => {
  const server = startFakeServer()
  server.answer(importCalls.list, { list: [record], total: 1 })
  const screen = await renderInApp(<BatchScreen />, { user: { permissions: ['main:devices_muti_transfer'] } })
  await expect.element(screen.getByRole('button', { name: /^Open / })).toBeVisible()
  const begun = screen.getByRole('navigation', { name: 'Choose what to do' }).getByRole('link')
  expect(begun.elements().map((link) => link.getAttribute('href'))).toEqual(['/index/device/deviceTransform'])
})

test('there are four ways in, and what is changed by a list is chosen inside, with a way back', async () => {
  const server = startFakeServer()
  server.answer(importCalls.list, { list: [], total: 0 })
  server.answer(deviceCalls.types, { list: [] })
  const screen = await renderInApp(<BatchScreen />)
  const entries = screen.getByRole('navigation', { name: 'Choose what to do' }).getByRole('link')
  await expect
    .poll(() => entries.elements().map((link) => link.querySelector('strong')?.textContent))
    .toEqual(['Import devices', 'Import accounts', 'Change by list', 'Look up by list'])
  await screen.unmount()
  const inside = await renderInApp(<ImportScreen name="deviceTransform" />, {
    url: '/index/device/deviceTransform',
  })
  await expect.element(inside.getByRole('link', { name: 'Bulk operations' })).toBeVisible()
  await inside.getByRole('combobox', { name: 'What to change' }).click()
  await expect.element(inside.getByTitle('Change expiry', { exact: true })).toBeVisible()
})

test('a model is read by its name, whatever number the sheet calls it by', async () => {
  const server = startFakeServer()
  server.answer(deviceCalls.types, { list: [aDeviceType(13, 'Y808', 'jt808')] })
  server.answer(importCalls.headings, { headings: {} })
  server.answer(importCalls.check, { findings: [], needs: 1, left: 5 })
  const screen = await renderInApp(<ImportScreen name="deviceImport" />, { user: { role: roles.admin } })
  await screen.getByText('Paste', { exact: true }).click()
  await screen.getByRole('textbox', { name: 'Paste' }).fill('IMEI\tModel\n13800138000\t13')
  await screen.getByRole('button', { name: 'Check rows' }).click()
  await expect.element(screen.getByRole('gridcell', { name: 'Y808' })).toBeVisible()
})
