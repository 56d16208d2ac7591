import { roles } from '@trackway/core/codes/roles.ts'
import { labelCalls } from '@trackway/core/features/labels/calls.ts'
import { type StockItem, stockCalls } from '@trackway/core/features/stock/calls.ts'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const items = [1, 2].map(
  (n): StockItem => ({
    id: n,
    terminalID: `86012304000001${n}`,
    place: 'inStock',
    placeTime: 1,
    deviceTypeId: 13,
    deviceTypeName: 'Gt06',
    batch: 'B-1',
    serialNumber: null,
    paperNumber: null,
    receiver: null,
    username: null,
    activateTime: null,
    createTime: 1,
  }),
)
const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 50 30"/>'

test('labels of chosen devices are printed by Enter, of the size that was chosen', async () => {
  const server = startFakeServer()
  server.answer(stockCalls.find, { list: items, total: 2 })
  server.answer(stockCalls.counts, { counts: {} as never })
  server.answer(labelCalls.preview, { svg, pages: 2 })
  const screen = await openPage('/test/stock/stockDevice', { user: { role: roles.testStockUser } })
  await screen.getByRole('checkbox').first().click()
  await screen.getByRole('button', { name: 'Print labels' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('Labels of 2 devices')).toBeVisible()
  await expect.element(dialog.getByRole('img', { name: 'Preview of the first label' })).toBeVisible()
  await expect.element(dialog.getByText('2 pages')).toBeVisible()
  await dialog.getByText('Data Matrix').click()
  await dialog.getByLabelText('Labels of each device').fill('3')
  await userEvent.keyboard('{Enter}')
  await expect
    .poll(() => server.sent(labelCalls.print))
    .toMatchObject([
      {
        terminalIDs: items.map(({ terminalID }) => terminalID),
        code: 'dataMatrix',
        copies: 3,
        size: '50x30',
      },
    ])
})

test('codes that have no room are said at once', async () => {
  const server = startFakeServer()
  server.answer(stockCalls.find, { list: items, total: 2 })
  server.answer(stockCalls.counts, { counts: {} as never })
  server.refuse(labelCalls.preview, 'labelTooSmall')
  const screen = await openPage('/test/stock/stockDevice', { user: { role: roles.testStockUser } })
  await screen.getByRole('checkbox').first().click()
  await screen.getByRole('button', { name: 'Print labels' }).click()
  await expect.element(screen.getByText(/The codes don't fit on this label/)).toBeVisible()
})
