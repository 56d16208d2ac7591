import { ownerRecordCalls } from '@trackway/core/features/owner-records/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { OwnerRecordsScreen } from './OwnerRecordsScreen.tsx'

const masked = {
  terminalID: '867520000000101',
  carNumber: 'B-TW 42',
  nickname: null,
  userId: 9,
  username: 'north',
  realName: 'L**',
  idCard: null,
  telephone: '138****8000',
  address: null,
  contract: null,
  isFormer: false,
  isReadable: true,
  changeTime: Date.UTC(2026, 10, 1),
}
const whole = { ...masked, realName: 'Li Wind', telephone: '13800138000', address: 'Harbour 1' }

async function open() {
  const server = startFakeServer()
  const other = { ...masked, terminalID: '867520000000102', carNumber: 'B-TW 43', isReadable: false }
  server.answer(ownerRecordCalls.find, { list: [masked, other], total: 2 })
  server.answer(ownerRecordCalls.view, whole)
  server.answer(ownerRecordCalls.save, {})
  server.answer(ownerRecordCalls.delete, {})
  const screen = await renderInApp(<OwnerRecordsScreen />)
  await expect.element(screen.getByText('138****8000').first()).toBeVisible()
  return { server, screen }
}

test('the whole record is shown where somebody asks, and says that this is recorded', async () => {
  const { server, screen } = await open()
  await expect.element(screen.getByText('Encrypted with another key')).toBeVisible()
  expect(screen.container.textContent).not.toContain('Li Wind')
  await screen.getByRole('button', { name: 'Show in full' }).first().click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByText('Li Wind')).toBeVisible()
  await expect.element(dialog.getByText('This view was recorded in the audit log.')).toBeVisible()
  expect(server.sent(ownerRecordCalls.view)).toEqual([{ terminalID: masked.terminalID }])
})

test('an edit begins with the whole record, not with what is masked', async () => {
  const { server, screen } = await open()
  await screen.getByRole('button', { name: 'Edit' }).first().click()
  const dialog = screen.getByRole('dialog')
  await expect.element(dialog.getByLabelText('Phone')).toHaveValue('13800138000')
  await dialog.getByLabelText('Contract').fill('C-7')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sent(ownerRecordCalls.save))
    .toMatchObject([{ terminalID: masked.terminalID, contract: 'C-7' }])
  expect(JSON.stringify(server.sent(ownerRecordCalls.save))).not.toContain('****')
})

test('a record is deleted once that was asked', async () => {
  const { server, screen } = await open()
  await screen.getByRole('button', { name: 'Delete the owner record?' }).first().click()
  expect(server.sent(ownerRecordCalls.delete)).toEqual([])
  await screen.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect.poll(() => server.sent(ownerRecordCalls.delete)).toEqual([{ terminalID: masked.terminalID }])
})
