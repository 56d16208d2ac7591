import type { Area, FenceArea } from '@trackway/core/geo/area.ts'
import { expect, test, vi } from 'vitest'
import { click, pointer, renderOnMap } from '../testing/render-on-map.tsx'
import { AreaLayer } from './AreaLayer.tsx'
import { DrawArea, type DrawTool } from './DrawArea.tsx'

const bounds = { minM: 100, maxM: 1_000_000 }
/** 111 px to a degree: 100 px wide and high, in the middle of the map. */
const square: Area = { shape: 'rectangle', south: -0.45, north: 0.45, west: -0.45, east: 0.45 }

test('an area is a soft surface with a line around it', async () => {
  const { pixel } = await renderOnMap(<AreaLayer area={square} bounds={bounds} />)
  await expect.poll(() => pixel(250, 150)[3]).toBeGreaterThan(200)
  expect(pixel(200, 150)[3]).toBeLessThan(60)
  expect(pixel(200, 150)[3]).toBeGreaterThan(10)
  expect(pixel(270, 150)[3]).toBe(0)
})

test('it has handles only where it may be changed', async () => {
  const fixed = await renderOnMap(<AreaLayer area={square} bounds={bounds} />)
  await expect.poll(() => fixed.pixel(250, 150)[3]).toBeGreaterThan(200)
  expect(fixed.pixel(254, 96)[3]).toBe(0)
  fixed.screen.unmount()
  const changeable = await renderOnMap(<AreaLayer area={square} bounds={bounds} onChange={() => {}} />)
  await expect.poll(() => changeable.pixel(254, 96)[3]).toBeGreaterThan(200)
})

test('a corner that is dragged moves that corner', async () => {
  const onChange = vi.fn<(area: Area) => void>()
  const { map, pixel } = await renderOnMap(<AreaLayer area={square} bounds={bounds} onChange={onChange} />)
  await expect.poll(() => pixel(254, 96)[3]).toBeGreaterThan(200)
  pointer(map, 'pointerdown', 250, 100)
  pointer(map, 'pointermove', 280, 80)
  pointer(map, 'pointermove', 300, 60)
  pointer(map, 'pointerup', 300, 60)
  await expect.poll(() => onChange.mock.calls.length).toBe(1)
  const changed = onChange.mock.lastCall![0]
  expect(changed).toMatchObject({ shape: 'rectangle', south: -0.45, west: -0.45 })
  expect(changed.shape === 'rectangle' && [changed.east, changed.north]).toEqual([
    expect.closeTo(0.9, 1),
    expect.closeTo(0.81, 1),
  ])
})

async function draw(tool: DrawTool, maxCorners = 10) {
  const onDrawn = vi.fn<(area: FenceArea) => void>()
  const onCancel = vi.fn()
  const props = { tool, bounds, radiusM: 5_000, maxCorners, onDrawn, onCancel }
  const { map } = await renderOnMap(<DrawArea {...props} />)
  await expect.poll(() => map.getInteractions().getArray().length).toBeGreaterThan(9)
  map.renderSync()
  return { map, onDrawn, onCancel }
}

test('a point draws a circle of the radius that is set', async () => {
  const { map, onDrawn } = await draw('point')
  click(map, 200, 150)
  await expect.poll(() => onDrawn.mock.calls.length).toBe(1)
  expect(onDrawn).toHaveBeenCalledWith({ shape: 'circle', lat: 0, lon: 0, radiusM: 5_000 })
})

test('two clicks draw a rectangle', async () => {
  const { map, onDrawn } = await draw('rectangle')
  click(map, 150, 200)
  click(map, 250, 100)
  await expect.poll(() => onDrawn.mock.calls.length).toBe(1)
  expect(onDrawn.mock.lastCall![0]).toMatchObject({
    shape: 'rectangle',
    south: expect.closeTo(-0.45, 1),
    east: expect.closeTo(0.45, 1),
  })
})

test('a polygon is closed by Enter, Backspace takes back a corner, and Esc cancels', async () => {
  const { map, onDrawn, onCancel } = await draw('polygon')
  const press = (key: string) => document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  click(map, 150, 100)
  click(map, 250, 100)
  click(map, 250, 200)
  click(map, 170, 220)
  press('Backspace')
  press('Enter')
  await expect.poll(() => onDrawn.mock.calls.length).toBe(1)
  const drawn = onDrawn.mock.lastCall![0]
  expect(drawn.shape === 'polygon' && drawn.corners).toHaveLength(3)
  press('Escape')
  expect(onCancel).toHaveBeenCalledOnce()
})
