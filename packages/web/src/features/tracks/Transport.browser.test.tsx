import { newTrack } from '@trackway/core/track/columns.ts'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { useReplayDialog } from './replay/use-replay-dialog.ts'
import { Transport } from './Transport.tsx'
import { aLoadedDevice, aReplay, renderInReplay } from './testing/replay.tsx'

test('plays and pauses by one button', async () => {
  const { screen, replay } = await renderInReplay(<Transport />)
  await screen.getByRole('button', { name: 'Play', exact: true }).click()
  expect(replay.player.state.isPlaying).toBe(true)
  await screen.getByRole('button', { name: 'Pause', exact: true }).click()
  expect(replay.player.state.isPlaying).toBe(false)
})

test('offers seven speeds, of which the chosen one is marked', async () => {
  const { screen, replay } = await renderInReplay(<Transport />)
  const speeds = screen.getByRole('radio').elements() as HTMLInputElement[]
  expect(speeds).toHaveLength(7)
  await expect.element(screen.getByRole('radio', { name: '30×' })).toBeChecked()
  await screen.getByText('300×').click()
  expect(replay.player.state.rate).toBe(300)
  replay.player.changeRate(-1)
  await expect.element(screen.getByRole('radio', { name: '60×' })).toBeChecked()
})

test.each([
  ['Skip stops', 'skipsStops'],
  ['Follow the vehicle', 'follows'],
  ['Loop', 'loops'],
] as const)('%s is a switch that says whether it is on', async (name, part) => {
  const { screen, replay } = await renderInReplay(<Transport />)
  const was = replay.player.state[part]
  const button = screen.getByRole('button', { name })
  await expect.element(button).toHaveAttribute('aria-pressed', String(was))
  await button.click()
  expect(replay.player.state[part]).toBe(!was)
  await expect.element(button).toHaveAttribute('aria-pressed', String(!was))
})

test('goes to the trip before and after', async () => {
  const { screen, replay } = await renderInReplay(<Transport />)
  await screen.getByRole('button', { name: 'Previous trip' }).click()
  expect(replay.toTrip).toHaveBeenLastCalledWith(-1)
  await screen.getByRole('button', { name: 'Next trip' }).click()
  expect(replay.toTrip).toHaveBeenLastCalledWith(1)
})

test('says the time under the cursor on the clock of the account', async () => {
  const { screen, replay } = await renderInReplay(<Transport />)
  const clock = () => screen.container.querySelector('time')?.textContent
  expect(clock()).toContain('12:00:00')
  replay.player.seek(replay.span.from + 754_000)
  await expect.poll(clock).toContain('12:12:34')
})

test('without a point there is nothing to play, and no time', async () => {
  const active = aLoadedDevice({ track: newTrack(0) })
  const { screen } = await renderInReplay(<Transport />, aReplay({ active }))
  for (const name of ['Play', 'Previous trip', 'Next trip', 'Export', 'Share'])
    await expect.element(screen.getByRole('button', { name, exact: true })).toBeDisabled()
  expect(screen.container.querySelector('time')?.textContent).toBe('')
})

test.each([
  ['Export', 'export'],
  ['Share', 'share'],
  ['Keyboard shortcuts', 'keys'],
])('%s opens its dialog', async (name, dialog) => {
  const { screen } = await renderInReplay(<Transport />)
  await screen.getByRole('button', { name, exact: true }).click()
  expect(useReplayDialog.getState().open).toBe(dialog)
})

test('whoever only has a link neither exports nor shares', async () => {
  const { screen } = await renderInReplay(<Transport />, aReplay({ isShared: true }))
  await expect.element(screen.getByRole('button', { name: 'Keyboard shortcuts' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Export' }).elements()).toHaveLength(0)
  expect(screen.getByRole('button', { name: 'Share' }).elements()).toHaveLength(0)
})

test('a tablet or phone has the rest behind one button', async () => {
  await page.viewport(820, 1180)
  onTestFinished(() => page.viewport(1280, 800))
  const { screen, replay } = await renderInReplay(<Transport />)
  expect(screen.getByRole('button', { name: 'Export' }).elements()).toHaveLength(0)
  await screen.getByRole('button', { name: 'More' }).click()
  await screen.getByRole('menuitem', { name: 'Loop' }).click()
  expect(replay.player.state.loops).toBe(true)
  await screen.getByRole('button', { name: 'More' }).click()
  await screen.getByRole('menuitem', { name: 'Export' }).click()
  expect(useReplayDialog.getState().open).toBe('export')
})
