import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { Box } from '../../testing/Box.tsx'
import { renderInApp } from '../../testing/render.tsx'
import { Page } from './Page.tsx'
import { Panel } from './Panel.tsx'
import { Resizer } from './Resizer.tsx'
import { Sheet } from './Sheet.tsx'
import { Split } from './Split.tsx'
import { Stat, Stats } from './Stat.tsx'
import { Toolbar } from './Toolbar.tsx'

const phone = () => page.viewport(390, 844)
afterEach(() => page.viewport(1280, 800))
const boxOf = (element: Element) => element.getBoundingClientRect()

test('a page names the window and leads from tab to tab', async () => {
  const onChange = vi.fn()
  const items = ['a', 'b'].map((key) => ({ key, label: `Tab ${key}` }))
  const screen = await renderInApp(
    <Page title="Statistics" tabs={{ activeKey: 'a', onChange, items }} actions={<button type="button" />}>
      text
    </Page>,
  )
  await expect.element(screen.getByRole('heading', { level: 1, name: 'Statistics' })).toBeVisible()
  expect(document.title).toBe('Statistics · Trackway')
  await screen.getByRole('tab', { name: 'Tab b' }).click()
  expect(onChange).toHaveBeenCalledWith('b')
  screen.unmount()
  expect(document.title).toBe('Trackway')
})

test('a page fills the window, and grows beyond it only where it is tall', async () => {
  const frame = (isTall: boolean) => (
    <Box height={300}>
      <Page title="Devices" isTall={isTall}>
        <Box height={500} flex="none" />
      </Page>
    </Box>
  )
  const screen = await renderInApp(frame(false))
  expect(boxOf(screen.getByTestId('page').element()).height).toBe(300)
  const tall = await renderInApp(frame(true))
  expect(boxOf(tall.getByTestId('page').last().element()).height).toBeGreaterThan(500)
})

