import { fenceAreaLimits } from '@trackway/core/api/area.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { distanceM } from '@trackway/core/geo/distance.ts'
import type OlMap from 'ol/Map'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type ProjectionCode, projections } from '../projections.ts'
import { click, drag, pointer, renderOnMap } from '../testing/render-on-map.tsx'
import { cornerList } from './area-handles.ts'
import type { DrawTool } from './DrawArea.tsx'
import { EditArea } from './EditArea.tsx'
import { EditSteps } from './EditSteps.tsx'
import { useAreaEditor } from './use-area-editor.ts'

/** 111 px to a degree, around the middle of the map at 200, 150. */
const degree = 111.3
const triangle: FenceArea = {
  shape: 'polygon',
  corners: [
    { lat: 0, lon: -0.9 },
    { lat: 0.9, lon: 0 },
    { lat: 0, lon: 0.9 },
  ],
}

interface EditorProps {
  initial: FenceArea | null
  tool: DrawTool
  on: { onCancel: () => void; onCopy: ((area: FenceArea) => void) | undefined }
  onRender: (editor: ReturnType<typeof useAreaEditor>) => void
}

function Editor({ initial, tool, on, onRender }: EditorProps) {
  const editor = useAreaEditor({ initial, tool, limits: fenceAreaLimits })
  onRender(editor)
  return (
    <>
      <EditArea editor={editor} {...on} />
      <EditSteps editor={editor} />
      <input aria-label="Name" />
    </>
  )
}

interface Opened {
  initial?: FenceArea | null
  tool?: DrawTool
  projection?: ProjectionCode
  around?: [lon: number, lat: number]
  mayCopy?: boolean
}

async function open({ initial = null, tool = 'polygon', mayCopy = false, ...where }: Opened = {}) {
  let editor: ReturnType<typeof useAreaEditor> | undefined
  const onCancel = vi.fn()
  const onCopy = vi.fn<(area: FenceArea) => void>()
  const { map, screen } = await renderOnMap(
    <Editor
      initial={initial}
      tool={tool}
      on={{ onCancel, onCopy: mayCopy ? onCopy : undefined }}
      onRender={(now) => {
        editor = now
      }}
    />,
    where,
  )
  await expect.poll(() => map.getInteractions().getLength()).toBeGreaterThan(9)
  map.renderSync()
  return { map, screen, onCancel, onCopy, now: () => editor! }
}

const press = (key: string, more: KeyboardEventInit = {}) =>
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))

function drawTriangle(map: OlMap) {
  click(map, 150, 100)
  click(map, 250, 100)
  click(map, 200, 200)
  press('Enter')
}

test('what is drawn can be undone and done again, step by step', async () => {
  const { map, now } = await open()
  drawTriangle(map)
  await expect.poll(() => now().area?.shape).toBe('polygon')
  const drawn = now().area
  press('z', { ctrlKey: true })
  await expect.poll(() => now().area).toBeNull()
  press('z', { ctrlKey: true, shiftKey: true })
  await expect.poll(() => now().area).toBe(drawn)
  expect(now().redo).toBeNull()
})

test('a step after an undone one takes its place', async () => {
  const { map, now } = await open({ initial: triangle })
  drag(map, [300, 150], [320, 150])
  await expect.poll(() => now().isChanged).toBe(true)
  press('z', { ctrlKey: true })
  await expect.poll(() => now().area).toBe(triangle)
  drag(map, [300, 150], [310, 170])
  await expect.poll(() => now().area).not.toBe(triangle)
  expect(now().redo).toBeNull()
})

test('a corner is drawn out of the middle of an edge, and taken away again', async () => {
  const { map, now } = await open({ initial: triangle })
  drag(map, [200, 150], [200, 200])
  const corners = () => cornerList(now().area!)!
  await expect.poll(() => corners().length).toBe(4)
  press('Backspace')
  await expect.poll(() => corners().length).toBe(3)
  // Three are the least.
  expect(now().takeCorner).toBeNull()
})

test('the corner that was clicked is the one that Backspace takes', async () => {
  const square: FenceArea = {
    shape: 'polygon',
    corners: [-0.45, 0.45].flatMap((lat) => [lat, -lat].map((lon) => ({ lat, lon }))),
  }
  const { map, now } = await open({ initial: square })
  const at = (place: { lat: number; lon: number }) =>
    [200 + place.lon * degree, 150 - place.lat * degree] as const
  click(map, ...at(square.corners[1]!))
  await expect.poll(() => now().corner).toBe(1)
  press('Backspace')
  await expect
    .poll(() => now().area)
    .toEqual({ ...square, corners: square.corners.filter((_, index) => index !== 1) })
})

