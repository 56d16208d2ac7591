import { limits } from '@trackway/core/codes/limits.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import { viewCalls } from '@trackway/core/features/accounts/view-calls.ts'
import { deviceCalls, deviceList } from '@trackway/core/features/devices/calls.ts'
import { managedDeviceList } from '@trackway/core/features/devices/managed-list.ts'
import { deviceServiceCalls } from '@trackway/core/features/devices/service-calls.ts'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { aDevice } from '../../testing/a-device.ts'
import { type FakeServer, startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { setCompactRows } from './density.ts'
import { ListScreen } from './ListScreen.tsx'
import { ListFileContext, type ListFileProps } from './list-file.ts'
import { useColumnChoices } from './use-column-choice.ts'

const idOf = (n: number) => String(861234560010000 + n)
const aNumbered = (n: number) =>
  aDevice({ id: n, terminalID: idOf(n), nickname: `Car ${n}`, createTime: Date.UTC(2024, 0, n) })

let server: FakeServer
let total: number
let files: ListFileProps[]
const ListFile = (props: ListFileProps) => {
  files.push(props)
  return null
}

beforeEach(() => {
  files = []
  useColumnChoices.setState({}, true)
  server = startFakeServer()
  total = 40
  server.answer(deviceCalls.find, ({ pageNum = 1, pageSize = 15, search }) => {
    const count = search === 'nobody' ? 0 : total
    const shown = Math.max(0, Math.min(pageSize, count - (pageNum - 1) * pageSize))
    return {
      list: Array.from({ length: shown }, (_, i) => aNumbered((pageNum - 1) * pageSize + i + 1)),
      total: count,
    }
  })
  server.answer(deviceCalls.types, { list: [] })
  server.answer(viewCalls.find, { list: [] })
})
afterEach(() => page.viewport(1280, 800))

const lastRequest = () => server.sent(deviceCalls.find).at(-1)

async function open(url = '/', more: Partial<Parameters<typeof ListScreen<typeof deviceList>>[0]> = {}) {
  const screen = await renderInApp(
    <ListFileContext value={ListFile}>
      <ListScreen list={deviceList} empty={{ title: 'No devices yet' }} {...more} />
    </ListFileContext>,
    { url, user: { role: roles.agent } },
  )
  return { screen, file: () => files.at(-1) }
}

test('the page and the order of the address are requested, and a click on a heading requests another', async () => {
  const { screen } = await open('/?pageNum=2&sort=state&isDescending=true')
  await expect.element(screen.getByText('Car 16')).toBeVisible()
  expect(lastRequest()).toMatchObject({ pageNum: 2, sort: 'state', isDescending: true })
  await expect
    .element(screen.getByRole('columnheader', { name: 'State' }))
    .toHaveAttribute('aria-sort', 'descending')

  await screen.getByRole('button', { name: 'Vehicle' }).click()
  await expect.poll(lastRequest).toMatchObject({ pageNum: 1, sort: 'displayName', isDescending: false })
  await screen.getByRole('listitem', { name: '3' }).click()
  await expect.poll(lastRequest).toMatchObject({ pageNum: 3, sort: 'displayName' })
})

test('a filter begins at the first page, and a list that it leaves empty offers to drop it', async () => {
  const { screen } = await open('/?pageNum=2')
  await expect.element(screen.getByText('Car 16')).toBeVisible()
  await screen.getByRole('searchbox').fill('nobody')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('Nothing matches')).toBeVisible()
  expect(lastRequest()).toMatchObject({ pageNum: 1, search: 'nobody' })
  await screen.getByRole('button', { name: 'Clear filters' }).click()
  await expect.element(screen.getByText('Car 1', { exact: true })).toBeVisible()
  expect(lastRequest()).not.toHaveProperty('search')
})

test('a list without any rows says what the screen has to say', async () => {
  total = 0
  const { screen } = await open()
  await expect.element(screen.getByText('No devices yet')).toBeVisible()
})

test('what is beneath a column has no heading of its own, and is a column of the file', async () => {
  const columns = deviceList.columns.map((column) =>
    column.key === 'terminalID' ? { ...column, beneath: 'displayName' } : column,
  )
  const { screen, file } = await open('/', { list: { ...deviceList, columns } })
  const cell = screen.getByRole('cell', { name: /^Car 1\D/ })
  await expect.element(cell).toHaveTextContent(idOf(1))
  await expect.element(screen.getByRole('columnheader', { name: 'Device ID' })).not.toBeInTheDocument()
  expect(file()?.request.columns).toEqual(expect.arrayContaining(['displayName', 'terminalID']))
})

