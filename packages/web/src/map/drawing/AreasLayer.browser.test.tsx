import { expect, onTestFinished, test, vi } from 'vitest'
import { click, pointer, renderOnMap } from '../testing/render-on-map.tsx'
import { AreasLayer, type NamedArea } from './AreasLayer.tsx'

/** 111 px to a degree: 100 px wide and high, in the middle of the map. */
const square: NamedArea = {
  id: 1,
  name: 'Depot',
  area: { shape: 'rectangle', south: -0.45, north: 0.45, west: -0.45, east: 0.45 },
}
const inner: NamedArea = {
  id: 2,
  name: 'Gate',
  area: { shape: 'rectangle', south: -0.1, north: 0.1, west: -0.1, east: 0.1 },
}
/** 40 px wide, 50 px below the upper edge of the map. */
const corridor: NamedArea = {
  id: 3,
  name: 'Coast road',
  area: {
    shape: 'corridor',
    widthM: 40_000,
    line: [
      { lat: 0.9, lon: -1 },
      { lat: 0.9, lon: 1 },
    ],
  },
}
/** Less than a pixel: a dot at 350, 150. */
const small: NamedArea = {
  id: 4,
  name: 'Kiosk',
  area: { shape: 'circle', lat: 0, lon: 1.3475, radiusM: 200 },
}

test('the name of the area under the pointer is shown, of several that of the smallest', async () => {
  const { map, screen } = await renderOnMap(<AreasLayer areas={[inner, corridor, square, small]} />)
  const nameAt = async (x: number, y: number, name: string) => {
    pointer(map, 'pointermove', x, y)
    await expect.element(screen.getByText(name, { exact: true })).toBeVisible()
  }
  map.renderSync()
  await nameAt(160, 110, 'Depot')
  await nameAt(200, 150, 'Gate')
  // Just outside the line around it.
  await nameAt(147, 150, 'Depot')
  await nameAt(200, 67, 'Coast road')
  await nameAt(354, 150, 'Kiosk')
  pointer(map, 'pointermove', 20, 280)
  await expect.element(screen.getByText('Kiosk')).not.toBeInTheDocument()
})

test('a click chooses what it hits, also on the next copy of the world', async () => {
  const onChoose = vi.fn()
  const { map } = await renderOnMap(<AreasLayer areas={[square]} onChoose={onChoose} />, { around: [360, 0] })
  map.renderSync()
  click(map, 200, 150)
  click(map, 20, 280)
  expect(onChoose.mock.calls).toEqual([[1], [null]])
})

test('to look where the pointer is, no canvas is read: that holds up the first movement for 150 ms', async () => {
  const read = vi.spyOn(CanvasRenderingContext2D.prototype, 'getImageData')
  onTestFinished(() => read.mockRestore())
  const { map, screen } = await renderOnMap(<AreasLayer areas={[square]} />)
  map.renderSync()
  const before = read.mock.calls.length
  pointer(map, 'pointermove', 200, 150)
  await expect.element(screen.getByText('Depot')).toBeVisible()
  expect(read.mock.calls.length).toBe(before)
})
