import { mapSearchCalls } from '@trackway/core/features/map-search/calls.ts'
import { searchCalls } from '@trackway/core/features/search/calls.ts'
import { expect, test } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { projections } from '../projections.ts'
import { renderOnMap } from '../testing/render-on-map.tsx'
import { MapControls } from './MapControls.tsx'

test('a street that is found comes into view, and the map is asked near where one looks', async () => {
  const server = startFakeServer()
  server.answer(searchCalls.find, { list: [], hasMoreDevices: false, hasMoreAccounts: false })
  server.answer(mapSearchCalls.find, {
    list: [
      {
        kind: 'road',
        name: 'Kaivokatu',
        context: 'Helsinki',
        lat: 60.1703,
        lon: 24.942,
        box: [24.939, 60.169, 24.945, 60.171],
      },
    ],
  })
  const { screen, map } = await renderOnMap(<MapControls />)
  await screen.getByRole('button', { name: 'Search on the map' }).click()
  await screen.getByLabelText('Street, place, vehicle or account').fill('kaivo')
  await screen.getByText('Kaivokatu').click()
  const middle = () => {
    const [x, y] = map.getView().getCenter() as [number, number]
    return projections['EPSG:3857'].toWgs84(x, y)
  }
  await expect.poll(() => middle()[0]).toBeCloseTo(24.942, 3)
  expect(middle()[1]).toBeCloseTo(60.17, 3)
  expect(server.sent(mapSearchCalls.find).at(0)).toMatchObject({ text: 'kaivo', language: 'en' })
})