test('while something is drawn Esc drops it, and afterwards it leaves', async () => {
  const { map, now, onCancel } = await open()
  click(map, 150, 100)
  press('Escape')
  await expect.poll(() => now().tool).toBeNull()
  expect(onCancel).not.toHaveBeenCalled()
  expect(now().area).toBeNull()
  press('Escape')
  expect(onCancel).toHaveBeenCalledOnce()
})

test('a corridor is ended by Enter, with the width that is set', async () => {
  const { map, now } = await open({ tool: 'corridor' })
  click(map, 100, 150)
  click(map, 300, 150)
  click(map, 300, 100)
  press('Backspace')
  press('Enter')
  await expect.poll(() => now().area?.shape).toBe('corridor')
  expect(now().area).toMatchObject({ widthM: 200, line: [{ lat: 0 }, { lat: 0 }] })
  now().setWidth(5)
  await expect.poll(() => now().fault).toBe('width')
})

test('edges that cross are refused with the reason, already while they are drawn', async () => {
  const { map, screen, now } = await open()
  click(map, 150, 100)
  click(map, 250, 200)
  click(map, 250, 100)
  click(map, 150, 200)
  pointer(map, 'pointermove', 150, 180)
  await expect.element(screen.getByRole('status')).toHaveTextContent('The edges cross each other.')
  press('Enter')
  await expect.poll(() => now().area?.shape).toBe('polygon')
  expect(now().fault).toBe('selfCrossing')
  press('z', { ctrlKey: true })
  await expect.poll(() => now().fault).toBeNull()
})

test('a radius beyond its bounds is refused, not clamped; one that is dragged keeps to them', async () => {
  const circle: FenceArea = { shape: 'circle', lat: 0, lon: 0, radiusM: 50_000 }
  const { map, screen, now } = await open({ initial: circle })
  now().setRadius(99)
  await expect
    .element(screen.getByRole('status'))
    .toHaveTextContent('The radius must be between 100 m and 1,000 km.')
  press('z', { ctrlKey: true })
  await expect.poll(() => now().fault).toBeNull()
  drag(map, [250, 150], [200, 150])
  await expect.poll(() => now().area).toMatchObject({ radiusM: 100 })
})

test('keys in a field are text', async () => {
  const { map, screen, now, onCancel } = await open()
  drawTriangle(map)
  await expect.poll(() => now().area?.shape).toBe('polygon')
  await screen.getByLabelText('Name').fill('a')
  await userEvent.keyboard('{Backspace}{Escape}')
  expect(onCancel).not.toHaveBeenCalled()
  expect(cornerList(now().area!)!).toHaveLength(3)
})

test('with Alt held a copy is drawn away; without anything stored the area moves', async () => {
  const stored = await open({ initial: triangle, mayCopy: true })
  drag(stored.map, [200, 120], [230, 120], { altKey: true })
  await expect.poll(() => stored.onCopy.mock.calls.length).toBe(1)
  expect(stored.now().area).toBe(triangle)
  stored.screen.unmount()
  const fresh = await open({ initial: triangle })
  drag(fresh.map, [200, 120], [230, 120], { altKey: true })
  await expect.poll(() => fresh.now().isChanged).toBe(true)
  expect(fresh.now().area).toMatchObject({ corners: [{ lat: 0, lon: expect.closeTo(-0.63, 1) }, {}, {}] })
})

const shifted = ['GCJ02:3857', 'GOOGLE-CN:3857', 'BD09:MC', 'EPSG:3395'] as const
test.each(shifted)('what is drawn on %s comes back to the same place within a metre', async (code) => {
  const projection = projections[code]
  const { map, now } = await open({ projection: code, around: [116.397, 39.909] })
  const clicked = [
    [150, 100],
    [250, 100],
    [200, 200],
  ] as const
  // As people see it: what is under the pointer on this map.
  const places = clicked.map((pixel) => {
    const [x, y] = map.getCoordinateFromPixel([...pixel]) as [number, number]
    const [lon, lat] = projection.toWgs84(x, y)
    return { lat, lon, x, y }
  })
  for (const [x, y] of clicked) click(map, x, y)
  press('Enter')
  await expect.poll(() => now().area?.shape).toBe('polygon')
  const { corners } = now().area as Extract<FenceArea, { shape: 'polygon' }>
  for (const [index, { lat, lon }] of corners.entries()) {
    const { lat: lat0, lon: lon0, x, y } = places[index]!
    expect(distanceM(lat, lon, lat0, lon0)).toBeLessThan(1)
    // Stored, and drawn on the same map again, it is where it was drawn.
    const [backX, backY] = projection.fromWgs84(lon, lat)
    expect(Math.hypot(backX - x, backY - y) * Math.cos((lat * Math.PI) / 180)).toBeLessThan(1)
  }
})
