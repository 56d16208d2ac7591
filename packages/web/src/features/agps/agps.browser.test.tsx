import { roles } from '@trackway/core/codes/roles.ts'
import { type AgpsSource, agpsCalls } from '@trackway/core/features/agps/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'

const source: AgpsSource = {
  id: 7,
  name: 'EPO',
  kind: 'url',
  url: 'https://epo.example.com/EPO_GPS_3_1.DAT',
  gnss: null,
  data: null,
  hasToken: false,
  isOn: true,
  answersTcp: false,
  state: 'fresh',
  format: 'epo',
  bytes: 27_648,
  validFrom: 1,
  validUntil: Date.UTC(2026, 11, 2),
  fetchTime: 1,
  nextTime: Date.UTC(2026, 10, 30),
  failure: null,
  failureTime: null,
  createTime: 1,
}

async function open(path = '/test/agps') {
  const server = startFakeServer()
  server.answer(agpsCalls.find, { list: [source], total: 1 })
  return { server, screen: await openPage(path, { user: { role: roles.test } }) }
}

test('fetching says until when the new data is valid, or why there is none', async () => {
  const { server, screen } = await open()
  server.answer(agpsCalls.fetch, {
    format: 'epo',
    bytes: 27_648,
    validFrom: 1,
    validUntil: Date.UTC(2026, 11, 5),
  })
  await screen.getByRole('button', { name: 'Fetch EPO now' }).click()
  await expect.element(screen.getByText(/New data, valid until .*Dec 2026/)).toBeVisible()
  server.refuse(agpsCalls.fetch, 'agpsFailed')
  await screen.getByRole('button', { name: 'Fetch EPO now' }).click()
  await expect.element(screen.getByText(/No usable A-GPS data came/)).toBeVisible()
})

test('a file at an address needs one, a source of u-blox has its own', async () => {
  const { server, screen } = await open()
  server.answer(agpsCalls.add, { id: 8 })
  await screen.getByRole('button', { name: 'Add source' }).click()
  const dialog = screen.getByRole('dialog')
  await dialog.getByLabelText('Name').fill('AssistNow')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(dialog.getByText('Required')).toBeVisible()
  await dialog.getByLabelText('Kind', { exact: true }).click()
  await screen.getByText('u-blox AssistNow (token)', { exact: true }).last().click()
  await dialog.getByLabelText('Token').fill('abc')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect
    .poll(() => server.sent(agpsCalls.add))
    .toMatchObject([{ kind: 'assistNowToken', name: 'AssistNow', token: 'abc' }])
})
