import { areaLimits } from '@trackway/core/api/area.ts'
import { mapSearchCalls } from '@trackway/core/features/map-search/calls.ts'
import type { FenceArea } from '@trackway/core/geo/area.ts'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import type { DrawTool } from './DrawArea.tsx'
import { ShapeTools } from './ShapeTools.tsx'
import type { EditFault } from './use-area-editor.ts'

const circle: FenceArea = { shape: 'circle', lat: 31.23, lon: 121.47, radiusM: 500 }

const limits = { ...areaLimits, widthMinM: 20, widthMaxM: 20_000 }

interface Opened {
  area?: FenceArea | null
  tools?: readonly DrawTool[]
  fault?: EditFault | null
  radiusM?: number
}

async function open({ area = null, tools = ['circle', 'rectangle', 'polygon'], ...more }: Opened) {
  const on = { onTool: vi.fn(), onArea: vi.fn(), onClear: vi.fn(), onRadius: vi.fn(), onWidth: vi.fn() }
  const screen = await renderInApp(
    <ShapeTools
      label="Area"
      tools={tools}
      area={area}
      fault={null}
      tool="circle"
      limits={limits}
      radiusM={500}
      widthM={200}
      {...on}
      {...more}
    />,
  )
  return { screen, ...on }
}

test('the tool in use is pressed, and pressed again put away', async () => {
  const { screen, onTool } = await open({})
  await screen.getByRole('button', { name: 'Rectangle', pressed: false }).click()
  expect(onTool).toHaveBeenLastCalledWith('rectangle')
  await screen.getByRole('button', { name: 'Circle', pressed: true }).click()
  expect(onTool).toHaveBeenLastCalledWith(null)
})

test('near a place there is only the place, with its centre and radius', async () => {
  const { screen } = await open({ tools: ['point'] })
  await expect.element(screen.getByLabelText('Centre (latitude, longitude)')).toBeVisible()
  await expect.element(screen.getByRole('spinbutton', { name: 'Radius' })).toHaveValue('500')
  expect(screen.getByRole('button', { name: 'Polygon' }).elements()).toEqual([])
})

test('an address is found by its name, and the circle lies around it', async () => {
  const server = startFakeServer()
  const found = {
    kind: 'address',
    name: 'Kaivokatu 6',
    context: 'Helsinki',
    lat: 60.17,
    lon: 24.94,
    box: null,
  }
  server.answer(mapSearchCalls.find, { list: [found] } as never)
  const { screen, onArea, onTool } = await open({ area: circle })
  await screen.getByLabelText('Address or place').fill('kaivokatu 6')
  await screen.getByText('Helsinki').click()
  expect(onArea).toHaveBeenCalledWith({ shape: 'circle', lat: 60.17, lon: 24.94, radiusM: 500 })
  expect(onTool).toHaveBeenCalledWith(null)
  expect(server.sent(mapSearchCalls.find)).toMatchObject([{ text: 'kaivokatu 6', lat: 31.23, lon: 121.47 }])
})

test('a typed centre is a circle around it; what is no place is refused at the field', async () => {
  const { screen, onArea } = await open({ tools: ['point'] })
  const centre = screen.getByLabelText('Centre (latitude, longitude)')
  await centre.fill('31.5')
  await userEvent.keyboard('{Enter}')
  await expect.element(centre).toHaveAttribute('aria-invalid', 'true')
  expect(onArea).not.toHaveBeenCalled()
  await centre.fill('31.5, 121.25')
  await expect.element(centre).toHaveAttribute('aria-invalid', 'false')
  await userEvent.keyboard('{Enter}')
  expect(onArea).toHaveBeenLastCalledWith({ shape: 'circle', lat: 31.5, lon: 121.25, radiusM: 500 })
})

test('a centre that is left as it was draws nothing anew', async () => {
  const { screen, onArea } = await open({ area: circle })
  await screen.getByLabelText('Centre (latitude, longitude)').click()
  await screen.getByRole('spinbutton', { name: 'Radius' }).click()
  expect(onArea).not.toHaveBeenCalled()
})

test('the area is taken away by its button, which is there only while there is one', async () => {
  const { screen, onClear } = await open({ area: circle })
  await screen.getByRole('button', { name: 'Remove the area' }).click()
  expect(onClear).toHaveBeenCalledOnce()
  screen.unmount()
  const none = await open({})
  expect(none.screen.getByRole('button', { name: 'Remove the area' }).elements()).toEqual([])
})

test('an area that cannot be used says why', async () => {
  const { screen } = await open({ area: circle, fault: 'selfCrossing' })
  await expect.element(screen.getByRole('alert')).toHaveTextContent('The edges cross each other.')
})

test('a radius beyond its bounds is passed on as typed, and refused with its bounds', async () => {
  const { screen, onRadius } = await open({ area: circle })
  await screen.getByRole('spinbutton', { name: 'Radius' }).fill('5')
  await expect.poll(() => onRadius.mock.lastCall).toEqual([5])
  screen.unmount()
  const wrong = await open({ area: circle, radiusM: 5, fault: 'radius' })
  await expect
    .element(wrong.screen.getByRole('alert'))
    .toHaveTextContent('The radius must be between 10 m and 100 km.')
})

test('a corridor has a width to type', async () => {
  const line = [
    { lat: 31, lon: 121 },
    { lat: 31.2, lon: 121.2 },
  ]
  const { screen, onWidth } = await open({
    area: { shape: 'corridor', line, widthM: 200 },
    tools: ['corridor'],
  })
  await screen.getByRole('spinbutton', { name: 'Width' }).fill('350')
  await expect.poll(() => onWidth.mock.lastCall).toEqual([350])
})
