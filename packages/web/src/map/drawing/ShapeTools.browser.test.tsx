import type { Area } from '@trackway/core/geo/area.ts'
import { expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { renderInApp } from '../../testing/render.tsx'
import { ShapeTools } from './ShapeTools.tsx'

const circle: Area = { shape: 'circle', lat: 31.23, lon: 121.47, radiusM: 500 }

async function open({ area = null, isPoint = false }: { area?: Area | null; isPoint?: boolean }) {
  const on = { onTool: vi.fn(), onArea: vi.fn(), onRadius: vi.fn() }
  const screen = await renderInApp(
    <ShapeTools isPoint={isPoint} area={area} tool="circle" radiusM={500} {...on} />,
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
  const { screen } = await open({ isPoint: true })
  await expect.element(screen.getByLabelText('Centre (latitude, longitude)')).toBeVisible()
  await expect.element(screen.getByRole('spinbutton', { name: 'Radius' })).toHaveValue('500')
  expect(screen.getByRole('button', { name: 'Polygon' }).elements()).toEqual([])
})

test('a typed centre is a circle around it; what is no place is refused at the field', async () => {
  const { screen, onArea } = await open({ isPoint: true })
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

test('the area is taken away by its button, which stands only while there is one', async () => {
  const { screen, onArea } = await open({ area: circle })
  await screen.getByRole('button', { name: 'Remove the area' }).click()
  expect(onArea).toHaveBeenLastCalledWith(undefined)
  screen.unmount()
  const none = await open({})
  expect(none.screen.getByRole('button', { name: 'Remove the area' }).elements()).toEqual([])
})

test('an area that can not be asked for says why', async () => {
  const corners = [
    { lat: 31, lon: 121 },
    { lat: 31.2, lon: 121.2 },
    { lat: 31, lon: 121.2 },
    { lat: 31.2, lon: 121 },
  ]
  const { screen } = await open({ area: { shape: 'polygon', corners } })
  await expect.element(screen.getByRole('alert')).toBeVisible()
})
