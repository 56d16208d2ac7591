import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Box } from '../../testing/Box.tsx'
import { renderInApp } from '../../testing/render.tsx'
import { coveredShare, PhoneSheet } from './PhoneSheet.tsx'
import type { SheetHeight } from './sheet-heights.ts'

beforeEach(() => page.viewport(390, 844))
afterEach(() => page.viewport(1280, 800))

interface SheetProps {
  first: SheetHeight
  onHeight: (height: SheetHeight) => void
}

function Sheet({ first, onHeight }: SheetProps) {
  const [height, setHeight] = useState(first)
  return (
    <Box position="relative" height={800}>
      <PhoneSheet
        height={height}
        onHeight={(next) => {
          setHeight(next)
          onHeight(next)
        }}
      >
        list
      </PhoneSheet>
    </Box>
  )
}

async function open(first: SheetHeight) {
  const onHeight = vi.fn()
  const screen = await renderInApp(<Sheet first={first} onHeight={onHeight} />)
  const handle = screen.getByRole('button', { name: 'Change the height of the list' })
  await expect.element(handle).toBeVisible()
  const element = handle.element() as HTMLElement
  // A pointer of a script cannot be captured.
  element.setPointerCapture = () => {}
  const drag = (...ys: number[]) => {
    const fire = (type: string, clientY: number) =>
      element.dispatchEvent(new PointerEvent(type, { clientY, pointerId: 5, bubbles: true }))
    fire('pointerdown', ys[0]!)
    for (const y of ys) fire('pointermove', y)
    fire('pointerup', ys.at(-1)!)
  }
  return { screen, handle, onHeight, drag }
}

test('a tap draws it up step by step, and from the top down again', async () => {
  const { onHeight, drag } = await open('peek')
  for (const next of ['half', 'full', 'peek']) {
    drag(600, 602)
    await expect.poll(() => onHeight.mock.lastCall).toEqual([next])
  }
})

test.each([
  ['half', [400, 380, 90], 'full'],
  ['half', [400, 500, 640], 'peek'],
  ['full', [60, 200, 380], 'half'],
  ['half', [400, 415], 'half'],
] as const)('drawn from %s along %j it stays at the nearest height, %s', async (from, way, to) => {
  const { onHeight, drag } = await open(from)
  drag(...way)
  expect(onHeight).toHaveBeenLastCalledWith(to)
})

test('the keyboard draws it too', async () => {
  const { handle, onHeight } = await open('peek')
  ;(handle.element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  expect(onHeight).toHaveBeenLastCalledWith('half')
})

test('a sheet drawn up whole leaves the map where it was', () => {
  expect(coveredShare('full')).toBe(coveredShare('half'))
  expect(coveredShare('peek')).toBeLessThan(coveredShare('half'))
})
