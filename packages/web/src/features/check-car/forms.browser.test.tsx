import { roles } from '@trackway/core/codes/roles.ts'
import type { Area } from '@trackway/core/geo/area.ts'
import { expect, test, vi } from 'vitest'
import { startFakeServer } from '../../testing/fake-server.ts'
import { renderInApp } from '../../testing/render.tsx'
import { minutePeriod } from '../../ui/period/minutes.ts'
import { AreaSearchForm } from './AreaSearchForm.tsx'

const circle: Area = { shape: 'circle', lat: 39.912, lon: 116.397, radiusM: 500 }

async function openForm(area: Area | null, first = '2026-03-01T00:00', found: object | null = null) {
  startFakeServer()
  const handlers = { onChange: vi.fn(), onSearch: vi.fn(), onCancel: vi.fn() }
  const period = minutePeriod({ from: first, to: '2026-03-02T00:00' }, 31, Date.UTC(2026, 2, 3), 'UTC')
  const screen = await renderInApp(
    <AreaSearchForm
      search={{}}
      period={period}
      area={area}
      confirmSeconds={60}
      found={found as never}
      {...handlers}
    />,
    { user: { role: roles.agent } },
  )
  return { screen, ...handlers }
}

test('without an area it says what to do first', async () => {
  const { screen } = await openForm(null)
  await expect.element(screen.getByRole('button', { name: 'Search' })).toBeDisabled()
  await expect.element(screen.getByRole('note', { name: 'Draw an area or set a place first.' })).toBeVisible()
})

test('a period that is too long is not searched', async () => {
  const { screen } = await openForm(circle, '2025-01-01T00:00')
  await expect.element(screen.getByRole('button', { name: 'Search' })).toBeDisabled()
})

test('what is drawn is searched, and a visit is confirmed by whole seconds', async () => {
  const { screen, onSearch, onChange } = await openForm(circle)
  await screen.getByRole('button', { name: 'Search' }).click()
  expect(onSearch).toHaveBeenCalledWith(circle)
  await screen.getByLabelText('Merge visits less than this apart').fill('90')
  expect(onChange).toHaveBeenLastCalledWith({ confirmSeconds: 90 })
  await screen.getByLabelText('Merge visits less than this apart').fill('')
  expect(onChange).toHaveBeenLastCalledWith({ confirmSeconds: undefined })
})

test('the second half of a double click does not cancel the search that the first began', async () => {
  const { screen, onCancel } = await openForm(circle, undefined, {
    state: 'running',
    progress: { devices: 1, of: 4 },
  })
  const cancel = screen.getByRole('button', { name: 'Cancel' })
  cancel.element().dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 2 }))
  expect(onCancel).not.toHaveBeenCalled()
  await cancel.click()
  expect(onCancel).toHaveBeenCalledOnce()
  await expect.element(screen.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '25')
})
