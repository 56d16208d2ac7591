import { expect, test, vi } from 'vitest'
import { Box } from '../../../testing/Box.tsx'
import { useReplayDialog } from '../replay/use-replay-dialog.ts'
import { useReplayView } from '../replay/use-replay-view.ts'
import { anEpisode, aReplay, noon, renderInReplay } from '../testing/replay.tsx'
import { EpisodeList } from './EpisodeList.tsx'

const minute = 60_000
const stop = anEpisode('stop', 20, 10)
const trip = anEpisode('trip', 30, 30)
const episodes = { ...aReplay().episodes, episodes: [anEpisode('trip', 0, 20), stop, trip] }

async function open(more = {}) {
  const opened = await renderInReplay(
    <Box height={600} display="flex" flexDirection="column">
      <EpisodeList />
    </Box>,
    aReplay({ episodes, ...more }),
  )
  const rows = () => opened.screen.getByTestId('track-episode-row')
  return { ...opened, rows }
}

test('trips and stops are in order under their day', async () => {
  const { screen, rows } = await open()
  await expect.element(rows().last()).toBeVisible()
  expect(
    rows()
      .elements()
      .map((row) => row.textContent),
  ).toEqual([
    expect.stringMatching(/^12:00–12:20Trip · 20 min12.3 kmmax 88 km\/h/),
    expect.stringMatching(/^112:20–12:30.*10 minStop/),
    expect.stringMatching(/^12:30–13:00Trip · 30 min/),
  ])
  const first = screen.getByRole('listitem').first().element()
  expect(first.textContent).toContain('24.6 km')
})

test('the longest stops are first where one asks for them', async () => {
  const short = anEpisode('stop', 0, 5)
  const { screen, rows } = await open({ episodes: { ...episodes, episodes: [short, trip, stop] } })
  await screen.getByText('Longest stops').click()
  await expect.poll(() => rows().elements().length).toBe(2)
  expect(rows().first().element().textContent).toMatch(/10 minStop/)
  // No heading has the day.
  expect(rows().first().element().textContent).toMatch(/1 Mar/)
})

test('a click moves the cursor to its beginning, and chart and map to all of it', async () => {
  const { replay, rows } = await open()
  await rows().nth(2).getByTestId('track-episode').click()
  expect(replay.player.state.time).toBe(trip.from)
  const { window, shownOnMap } = useReplayView.getState()
  expect(window).toEqual({ from: trip.from - 3 * minute, to: trip.to + 3 * minute })
  expect(shownOnMap).toEqual({ from: trip.from, to: trip.to })
})

test('the one under the cursor is marked', async () => {
  const { replay, rows } = await open()
  const current = () =>
    rows()
      .elements()
      .map((row) => row.getAttribute('aria-current'))
  await expect.poll(current).toEqual(['true', 'false', 'false'])
  replay.player.seek(noon + 25 * minute)
  await expect.poll(current).toEqual(['false', 'true', 'false'])
})

test('the one under the pointer is lit on map and chart, as long as it is there', async () => {
  const { rows } = await open()
  await expect.element(rows().nth(1)).toBeVisible()
  const point = (type: string) =>
    rows()
      .nth(1)
      .element()
      .dispatchEvent(new MouseEvent(type, { bubbles: true }))
  point('mouseover')
  expect(useReplayView.getState().pointedAt).toBe(stop)
  point('mouseout')
  expect(useReplayView.getState().pointedAt).toBeNull()
})

test.each([
  ['Why was this split here?', 'episode'],
  ['Share', 'share'],
])('%s opens a dialog about that trip', async (name, dialog) => {
  const { rows } = await open()
  await expect.element(rows().nth(2)).toBeVisible()
  const button = rows().nth(2).getByRole('button', { name }).element() as HTMLElement
  button.click()
  expect(useReplayDialog.getState()).toEqual({ open: dialog, episode: trip })
})

test('whoever only has a link asks for nothing more', async () => {
  const { rows } = await open({ isShared: true })
  await expect.element(rows().first()).toBeVisible()
  expect(rows().first().getByRole('button').elements()).toHaveLength(1)
})

test('says when there are none, and when the newest are still to come', async () => {
  const none = await open({ episodes: { ...episodes, episodes: [] } })
  await expect.element(none.screen.getByText('No trips in this period')).toBeVisible()
  none.screen.unmount()
  const { screen } = await open({ episodes: { ...episodes, until: noon + 20 * minute } })
  await expect.element(screen.getByText(/^Trips and stops up to 12:20/)).toBeVisible()
})

test('what could not be loaded is requested again', async () => {
  const again = vi.fn()
  const { screen } = await open({ episodes: { ...episodes, error: new Error('no'), again } })
  await screen.getByRole('button', { name: 'Try again' }).click()
  expect(again).toHaveBeenCalledOnce()
})

test('of a thousand episodes those in view exist, and the one under the cursor is among them', async () => {
  const many = Array.from({ length: 1000 }, (_, n) => anEpisode('trip', n, 1))
  const { replay, rows } = await open({
    episodes: { ...episodes, episodes: many },
    range: { from: noon, to: noon + 1000 * minute },
  })
  await expect.element(rows().first()).toBeVisible()
  expect(rows().elements().length).toBeLessThan(60)
  replay.player.setTracks({ from: noon, to: noon + 1000 * minute }, [])
  replay.player.seek(noon + 800.5 * minute)
  await expect
    .poll(() =>
      rows()
        .elements()
        .some((row) => row.getAttribute('aria-current') === 'true'),
    )
    .toBe(true)
})
