import type { TyreWheel } from '@trackway/core/features/tyres/calls.ts'
import { placesOf } from '@trackway/core/features/tyres/layouts.ts'
import { expect, test, vi } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { AxleDrawing } from './AxleDrawing.tsx'

const wheels: TyreWheel[] = placesOf('truck2').map((place) => ({
  ...place,
  pressureKpa: place.wheel === 3 ? 512 : 810,
  temperatureC: 35,
  state: place.wheel === 3 ? 'leak' : 'normal',
  time: 1_800_000_000_000,
  lowKpa: 700,
  highKpa: 1_000,
}))

test('each wheel says where it is, what is wrong and how it is; a click chooses it', async () => {
  const onChoose = vi.fn()
  const screen = await renderInApp(
    <AxleDrawing layout="truck2" wheels={wheels} chosen={null} onChoose={onChoose} />,
  )
  const leaking = screen.getByRole('button', { name: /^Axle 2, left outer: Leaking, 512 kPa, 35/ })
  await expect.element(leaking).toBeVisible()
  await expect.element(screen.getByRole('button', { name: /^Spare \(7\): Normal/ })).toBeVisible()
  await leaking.click()
  expect(onChoose).toHaveBeenCalledWith(3)
})
