import type { Frame } from '@trackway/core/features/frames/calls.ts'
import { expect, test } from 'vitest'
import { renderInApp } from '../../testing/render.tsx'
import { FrameDetail } from './FrameDetail.tsx'

const frame: Frame = {
  id: '1',
  terminalID: '861234560010624',
  time: Date.UTC(2026, 0, 2),
  direction: 'out',
  connectionId: 3,
  hex: '78781480544553',
  protocol: 'gt06',
  kind: null,
  type: '80',
  name: 'command',
  error: null,
  fields: [
    { name: 'start', value: '7878', offset: 0, length: 2 },
    { name: 'text', value: 'TES', offset: 4, length: 3 },
  ],
}

test('pointing at a field lights its bytes, and pointing at a byte its field', async () => {
  const screen = await renderInApp(<FrameDetail frame={frame} onClose={() => {}} />)
  const bytes = screen.getByTestId('frame-bytes')
  const lit = () => [...bytes.element().querySelectorAll('[data-lit=true]')].map((byte) => byte.textContent)
  await screen.getByRole('row', { name: /text TES/ }).hover()
  await expect.poll(lit).toEqual(['54', '45', '53'])
  await screen.getByRole('heading', { name: 'command' }).hover()
  await expect.poll(lit).toEqual([])
  await bytes.getByText('78').first().hover()
  await expect.element(screen.getByRole('row', { name: /start 7878/ })).toHaveAttribute('data-lit', 'true')
  await screen.getByText('Text', { exact: true }).click()
  await expect.poll(() => bytes.element().textContent).toContain('TES')
})

test('the raw log shows the bytes alone', async () => {
  const screen = await renderInApp(<FrameDetail isRaw frame={frame} onClose={() => {}} />)
  await expect.element(screen.getByTestId('frame-bytes')).toBeVisible()
  await expect.element(screen.getByRole('table')).not.toBeInTheDocument()
})
