import { roles } from '@trackway/core/codes/roles.ts'
import { type RiskPoint, riskPointCalls } from '@trackway/core/features/risk-points/calls.ts'
import { expect, test, vi } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { RiskPointEditor } from './RiskPointEditor.tsx'

const point: RiskPoint = {
  id: 3,
  name: 'Pawn shop',
  category: 'pawnShop',
  note: null,
  minutes: 30,
  area: { shape: 'circle', lat: 22.5, lon: 114, radiusM: 200 },
  userId: 1,
  username: 'boss',
  createTime: 0,
  changeTime: 0,
}

async function open(stored: RiskPoint | null) {
  const server = startFakeServer()
  server.answer(riskPointCalls.add, { id: 9 })
  server.answer(riskPointCalls.update, point)
  const onLeave = vi.fn()
  const copy = stored ? null : { zone: point, area: point.area }
  const screen = await renderInApp(
    <RiskPointEditor zone={stored} copy={copy} others={[]} onLeave={onLeave} onCopy={() => undefined} />,
    { user: { role: roles.superUser } },
  )
  return { server, screen, onLeave, save: () => screen.getByRole('button', { name: 'Save' }).click() }
}

test('a change keeps the area that was not drawn anew', async () => {
  const { server, screen, onLeave, save } = await open(point)
  await screen.getByRole('spinbutton', { name: /Alarm after/ }).fill('0')
  await save()
  await expect.poll(() => onLeave.mock.lastCall).toEqual([3])
  expect(server.sent(riskPointCalls.update)).toEqual([
    { id: 3, name: 'Pawn shop', category: 'pawnShop', note: null, minutes: 0 },
  ])
})

test('a copy is a new one of its own name', async () => {
  const { server, screen, onLeave, save } = await open(null)
  await expect.element(screen.getByLabelText('Name', { exact: true })).toHaveValue('Pawn shop (copy)')
  await save()
  await expect.poll(() => onLeave.mock.lastCall).toEqual([9])
  expect(server.sent(riskPointCalls.add)[0]).toMatchObject({ name: 'Pawn shop (copy)', area: point.area })
})

test('only circles and polygons are drawn', async () => {
  const { screen } = await open(point)
  await expect.element(screen.getByRole('button', { name: 'Polygon' })).toBeVisible()
  await expect.element(screen.getByRole('button', { name: 'Corridor' })).not.toBeInTheDocument()
})
