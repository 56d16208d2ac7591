import { type BaseMapId, mapOrderCalls } from '@trackway/core/features/map-order/calls.ts'
import { expect, onTestFinished, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { MapOrderPanel } from './MapOrderPanel.tsx'
import { useBaseMap } from './use-base-map.ts'

interface Orders {
  order: BaseMapId[] | null
  own: BaseMapId[] | null
  operators: BaseMapId[] | null
}

async function open(orders: Partial<Orders>, { isOperators = false, isDemo = false } = {}) {
  const before = useBaseMap.getState()
  onTestFinished(() => useBaseMap.setState(before, true))
  const server = startFakeServer()
  server.answer(mapOrderCalls.find, { order: null, own: null, operators: null, ...orders })
  server.answer(mapOrderCalls.save, {})
  server.answer(mapOrderCalls.saveOperators, {})
  const screen = await renderInApp(<MapOrderPanel isOperators={isOperators} />, { user: { isDemo } })
  await expect.element(screen.getByRole('listitem').first()).toBeVisible()
  const names = () =>
    screen
      .getByRole('listitem')
      .elements()
      .map((item) => item.textContent)
  return { screen, server, names }
}

test('what is set comes first, then all other maps, and those without a key say so', async () => {
  const { names } = await open({ order: ['osm', 'baidu'], own: ['osm', 'baidu'] })
  expect(names().slice(0, 2)).toEqual(['OpenStreetMap', 'Baidu · Needs a key'])
  expect(names()).toHaveLength(10)
})

test('a map is moved up, and the order is kept when it is saved, not before', async () => {
  const { screen, server, names } = await open({ order: ['offline', 'osm'], own: ['offline', 'osm'] })
  const save = screen.getByRole('button', { name: 'Save' })
  await expect.element(save).toBeDisabled()
  await screen.getByRole('button', { name: 'Move OpenStreetMap up' }).click()
  expect(names()[0]).toBe('OpenStreetMap')
  expect(server.sent(mapOrderCalls.save)).toEqual([])
  await save.click()
  await expect.poll(() => server.sent(mapOrderCalls.save)[0]?.order?.slice(0, 2)).toEqual(['osm', 'offline'])
  await expect.element(save).toBeDisabled()
})

test('an order of one’s own is given up for the inherited one', async () => {
  const { screen, server } = await open({ order: ['osm'], own: ['osm'] })
  await screen.getByRole('button', { name: 'Use inherited order' }).click()
  await expect.poll(() => server.sent(mapOrderCalls.save)).toEqual([{ order: null }])
})

test('that of the operator is another one, for all accounts', async () => {
  const { screen, server, names } = await open(
    { order: ['osm'], own: ['osm'], operators: ['baidu'] },
    { isOperators: true },
  )
  expect(names()[0]).toBe('Baidu · Needs a key')
  await screen.getByRole('button', { name: 'Restore default order' }).click()
  await expect.poll(() => server.sent(mapOrderCalls.saveOperators)).toEqual([{ order: null }])
  expect(server.sent(mapOrderCalls.save)).toEqual([])
})

test('the demo account sees the order, and why it cannot change it', async () => {
  const { screen } = await open({ order: ['osm'], operators: ['osm'] }, { isDemo: true })
  await expect.element(screen.getByText('Not available in the demo account.')).toBeVisible()
  await expect.element(screen.getByRole('button')).not.toBeInTheDocument()
})
