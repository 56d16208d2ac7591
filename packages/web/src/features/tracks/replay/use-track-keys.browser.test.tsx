import { toTrack } from '@trackway/core/track/columns.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { Player } from './player.ts'
import { type Replay, ReplayContext } from './replay-context.ts'
import { useReplayDialog } from './use-replay-dialog.ts'
import { useTrackKeys } from './use-track-keys.ts'

const points = [0, 10_000, 20_000, 200_000].map((fixTime) => ({
  fixTime,
  latE7: 1,
  lonE7: 1,
  speedKmh: 50,
  courseDeg: 0,
  altitudeM: null,
  satellites: null,
  accOn: null,
  odometerM: null,
  quality: 0,
}))

function Keys() {
  useTrackKeys()
  return (
    <>
      <input aria-label="name" />
      <button type="button">elsewhere</button>
    </>
  )
}

const press = (key: string, more: KeyboardEventInit = {}, target: EventTarget = document.body) =>
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }))

async function open(isShared = false) {
  const player = new Player({ from: 0, to: 200_000 })
  const toTrip = vi.fn()
  const replay = { player, toTrip, isShared, active: { track: toTrack(points) } } as unknown as Replay
  const screen = await renderInApp(
    <ReplayContext value={replay}>
      <Keys />
    </ReplayContext>,
  )
  await expect.element(screen.getByLabelText('name')).toBeVisible()
  return { player, toTrip, screen }
}

beforeEach(() => useReplayDialog.setState({ open: null }))

describe('keys of the replay', () => {
  test('arrows go from point to point, with Shift by a minute, Home and End to the ends', async () => {
    const { player } = await open()
    press('ArrowRight')
    press('ArrowRight')
    expect(player.state.time).toBe(20_000)
    press('ArrowLeft')
    expect(player.state.time).toBe(10_000)
    press('ArrowRight', { shiftKey: true })
    expect(player.state.time).toBe(70_000)
    press('End')
    expect(player.state.time).toBe(200_000)
    press('Home')
    expect(player.state.time).toBe(0)
  })

  test('the space bar plays and pauses, up and down change the pace, letters are switches', async () => {
    const { player, toTrip } = await open()
    press(' ')
    expect(player.state.isPlaying).toBe(true)
    press(' ')
    expect(player.state.isPlaying).toBe(false)
    press('ArrowUp')
    expect(player.state.rate).toBe(60)
    press('F')
    press('s')
    expect(player.state).toMatchObject({ follows: false, skipsStops: false })
    press('l')
    expect(toTrip).toHaveBeenCalledWith(1)
  })

  test('while a text is typed, and with Ctrl, keys have their usual meaning', async () => {
    const { player, screen } = await open()
    press(' ', {}, screen.getByLabelText('name').element())
    press('f', { ctrlKey: true })
    expect(player.state).toMatchObject({ isPlaying: false, follows: true })
  })

  test('a button that the keyboard is on keeps the space bar; one that was clicked does not', async () => {
    const { player, screen } = await open()
    const button = screen.getByRole('button', { name: 'elsewhere' })
    press(' ', {}, button.element())
    expect(player.state.isPlaying).toBe(false)
    await button.click()
    press(' ', {}, button.element())
    expect(player.state.isPlaying).toBe(true)
    player.pause()
  })

  test('whoever only has the link exports nothing', async () => {
    await open(true)
    press('e')
    expect(useReplayDialog.getState().open).toBeNull()
    press('?')
    expect(useReplayDialog.getState().open).toBe('keys')
  })
})
