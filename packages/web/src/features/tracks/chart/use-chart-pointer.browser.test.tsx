import { useRef } from 'react'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { Player } from '../replay/player.ts'
import type { Axes } from './chart-axes.ts'
import { useChartPointer } from './use-chart-pointer.ts'

const axes: Axes = { width: 500, height: 150, from: 0, to: 500_000, maxKmh: 120 }

type Handlers = Omit<Parameters<typeof useChartPointer>[1], 'axes' | 'player'>

function Chart({ player, spies }: { player: Player; spies: Handlers }) {
  const box = useRef<HTMLDivElement>(null)
  useChartPointer(box, { axes, player, ...spies })
  return <div ref={box} role="img" aria-label="chart" style={{ width: 500, height: 150 }} />
}

async function open() {
  const player = new Player({ from: 0, to: 500_000 })
  const spies = { onSelect: vi.fn(), onSelected: vi.fn(), onZoom: vi.fn(), onPan: vi.fn(), onReset: vi.fn() }
  const screen = await renderInApp(<Chart player={player} spies={spies} />)
  const chart = screen.getByRole('img', { name: 'chart' })
  await expect.element(chart).toBeVisible()
  const element = chart.element() as HTMLElement
  // A pointer of a test is none that the browser could hand on.
  element.setPointerCapture = () => {}
  const { left, top } = element.getBoundingClientRect()
  const pointer = (type: string, x: number, y = 40, pointerType = 'mouse') =>
    element.dispatchEvent(
      new PointerEvent(type, { clientX: left + x, clientY: top + y, pointerType, button: 0, pointerId: 1 }),
    )
  const wheel = (x: number, init: WheelEventInit) =>
    element.dispatchEvent(new WheelEvent('wheel', { clientX: left + x, cancelable: true, ...init }))
  return { player, spies, pointer, wheel, element }
}

test('a mouse that is dragged chooses a part, in whichever direction', async () => {
  const { spies, pointer } = await open()
  pointer('pointerdown', 300)
  pointer('pointermove', 200)
  pointer('pointerup', 200)
  expect(spies.onSelect).toHaveBeenCalledWith({ from: 200_000, to: 300_000 })
  expect(spies.onSelected).toHaveBeenCalledWith({ from: 200_000, to: 300_000 })
})

test('a click moves the cursor there and chooses nothing', async () => {
  const { spies, player, pointer } = await open()
  pointer('pointerdown', 250)
  pointer('pointermove', 252)
  pointer('pointerup', 252)
  expect(player.state.time).toBe(252_000)
  expect(spies.onSelected).not.toHaveBeenCalled()
})

test.each([
  ['at the cursor', 'mouse', 3, 40],
  ['on the axis', 'mouse', 300, 140],
  ['of a finger', 'touch', 300, 40],
])('a drag %s takes the cursor along', async (_, pointerType, x, y) => {
  const { spies, player, pointer } = await open()
  pointer('pointerdown', x, y, pointerType)
  pointer('pointermove', 400, y, pointerType)
  pointer('pointerup', 400, y, pointerType)
  expect(player.state.time).toBe(400_000)
  expect(spies.onSelected).not.toHaveBeenCalled()
})

test('a drag that the browser took away ends without a choice', async () => {
  const { spies, pointer } = await open()
  pointer('pointerdown', 100)
  pointer('pointermove', 200)
  pointer('pointercancel', 200)
  pointer('pointerup', 200)
  expect(spies.onSelected).not.toHaveBeenCalled()
})

test('the wheel zooms where it is, and pans sideways', async () => {
  const { spies, wheel } = await open()
  expect(wheel(125, { deltaY: -100 })).toBe(false)
  expect(spies.onZoom).toHaveBeenCalledWith(0.25, 0.8)
  wheel(125, { deltaY: 100, shiftKey: true })
  expect(spies.onPan).toHaveBeenCalledWith(0.2)
})

test('a double click shows everything again', async () => {
  const { spies, element } = await open()
  element.dispatchEvent(new MouseEvent('dblclick'))
  expect(spies.onReset).toHaveBeenCalledOnce()
})
