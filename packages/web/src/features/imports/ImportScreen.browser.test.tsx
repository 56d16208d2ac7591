import { roles } from '@trackway/core/codes/roles.ts'
import { deviceCalls } from '@trackway/core/features/devices/calls.ts'
import { type ImportRecord, importCalls } from '@trackway/core/features/imports/calls.ts'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { toSheet } from '../../base/sheets/sheet-files.ts'
import { aDeviceType } from '../../testing/a-device-type.ts'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { ImportScreen } from './ImportScreen.tsx'

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

async function open() {
  const server = startFakeServer()
  server.answer(deviceCalls.types, { list: [aDeviceType(13, 'Gt06', 'gt06')] })
  server.answer(importCalls.headings, { headings: {} })
  server.answer(importCalls.check, ({ rows }) => ({ findings: [], needs: rows.length, left: null }))
  server.answer(importCalls.start, { jobId: 7 })
  server.answer(importCalls.find, record)
  server.answer(importCalls.results, { list: [] })
  const screen = await renderInApp(<ImportScreen name="deviceImport" />, { user: { role: roles.admin } })
  const paste = async (text: string) => {
    await screen.getByText('Paste', { exact: true }).click()
    await screen.getByRole('textbox', { name: 'Paste' }).fill(text)
    await screen.getByRole('button', { name: 'Check rows' }).click()
  }
  const cell = (text: string) => screen.getByRole('gridcell', { name: text })
  return { server, screen, paste, cell }
}

const sheet = [
  'IMEI\tModel\tWhat',
  '490154203237518\tGt06\tx',
  '490154203237518\tGt06\ty',
  ' 356938035643809\tGt07\t',
].join('\n')

test('what is pasted is matched by its headings, and each wrong cell says why', async () => {
  const { screen, paste } = await open()
  await paste(sheet)
  await expect.element(screen.getByRole('gridcell', { name: /Duplicate of row 1/ })).toBeVisible()
  await expect.element(screen.getByRole('gridcell', { name: /This model doesn't exist/ })).toBeVisible()
  await expect.element(screen.getByText('1 ready, 2 with errors')).toBeVisible()
  await screen.getByRole('button', { name: /^Duplicate/ }).click()
  await expect.element(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '2')
})

test('a cell is put right in place, and the keys lead to the next error', async () => {
  const { screen, paste } = await open()
  await paste(sheet)
  const grid = screen.getByRole('grid')
  await expect.element(screen.getByText('1 ready, 2 with errors')).toBeVisible()
  ;(grid.element() as HTMLElement).focus()
  await userEvent.keyboard('f')
  await userEvent.keyboard('{Enter}')
  await userEvent.keyboard('{Control>}a{/Control}868120246534571{Enter}')
  await expect.element(screen.getByText('2 ready, 1 with errors')).toBeVisible()
  await userEvent.keyboard('f{Enter}{Control>}a{/Control}Gt06{Enter}')
  await expect.element(screen.getByText('3 ready, 0 with errors')).toBeVisible()
})

test('all rows go out once, with the defaults where a cell is empty, and the result is shown', async () => {
  const { server, screen, paste } = await open()
  await paste('490154203237518\n356938035643809\n12')
  await expect.element(screen.getByText('0 ready, 3 with errors')).toBeVisible()
  await screen.getByLabelText('Model', { exact: true }).fill('gt06')
  await userEvent.keyboard('{Enter}')
  await expect.element(screen.getByText('2 ready, 1 with errors')).toBeVisible()
  const button = screen.getByRole('button', { name: 'Import 2 devices' })
  await expect.element(button).toBeEnabled()
  await button.dblClick()
  await expect.poll(() => server.sent(importCalls.start).length).toBeGreaterThan(0)
  const sent = server.sent(importCalls.start)
  expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
  expect(sent[0]).toMatchObject({
    kind: 'deviceImport',
    rows: [{ terminalID: '490154203237518', deviceType: 'Gt06' }, {}, { terminalID: '12' }],
  })
})

test('a file of Excel is read beside the page; its lost digits are told', async () => {
  const { screen } = await open()
  const blob = await toSheet([
    ['设备号', '型号', 'ICCID'],
    ['490154203237518', 'Gt06', '8.9E+18'],
  ])
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(input, new File([blob], 'may.xlsx'))
  await expect.element(screen.getByRole('gridcell', { name: /Digits were lost/ })).toBeVisible()
})

test('a CSV of a Chinese spreadsheet is read in its encoding', async () => {
  const { screen } = await open()
  // `设备号,车牌号` and `490154203237518,京A12345` in GB 18030.
  const head = [0xc9, 0xe8, 0xb1, 0xb8, 0xba, 0xc5, 0x2c, 0xb3, 0xb5, 0xc5, 0xc6, 0xba, 0xc5, 0x0a]
  const line = [
    ...new TextEncoder().encode('490154203237518,'),
    0xbe,
    0xa9,
    ...new TextEncoder().encode('A12345\n'),
  ]
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(input, new File([Uint8Array.from([...head, ...line])], 'may.csv'))
  await expect.element(screen.getByRole('gridcell', { name: '京A12345' })).toBeVisible()
})

test('a file shows the encoding it was read in, and is read in another one that is chosen', async () => {
  const { screen } = await open()
  const line = [...'IMEI;Name\n490154203237518;Müller Köln\n'].map((letter) => letter.charCodeAt(0))
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(input, new File([Uint8Array.from(line)], 'mai.csv'))
  await expect.element(screen.getByRole('gridcell', { name: 'Müller Köln' })).toBeVisible()
  await expect.element(screen.getByText('mai.csv')).toBeVisible()
  await screen.getByRole('combobox', { name: 'Encoding' }).click()
  await screen.getByTitle('Cyrillic (Windows-1251)').click()
  await expect.element(screen.getByRole('gridcell', { name: 'Mьller Kцln' })).toBeVisible()
})

test('a text that a sheet kept from becoming a number is read without its signs', async () => {
  const { screen } = await open()
  const text = 'IMEI,Model,Name\r\n="490154203237518",Gt06,="Truck 1"\r\n8.6E+14,Gt06,Truck 2\r\n'
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  await userEvent.upload(input, new File([text], 'may.csv'))
  await expect.element(screen.getByRole('gridcell', { name: '490154203237518' })).toBeVisible()
  await expect.element(screen.getByRole('gridcell', { name: 'Truck 1' })).toBeVisible()
  await expect.element(screen.getByRole('gridcell', { name: /Format the column as text/ })).toBeVisible()
  await expect.element(screen.getByText('1 ready, 1 with errors')).toBeVisible()
})
