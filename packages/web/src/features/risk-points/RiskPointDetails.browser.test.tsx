import { type RiskPoint, riskPointCalls } from '@trackway/core/features/risk-points/calls.ts'
import { expect, test, vi } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { openPage } from '../../testing/open-page.tsx'
import { renderInApp } from '../../testing/render.tsx'
import { InsideNow } from './InsideNow.tsx'
import { RiskPointDetails } from './RiskPointDetails.tsx'

const point: RiskPoint = {
  id: 3,
  name: 'Pawn shop',
  category: 'pawnShop',
  note: 'Closed on Sundays',
  minutes: 0,
  area: { shape: 'circle', lat: 22.5, lon: 114, radiusM: 200 },
  userId: 1,
  username: 'boss',
  createTime: 0,
  changeTime: 0,
}
const inside = {
  terminalID: '861234560010624',
  displayName: 'Van 2',
  userId: 1,
  username: 'boss',
  riskPointId: 3,
  riskPointName: 'Pawn shop',
  category: 'pawnShop' as const,
  since: Date.now() - 2 * 3_600_000,
  isAlarmed: true,
}

test('a vehicle inside a risk point is listed with its time there, and leads to the vehicle', async () => {
  const server = startFakeServer()
  server.answer(riskPointCalls.inside, { list: [inside], total: 1 })
  const screen = await renderInApp(<InsideNow userId={5} />)
  await expect.element(screen.getByRole('listitem')).toHaveTextContent(/^Van 2Pawn shopAlarm2 h/)
  await expect
    .element(screen.getByRole('link', { name: 'Van 2' }))
    .toHaveAttribute('href', expect.stringContaining('861234560010624'))
  expect(server.sent(riskPointCalls.inside)[0]).toMatchObject({ userId: 5 })
})

test('who may not watch vehicles reads their names alone', async () => {
  startFakeServer().answer(riskPointCalls.inside, { list: [inside], total: 1 })
  const screen = await renderInApp(<InsideNow riskPointId={3} />, {
    user: { permissions: ['main:risk_point'] },
  })
  await expect.element(screen.getByText('Van 2')).toBeVisible()
  await expect.element(screen.getByRole('link')).not.toBeInTheDocument()
})

test('a failed request is shown', async () => {
  startFakeServer().refuse(riskPointCalls.inside, 'notFound')
  const screen = await renderInApp(<InsideNow riskPointId={3} />)
  await expect.element(screen.getByRole('alert')).toHaveTextContent('Not found. It may have been deleted.')
})

async function open(user: object = {}) {
  const server = startFakeServer()
  server.answer(riskPointCalls.inside, { list: [], total: 0 })
  const onClose = vi.fn()
  const screen = await renderInApp(<RiskPointDetails point={point} onClose={onClose} />, { user })
  await expect.element(screen.getByText('No vehicle is inside.')).toBeVisible()
  return { server, screen, onClose }
}

test('a risk point is described in words, and deleted after a confirmation; a refusal keeps it', async () => {
  const { server, screen, onClose } = await open()
  await expect.element(screen.getByText('At once')).toBeVisible()
  await expect.element(screen.getByText('Closed on Sundays')).toBeVisible()
  server.refuse(riskPointCalls.delete, 'notFound')
  await screen.getByRole('button', { name: 'Delete' }).click()
  const confirmation = screen.getByRole('dialog')
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  await expect.element(screen.getByText('Not found. It may have been deleted.')).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  server.answer(riskPointCalls.delete, {})
  await confirmation.getByRole('button', { name: 'Delete' }).click()
  await expect.element(screen.getByText('Pawn shop deleted')).toBeVisible()
  expect(onClose).toHaveBeenCalled()
  expect(server.sent(riskPointCalls.delete).at(-1)).toEqual({ id: 3 })
})

test('the demo account reads why it may not', async () => {
  const { screen } = await open({ isDemo: true })
  await expect.element(screen.getByRole('button', { name: 'Edit' })).toBeDisabled()
  await expect.element(screen.getByRole('button', { name: 'Delete' })).toBeDisabled()
})

test('risk points are listed, and one is chosen, edited and left again', async () => {
  const server = startFakeServer()
  server.answer(riskPointCalls.find, { list: [point], total: 1 })
  server.answer(riskPointCalls.map, { list: [], total: 0 })
  server.answer(riskPointCalls.inside, { list: [], total: 0 })
  const screen = await openPage('/index/riskPoint')
  await screen.getByText('Pawn shop', { exact: true }).first().click()
  await screen
    .getByRole('complementary', { name: 'Risk point Pawn shop' })
    .getByRole('button', { name: 'Edit' })
    .click()
  await expect.element(screen.getByLabelText('Name', { exact: true })).toHaveValue('Pawn shop')
  await screen.getByRole('button', { name: 'Cancel' }).click()
  await expect.element(screen.getByRole('button', { name: 'Inside now: 0' })).toBeVisible()
})