test('rows stay chosen from page to page', async () => {
  server.answer(deviceCalls.updateMany, { done: 2, failed: [] })
  const { screen } = await open()
  await screen.getByRole('checkbox', { name: 'Select Car 1', exact: true }).click()
  await screen.getByRole('listitem', { name: '2' }).click()
  await screen.getByRole('checkbox', { name: 'Select Car 16' }).click()
  await expect.element(screen.getByText('2 selected')).toBeVisible()

  await screen.getByRole('button', { name: 'Note' }).click()
  await screen.getByLabelText('Note').fill('sold')
  await screen.getByRole('button', { name: 'Set note of 2 devices' }).click()
  await expect.element(screen.getByText('2 done')).toBeVisible()
  expect(server.sent(deviceCalls.updateMany)).toEqual([{ ids: [idOf(1), idOf(16)], remark: 'sold' }])
  await expect.element(screen.getByText('2 selected')).not.toBeInTheDocument()
})

test('all that match are chosen by the filter, not by the pages that were seen', async () => {
  server.answer(deviceCalls.deleteMany, { done: 40, failed: [] })
  const { screen } = await open('/?state=offline')
  await screen.getByRole('checkbox', { name: 'Select this page' }).click()
  await expect.element(screen.getByText('15 selected')).toBeVisible()
  await screen.getByRole('button', { name: 'Select all 40 that match' }).click()
  await expect.element(screen.getByText('40 selected')).toBeVisible()

  await screen.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByRole('button', { name: 'Delete' })).toBeDisabled()
  await dialog.getByRole('textbox').fill('40')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await expect
    .poll(() => server.sent(deviceCalls.deleteMany))
    .toMatchObject([{ filter: { state: 'offline' } }])
})

test('what was refused is listed by row, and those rows stay chosen', async () => {
  server.answer(deviceCalls.deleteMany, {
    done: 1,
    failed: [{ id: idOf(2), result: 'notFound' }],
  })
  const { screen } = await open()
  await screen.getByRole('checkbox', { name: 'Select Car 1', exact: true }).click()
  await screen.getByRole('checkbox', { name: 'Select Car 2', exact: true }).click()
  await screen.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click()
  await screen.getByRole('dialog').getByRole('textbox').fill('2')
  await screen.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  const failures = screen.getByRole('dialog').filter({ hasText: '1 could not be done' })
  await expect.element(failures.getByText('Car 2')).toBeVisible()
  await failures.getByRole('button', { name: 'OK' }).click()
  await expect.element(screen.getByText('1 selected')).toBeVisible()
  await expect.element(screen.getByRole('checkbox', { name: 'Select Car 2', exact: true })).toBeChecked()
})

test('more than one operation takes says so instead of failing', async () => {
  total = limits.devicesPerOperation + 1
  const { screen } = await open()
  await screen.getByRole('checkbox', { name: 'Select this page' }).click()
  await screen.getByRole('button', { name: /^Select all/ }).click()
  await expect.element(screen.getByRole('toolbar').getByRole('button', { name: 'Delete' })).toBeDisabled()
})

test('a demo account sees what could be done, and why it cannot', async () => {
  const screen = await renderInApp(<ListScreen list={deviceList} empty={{ title: 'None' }} />, {
    user: { role: roles.agent, isDemo: true },
  })
  await screen.getByRole('checkbox', { name: 'Select Car 1', exact: true }).click()
  await expect.element(screen.getByRole('toolbar').getByRole('button', { name: 'Delete' })).toBeDisabled()
})

test('a view brings back filter, order and columns', async () => {
  const saved = {
    id: 5,
    list: 'devices' as const,
    name: 'Quiet',
    filter: { state: 'offline' },
    columns: ['sim'],
  }
  server.answer(viewCalls.find, { list: [saved] })
  server.answer(viewCalls.save, saved)
  const { screen } = await open('/?sort=state&pageNum=2')
  await screen.getByRole('button', { name: 'Views' }).click()
  await screen.getByLabelText('Name of this view').fill('Second')
  await screen.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sent(viewCalls.save))
    .toMatchObject([{ list: 'devices', name: 'Second', filter: { sort: 'state' }, columns: null }])

  await screen.getByRole('button', { name: 'Quiet', exact: true }).click()
  await expect.poll(lastRequest).toMatchObject({ state: 'offline', pageNum: 1 })
  await expect.element(screen.getByRole('columnheader', { name: 'Model' })).not.toBeInTheDocument()
  await expect.element(screen.getByRole('columnheader', { name: 'SIM' })).toBeVisible()
})

