import { streetMapCalls } from '@trackway/core/features/street-maps/calls.ts'
import { expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { useLanguage } from '../../base/language.ts'
import { Box } from '../../testing/Box.tsx'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { useBaseMap } from '../base/use-base-map.ts'
import { loadStreetFiles } from '../streets/street-files.ts'
import { easeTo } from './camera.ts'
import { MapView } from './MapView.tsx'
import { useMap } from './map-context.ts'

const helsinki = {
  id: 'helsinki',
  name: 'Helsinki',
  bounds: [24.9352, 60.1642, 24.9534, 60.1791] as [number, number, number, number],
  minZoom: 10,
  maxZoom: 15,
  schema: 'protomaps' as const,
  sizeBytes: 1,
  attribution: '© OpenStreetMap contributors',
  url: new URL('../../../../server/maps/helsinki.pmtiles', import.meta.url).pathname,
}

/** Shows Kaivokatu, before the railway station. */
function Look() {
  const { map, projection } = useMap()
  easeTo(map, projection, 24.942, 60.1703, 18)
  return null
}

test('streets of the server are drawn and credited, and the one that is clicked tells its name', async () => {
  const server = startFakeServer()
  server.answer(streetMapCalls.layers, { list: [helsinki] })
  useBaseMap.setState({ chosen: 'offline', shown: 'offline' })
  useLanguage.setState({ language: 'en' })
  void loadStreetFiles(true)
  const screen = await renderInApp(
    <Box position="fixed" inset={0}>
      <MapView>
        <Look />
      </MapView>
    </Box>,
  )
  await expect.element(screen.getByText('© OpenStreetMap contributors')).toBeVisible()
  const map = screen.getByTestId('tw-map-canvas')
  await expect
    .poll(
      async () => {
        await userEvent.click(map)
        return document.querySelector('[role=status]')?.textContent
      },
      { interval: 500 },
    )
    .toBe('Kaivokatu')
})
