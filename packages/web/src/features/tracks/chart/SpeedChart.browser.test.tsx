import { toTrack } from '@trackway/core/track/columns.ts'
import { expect, test } from 'vitest'
import { Box } from '../../../testing/Box.tsx'
import { changeView, useReplayView } from '../replay/use-replay-view.ts'
import { aLoadedDevice, aReplay, hourOfPoints, noon, renderInReplay } from '../testing/replay.tsx'
import { SpeedChart } from './SpeedChart.tsx'

const minute = 60_000
const widthPx = 600

async function open(more = {}) {
  const { screen, replay } = await renderInReplay(
    <Box display="flex" width={widthPx} height={150}>
      <SpeedChart />
    </Box>,
    aReplay(more),
  )
  const chart = screen.getByTestId('track-chart')
  // A canvas is 300 wide before it is drawn: only its own width shows that the chart knows its size.
  await expect
    .poll(() => screen.container.querySelector('canvas')?.width)
    .toBe(Math.floor(widthPx * devicePixelRatio))
  const element = chart.element() as HTMLElement
  // A pointer of a test is none that the browser could hand on.
  element.setPointerCapture = () => {}
  const { left, top } = element.getBoundingClientRect()
  const at = (x: number, y: number) => ({
    clientX: left + x,
    clientY: top + y,
    bubbles: true,
    cancelable: true,
  })
  const pointer = (type: string, x: number, y = 40) =>
    element.dispatchEvent(new PointerEvent(type, { ...at(x, y), pointerType: 'mouse', pointerId: 1 }))
  const wheel = (x: number, deltaY: number) =>
    element.dispatchEvent(new WheelEvent('wheel', { ...at(x, 40), deltaY }))
  return { screen, replay, element, pointer, wheel }
}

/** How many pixels of a column are painted in the colour of a token. */
function painted(container: HTMLElement, x: number, token: string): number {
  const canvas = container.querySelector('canvas')!
  const probe = document.createElement('canvas').getContext('2d')!
  probe.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(`--tw-${token}`).trim()
  probe.fillRect(0, 0, 1, 1)
  const [r, g, b] = probe.getImageData(0, 0, 1, 1).data
  const ratio = canvas.width / widthPx
  const { data } = canvas.getContext('2d')!.getImageData(Math.round(x * ratio), 0, 1, canvas.height)
  let count = 0
  for (let i = 0; i < data.length; i += 4)
    if (data[i + 3] === 255 && data[i] === r && data[i + 1] === g && data[i + 2] === b) count++
  return count / ratio
}

test('a click moves the cursor to the instant under it', async () => {
  const { replay, pointer } = await open()
  pointer('pointerdown', widthPx / 2)
  pointer('pointerup', widthPx / 2)
  expect(replay.player.state.time).toBeCloseTo(noon + 30 * minute, -3)
})

test('a drag chooses a part', async () => {
  const { pointer } = await open()
  pointer('pointerdown', 300)
  pointer('pointermove', 150)
  pointer('pointerup', 150)
  const { selection } = useReplayView.getState()
  expect(selection!.from).toBeCloseTo(noon + 15 * minute, -3)
  expect(selection!.to).toBeCloseTo(noon + 30 * minute, -3)
})

test('the wheel zooms in where it is, and a double click shows all again', async () => {
  const { element, wheel } = await open()
  wheel(widthPx / 2, -100)
  const { window } = useReplayView.getState()
  expect(window!.to - window!.from).toBeCloseTo(48 * minute, -1)
  expect((window!.to + window!.from) / 2).toBeCloseTo(noon + 30 * minute, -1)
  element.dispatchEvent(new MouseEvent('dblclick', { bubbles: true }))
  expect(useReplayView.getState()).toMatchObject({ window: null, selection: null })
})

test('zoomed in, the same place of the chart is another instant', async () => {
  const { replay, pointer } = await open()
  changeView({ window: { from: noon + 20 * minute, to: noon + 40 * minute } })
  await expect
    .poll(() => {
      pointer('pointerdown', 150)
      pointer('pointerup', 150)
      return Math.round((replay.player.state.time - noon) / minute)
    })
    .toBe(25)
})

test('the line of the speed rises as the vehicle goes faster', async () => {
  const { screen } = await open()
  const soft = (x: number) => painted(screen.container, x, 'accent-soft')
  await expect.poll(() => soft(500)).toBeGreaterThan(20)
  expect(soft(100)).toBeLessThan(soft(300))
  expect(soft(300)).toBeLessThan(soft(500))
})

test('where the ignition was off the ribbon is empty, and a silence leaves a gap', async () => {
  const points = hourOfPoints
    .map((point, n) => ({ ...point, accOn: n < 20 }))
    .filter((_, n) => n < 30 || n > 45)
  const { screen } = await open({ active: aLoadedDevice({ track: toTrack(points) }) })
  const ribbon = (x: number) => painted(screen.container, x, 'success')
  await expect.poll(() => ribbon(100)).toBeGreaterThan(4)
  expect(ribbon(250)).toBe(0)
  expect(painted(screen.container, 375, 'accent-soft')).toBe(0)
})

test('an alarm is a tick at its time', async () => {
  const alarm = { fixTime: noon + 30 * minute, code: 1, lat: null, lon: null, speedKmh: null }
  const { screen } = await open({ alarms: [alarm] })
  await expect.poll(() => painted(screen.container, 300, 'danger')).toBeGreaterThan(8)
  expect(painted(screen.container, 200, 'danger')).toBe(0)
})

test('what is pointed at in the list is a band over its time', async () => {
  const { element } = await open()
  const bands = () => [...element.querySelectorAll('div')].map(({ style }) => `${style.left} ${style.width}`)
  changeView({ pointedAt: { from: noon + 15 * minute, to: noon + 30 * minute } })
  await expect.poll(bands).toContain('150px 150px')
})