test('a file is requested of what is shown: filter, columns, and the rows chosen', async () => {
  const { screen, file } = await open('/?search=Car&pageNum=2')
  await screen.getByRole('checkbox', { name: 'Select Car 16' }).click()
  expect(file()).toMatchObject({
    request: { list: 'devices', filter: { search: 'Car', sort: 'createTime' }, ids: [idOf(16)] },
    rows: 40,
  })
  expect(file()?.request.columns).toContain('stateTime')
  expect(file()?.request.columns).not.toContain('remark')
})

test('arrow keys walk the rows, Space chooses one, Enter opens it', async () => {
  const opened: string[] = []
  const { screen } = await open('/', { onOpen: ({ terminalID }) => opened.push(terminalID) })
  const first = screen.getByRole('row', { name: /Car 1 / })
  await expect.element(first).toBeVisible()
  ;(first.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowDown} {Enter}')
  await expect.element(screen.getByRole('checkbox', { name: 'Select Car 2', exact: true })).toBeChecked()
  expect(opened).toEqual([idOf(2)])
})

test('an action of a row is asked before what cannot be undone, and the list is read again', async () => {
  const removed: string[] = []
  const { screen } = await open('/', {
    rowActions: [
      {
        label: 'devices.deleteTitle',
        call: deviceCalls.delete,
        confirm: { text: 'devices.deleteText', ok: 'devices.delete', typed: ({ terminalID }) => terminalID },
        run: async ({ terminalID }) => removed.push(terminalID),
      },
      { label: 'devices.edit', call: deviceCalls.update, isFor: ({ id }) => id === 2, run: () => {} },
    ],
  })
  await screen.getByRole('button', { name: 'Delete Car 1', exact: true }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByRole('textbox').fill(idOf(1))
  const before = server.sent(deviceCalls.find).length
  await dialog.getByRole('button', { name: 'Delete device' }).click()
  await expect.poll(() => server.sent(deviceCalls.find).length).toBeGreaterThan(before)
  expect(removed).toEqual([idOf(1)])
  expect(screen.getByRole('button', { name: /^Edit / }).elements()).toHaveLength(1)
})

test('on a phone rows are cards, filters wait behind a button, and rows are chosen too', async () => {
  await page.viewport(390, 844)
  const { screen } = await open('/?state=offline')
  await expect
    .element(screen.getByRole('list', { name: 'Devices' }).getByText('Car 1', { exact: true }))
    .toBeVisible()
  await expect.element(screen.getByRole('combobox', { name: 'State' })).not.toBeInTheDocument()
  await screen.getByRole('button', { name: 'Filters' }).click()
  await expect.element(screen.getByRole('combobox', { name: 'State' })).toBeVisible()
  await screen.getByRole('checkbox', { name: 'Select Car 3', exact: true }).click()
  await expect.element(screen.getByText('1 selected')).toBeVisible()
})

test('a reset asks for the number of devices to be typed, also of one', async () => {
  server.answer(deviceServiceCalls.reset, { done: 1, failed: [] })
  const { screen } = await open('/', { list: managedDeviceList })
  await screen.getByRole('checkbox', { name: 'Select Car 3', exact: true }).click()
  await screen.getByRole('toolbar').getByRole('button', { name: 'More' }).click()
  await screen.getByRole('menuitem', { name: 'Reset' }).click()
  const confirmation = screen.getByRole('dialog')
  await expect.element(confirmation.getByRole('button', { name: 'Reset' })).toBeDisabled()
  await confirmation.getByRole('textbox').fill('1')
  await confirmation.getByRole('button', { name: 'Reset' }).click()
  await expect
    .poll(() => server.sent(deviceServiceCalls.reset))
    .toMatchObject([{ terminalIDs: [idOf(3)], confirm: 1 }])
})

test('a card of a phone says when the service of its device ends, and that the end is near', async () => {
  await page.viewport(390, 844)
  const now = Date.now()
  const list = [aDevice({ nickname: 'Car 1', userExpireTime: now + 5 * 86_400_000 })]
  server.answer(deviceCalls.find, { list, total: 1 })
  const { screen } = await open()
  const card = screen.getByRole('listitem')
  await expect.element(card.getByText('Expires', { exact: true })).toBeVisible()
  await expect.element(card.getByText(/^(4 d|5 d).* left$/)).toBeVisible()
})

test('a list that cannot be loaded says why and can be tried again', async () => {
  server.refuse(deviceCalls.find, 'noPermission')
  const { screen } = await open()
  await expect.element(screen.getByText('The list could not be loaded')).toBeVisible()
  server.answer(deviceCalls.find, { list: [aNumbered(7)], total: 1 })
  await screen.getByRole('button', { name: 'Try again' }).click()
  await expect.element(screen.getByText('Car 7')).toBeVisible()
})

test('search, filters and what is after them take one row beside the open menu of a desk', async () => {
  // 1440 pixels less the menu and what is left free around a page.
  await page.viewport(1440 - 84 - 48, 900)
  const { screen } = await open()
  const button = screen.getByRole('button', { name: 'Views' })
  await expect.element(button).toBeVisible()
  const centreOf = (element: Element) => {
    const { top, bottom } = element.getBoundingClientRect()
    return (top + bottom) / 2
  }
  expect(centreOf(button.element())).toBe(centreOf(screen.getByRole('searchbox').element()))
})

test('the columns shown without a choice fit beside the open menu of a desk, with nothing below the actions', async () => {
  await page.viewport(1440 - 84 - 48, 900)
  const long = 'A name that is far longer than there is room for beside all the others of its row'
  const list = Array.from({ length: 15 }, (_, n) => ({
    ...aNumbered(n + 1),
    nickname: long,
    username: 'a.long.user.name',
    stateTime: 0,
    userExpireTime: Date.now() + 6e8,
  }))
  server.answer(deviceCalls.find, { list, total: 15 })
  const rowActions = [1, 2, 3, 4, 5].map((n) => ({ label: `ui.${n}`, icon: <b>{n}</b>, run: () => {} }))
  const { screen } = await open('/', { rowActions })
  await expect.element(screen.getByText(long).first()).toBeVisible()
  const table = screen.getByRole('table').element()
  expect(table.scrollWidth).toBeLessThanOrEqual(table.parentElement!.clientWidth)
})

test('on a tablet two buttons of a row are left, and its menu begins with the others', async () => {
  await page.viewport(820, 1180)
  const run = vi.fn()
  const rowActions = [1, 2, 3, 4].map((n) => ({ label: `Action ${n}`, icon: <b>{n}</b>, run: () => run(n) }))
  const { screen } = await open('/', { rowActions })
  const row = screen.getByRole('row').filter({ hasText: 'Car 1' }).first()
  await expect.element(row.getByRole('button', { name: 'Action 2' })).toBeVisible()
  await expect.element(row.getByRole('button', { name: 'Action 3' })).not.toBeInTheDocument()
  await row.getByRole('button', { name: /^More actions for Car 1/ }).click()
  await screen.getByRole('menuitem', { name: 'Action 4' }).click()
  expect(run).toHaveBeenCalledExactlyOnceWith(4)
})

test('on a phone what can be done with many rows takes no more than two rows', async () => {
  await page.viewport(390, 844)
  const { screen } = await open()
  await screen.getByRole('checkbox', { name: 'Select Car 1', exact: true }).click()
  const bar = screen.getByRole('toolbar')
  await expect.element(bar.getByText('Select all 40 that match')).toBeVisible()
  expect(bar.element().getBoundingClientRect().height).toBeLessThan(3 * 44)
})

test('a name leads to the page of what it names, for those who may open it', async () => {
  const agent = { role: roles.agent, username: 'north' }
  const screen = await renderInApp(<ListScreen list={deviceList} />, { user: agent })
  const hrefOf = (name: string) => screen.getByRole('link', { name, exact: true }).first()
  await expect.element(hrefOf('Car 1')).toHaveAttribute('href', `/index/device/deviceInfo?device=${idOf(1)}`)
  await expect
    .element(hrefOf('boss'))
    .toHaveAttribute('href', '/index/agent/agentList?search=boss&withSubAccounts=true')
  await screen.unmount()
  const other = await renderInApp(<ListScreen list={deviceList} />, { user: { permissions: [] } })
  await expect.element(other.getByText('Car 1', { exact: true })).toBeVisible()
  await expect.element(other.getByRole('link')).not.toBeInTheDocument()
})

test('compact rows are 36 px high, fifty a page, in every table and from then on', async () => {
  const { screen } = await open()
  await expect.element(screen.getByText('Car 1', { exact: true })).toBeVisible()
  expect(lastRequest()).toMatchObject({ pageSize: 15 })
  await screen.getByRole('button', { name: 'Columns' }).click()
  await screen.getByRole('switch', { name: 'Compact rows in all tables' }).click()
  onTestFinished(() => setCompactRows(false))
  await expect.poll(lastRequest).toMatchObject({ pageSize: 50 })
  await screen.unmount()
  const other = await open('/', { isLocal: true })
  await expect.element(other.screen.getByText('Car 40', { exact: true })).toBeVisible()
  const rows = other.screen.getByRole('row').elements().slice(1)
  expect(new Set(rows.map((row) => Math.round(row.getBoundingClientRect().height)))).toEqual(new Set([36]))
})
