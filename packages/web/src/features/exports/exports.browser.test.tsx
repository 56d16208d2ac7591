import { roles } from '@trackway/core/codes/roles.ts'
import { type ExportJob, exportCalls } from '@trackway/core/features/exports/calls.ts'
import { expect, onTestFinished, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { ExportButton } from './ExportButton.tsx'
import { ExportList } from './ExportList.tsx'
import { ExportWatch } from './ExportWatch.tsx'
import { useWatched, watch } from './export-watch.ts'
import { ReadyNote } from './ReadyNote.tsx'

const agent = { user: { role: roles.agent } }

const job = (id: number, state: ExportJob['state'], more: Partial<ExportJob> = {}): ExportJob => ({
  id,
  report: 'mileage',
  format: 'xlsx',
  state,
  progress: 0.4,
  rows: 120,
  bytes: 9_000,
  fileName: `mileage-${id}.xlsx`,
  failure: null,
  username: 'north',
  expireTime: null,
  createTime: Date.UTC(2026, 10, 20),
  finishTime: null,
  question: { report: 'mileage', groupBy: 'deviceDay', first: '2026-11-01', last: '2026-11-07' } as never,
  ...more,
})
const report = { report: 'mileage' as const, first: '2026-11-01', last: '2026-11-07', columns: ['day'] }

const noneWatched = () => onTestFinished(() => useWatched.setState({ ids: [] }))

test('a report is made a file of what is shown, and watched until it is ready', async () => {
  noneWatched()
  const server = startFakeServer()
  server.answer(exportCalls.find, ({ ids }) => ({ list: ids ? [job(5, 'running')] : [], total: 1 }))
  server.answer(exportCalls.create, job(5, 'queued'))
  const screen = await renderInApp(<ExportButton request={report} rows={120} />, agent)
  await screen.getByRole('button', { name: 'Export' }).click()
  await screen.getByText('CSV').click()
  await expect
    .poll(() => server.sent(exportCalls.create))
    .toMatchObject([{ ...report, columns: ['day'], format: 'csv' }])
  await expect.element(screen.getByRole('button', { name: 'Preparing file…' })).toBeVisible()
  expect(useWatched.getState().ids).toEqual([5])
})

test('a list is requested as a list, with its filter', async () => {
  noneWatched()
  const server = startFakeServer()
  server.answer(exportCalls.find, { list: [], total: 0 })
  server.answer(exportCalls.createList, job(6, 'queued'))
  const list = { list: 'trackShares' as const, filter: { terminalID: '867520000000101' } }
  const screen = await renderInApp(<ExportButton request={list} rows={9} />, agent)
  await screen.getByRole('button', { name: 'Export' }).click()
  await screen.getByText('Excel (.xlsx)').click()
  await expect.poll(() => server.sent(exportCalls.createList)).toMatchObject([{ ...list, format: 'xlsx' }])
})

test('nothing to export, no right to, and the demo account: each in its way', async () => {
  const server = startFakeServer()
  server.answer(exportCalls.find, { list: [], total: 0 })
  const empty = await renderInApp(<ExportButton request={report} rows={0} />, agent)
  await empty.getByRole('button', { name: 'Export' }).click()
  await expect.element(empty.getByRole('menuitem', { name: 'CSV' })).toHaveAttribute('aria-disabled', 'true')
  await empty.unmount()
  const none = await renderInApp(<ExportButton request={report} rows={9} />, { user: { permissions: [] } })
  expect(none.getByRole('button').query()).toBeNull()
  await none.unmount()
  const demo = await renderInApp(<ExportButton request={report} rows={9} />, {
    user: { role: roles.agent, isDemo: true },
  })
  await demo.getByRole('button', { name: 'Export' }).click()
  await expect.element(demo.getByRole('menuitem', { name: 'CSV' })).toBeVisible()
  await expect
    .element(demo.getByRole('menuitem', { name: /Schedule/ }))
    .toHaveAttribute('aria-disabled', 'true')
})

test('a file says how far it is; what can be done depends on that', async () => {
  const server = startFakeServer()
  server.answer(exportCalls.find, {
    list: [job(1, 'running'), job(2, 'failed', { failure: 'internal' }), job(3, 'done')],
    total: 3,
  })
  server.answer(exportCalls.cancel, {})
  server.answer(exportCalls.retry, job(2, 'queued'))
  noneWatched()
  const screen = await renderInApp(<ExportList isLocal />, agent)
  await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40')
  await expect.element(screen.getByRole('button', { name: /^Cancel/ })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Download/ })).toBeVisible()
  await screen.getByRole('button', { name: /^Retry / }).click()
  await expect.poll(() => server.sent(exportCalls.retry)).toEqual([{ id: 2 }])
  // What failed and what is done can be removed, after a confirmation.
  expect(screen.getByRole('button', { name: /^Remove/ }).elements()).toHaveLength(2)
  await screen
    .getByRole('button', { name: /^Remove/ })
    .last()
    .click()
  expect(server.sent(exportCalls.cancel)).toEqual([])
  await screen.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(() => server.sent(exportCalls.cancel)).toEqual([{ id: 3 }])
})

test.each([
  { state: 'done' as const, text: 'The file is ready', about: 'mileage-8.xlsx' },
  { state: 'failed' as const, text: 'The file could not be created', about: /./ },
])('on every screen a note says: $text', async ({ state, text, about }) => {
  noneWatched()
  const server = startFakeServer()
  server.answer(exportCalls.find, { list: [job(8, state, { failure: 'internal' })], total: 1 })
  watch(8)
  const screen = await renderInApp(
    <>
      <ExportWatch />
      <ReadyNote />
    </>,
    agent,
  )
  const note = screen.getByRole('alert').filter({ hasText: text })
  await expect.element(note).toBeVisible()
  await expect.element(note).toHaveTextContent(about)
  await expect.poll(() => useWatched.getState().ids).toEqual([])
})

test('what another window removed is waited for no longer', async () => {
  noneWatched()
  startFakeServer().answer(exportCalls.find, { list: [], total: 0 })
  watch(9)
  await renderInApp(<ExportWatch />, agent)
  await expect.poll(() => useWatched.getState().ids).toEqual([])
})