test('ten tabs of a page never make a phone scroll sideways', async () => {
  await phone()
  const items = Array.from({ length: 10 }, (_, at) => ({ key: `${at}`, label: `A longer name ${at}` }))
  const screen = await renderInApp(
    <Page title="Statistics" tabs={{ activeKey: '0', items }}>
      text
    </Page>,
  )
  await expect.element(screen.getByRole('tab', { name: 'A longer name 0' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('the end of a toolbar is at its other end', async () => {
  const screen = await renderInApp(
    <Toolbar end={<button type="button">Save</button>}>
      <button type="button">Filter</button>
    </Toolbar>,
  )
  const left = boxOf(screen.getByRole('button', { name: 'Filter' }).element())
  const right = boxOf(screen.getByRole('button', { name: 'Save' }).element())
  expect(left.left).toBeLessThan(20)
  expect(right.right).toBeGreaterThan(1260)
  expect(right.top).toBe(left.top)
})

test('a panel is a region of its name, and is closed by its button', async () => {
  const onClose = vi.fn()
  const screen = await renderInApp(
    <Panel title="Truck 7" label="Map of the places" note="yesterday" onClose={onClose}>
      body
    </Panel>,
  )
  const panel = screen.getByRole('region', { name: 'Map of the places' })
  await expect.element(panel.getByRole('heading', { name: 'Truck 7' })).toBeVisible()
  await expect.element(panel.getByText('yesterday')).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  expect(onClose).toHaveBeenCalledOnce()
})

test('what is beside a list takes a part of its width, on a desk', async () => {
  const parts = (panel: boolean) => (
    <Box height={600} display="flex">
      <Split panel={panel && <aside>places</aside>}>
        <p>rows</p>
      </Split>
    </Box>
  )
  const alone = await renderInApp(parts(false))
  expect(boxOf(alone.getByText('rows').element()).width).toBeGreaterThan(1200)
  alone.unmount()
  const both = await renderInApp(parts(true))
  const rows = boxOf(both.getByText('rows').element())
  const places = boxOf(both.getByText('places').element())
  expect(places.left).toBeGreaterThan(rows.right)
  expect(places.width).toBeGreaterThanOrEqual(320)
  expect(rows.width).toBeGreaterThan(places.width)
})

test.each([
  ['a desk', 1280, 800, { right: 1280, height: 800 }],
  ['a phone', 390, 844, { left: 0, right: 390, bottom: 844, height: 422 }],
] as const)('a sheet lies at the edge of %s', async (_, width, height, place) => {
  await page.viewport(width, height)
  const onClose = vi.fn()
  const screen = await renderInApp(
    <Sheet title="Filters" isOpen onClose={onClose} height="50%" footer={<button type="button">Show</button>}>
      fields
    </Sheet>,
  )
  const dialog = screen.getByRole('dialog', { name: 'Filters' })
  await expect.element(dialog.getByRole('button', { name: 'Show' })).toBeVisible()
  await expect.poll(() => boxOf(dialog.element()).toJSON()).toMatchObject(place)
  await userEvent.keyboard('{Escape}')
  expect(onClose).toHaveBeenCalled()
})

test('a figure is a button only where it is one of several to choose', async () => {
  const onChoose = vi.fn()
  const screen = await renderInApp(
    <Stats label="Totals">
      <Stat label="Distance" value="26.7 km" isChosen onChoose={onChoose} />
      <Stat label="Trips" value="2" />
      <Stat label="Fuel" value={undefined} />
    </Stats>,
  )
  const totals = screen.getByRole('region', { name: 'Totals' })
  const distance = totals.getByRole('button', { name: 'Distance', pressed: true })
  await expect.element(distance.getByText('26.7 km')).toBeVisible()
  await distance.click()
  expect(onChoose).toHaveBeenCalledOnce()
  expect(totals.getByRole('button').elements()).toHaveLength(1)
  expect(totals.getByTestId('stat-value').last().element().textContent).toBe('')
})

function Resized({ edge, onSize }: { edge: 'right' | 'top'; onSize: (px: number) => void }) {
  const [px, setPx] = useState(200)
  const size = edge === 'right' ? { width: px, height: 100 } : { height: px, width: 100 }
  return (
    <Box position="absolute" bottom={100} {...size}>
      <Resizer
        label="Width of the list"
        edge={edge}
        px={px}
        min={150}
        max={300}
        onResize={(next) => {
          setPx(next)
          onSize(next)
        }}
      />
    </Box>
  )
}

test.each([
  ['right', 'ArrowRight', 'ArrowLeft'],
  ['top', 'ArrowUp', 'ArrowDown'],
] as const)('the keys move the %s edge, within its bounds', async (edge, more, less) => {
  const onSize = vi.fn()
  const screen = await renderInApp(<Resized edge={edge} onSize={onSize} />)
  const handle = screen.getByRole('separator', { name: 'Width of the list' })
  ;(handle.element() as HTMLElement).focus()
  await userEvent.keyboard(`{${more}}`)
  expect(onSize).toHaveBeenLastCalledWith(216)
  for (let i = 0; i < 8; i++) await userEvent.keyboard(`{${less}}`)
  expect(onSize).toHaveBeenLastCalledWith(150)
  await expect.element(handle).toHaveAttribute('aria-valuenow', '150')
  onSize.mockClear()
  await userEvent.keyboard('{Enter}')
  expect(onSize).not.toHaveBeenCalled()
})

test.each([
  ['right', (grown: number) => ({ clientX: 200 + grown })],
  ['top', (grown: number) => ({ clientY: 200 - grown })],
] as const)('the %s edge follows the pointer, and stays when it is let go', async (edge, at) => {
  const onSize = vi.fn()
  const screen = await renderInApp(<Resized edge={edge} onSize={onSize} />)
  const handle = screen.getByRole('separator').element() as HTMLElement
  // A pointer of a script cannot be captured.
  handle.setPointerCapture = () => {}
  const fire = (type: string, grown: number) =>
    handle.dispatchEvent(new PointerEvent(type, { ...at(grown), pointerId: 7, bubbles: true }))
  fire('pointerdown', 0)
  fire('pointermove', 40)
  expect(onSize).toHaveBeenLastCalledWith(240)
  fire('pointermove', 700)
  expect(onSize).toHaveBeenLastCalledWith(300)
  fire('lostpointercapture', 700)
  fire('pointermove', 20)
  expect(onSize).toHaveBeenLastCalledWith(300)
})

test('a figure that is longer than its tile takes a second line', async () => {
  const screen = await renderInApp(
    <Box width={140}>
      <Stats label="Totals">
        <Stat label="离线时长" value="127 小时 29 分钟" />
      </Stats>
    </Box>,
  )
  const { scrollWidth, clientWidth } = screen.getByRole('region', { name: 'Totals' }).element()
  expect(scrollWidth).toBeLessThanOrEqual(clientWidth)
})
