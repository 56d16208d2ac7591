import { toTrack } from '@trackway/core/track/columns.ts'
import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { renderInApp } from '../../../testing/render.tsx'
import { Player } from '../replay/player.ts'
import { type LoadedDevice, type Replay, ReplayContext } from '../replay/replay-context.ts'
import { openDialog } from '../replay/use-replay-dialog.ts'
import { changeView, resetView } from '../replay/use-replay-view.ts'
import { aPoint } from './points.ts'

/** When the drive of the tests begins: noon of a day in Shanghai. */
export const noon = Date.UTC(2026, 2, 1, 4)
const minute = 60_000

/** A trip or stop of so many minutes that begins so many minutes after noon. */
export function anEpisode(
  kind: Episode['kind'],
  afterMin: number,
  lengthMin: number,
  more: Partial<Episode> = {},
): Episode {
  return {
    kind,
    from: noon + afterMin * minute,
    to: noon + (afterMin + lengthMin) * minute,
    distanceM: kind === 'stop' ? 0 : 12_300,
    maxSpeedKmh: kind === 'stop' ? null : 88,
    idleMs: 0,
    fromLat: 31.2,
    fromLon: 121.5,
    toLat: 31.3,
    toLon: 121.6,
    began: 'speed',
    ended: 'speed',
    fromValue: null,
    toValue: null,
    ...more,
  }
}

/** An hour with a point a minute, north along a meridian, at a speed that rises from 0 to 60 km/h. */
export const hourOfPoints = Array.from({ length: 61 }, (_, n) => ({
  ...aPoint(0, 31 + n / 100, 121, { speedKmh: n, accOn: true }),
  fixTime: noon + n * minute,
}))

export function aLoadedDevice(more: Partial<LoadedDevice> = {}): LoadedDevice {
  const source = { pick: async () => null, paint: async () => null, subscribe: () => () => {}, load: vi.fn() }
  return {
    terminalID: '860000000000001',
    name: 'Van 1',
    place: 0,
    isSmoothed: false,
    fetchBlocks: () => Promise.reject(new Error('not read in this test')),
    track: toTrack(hourOfPoints),
    isComplete: true,
    error: null,
    source: source as unknown as LoadedDevice['source'],
    ...more,
  }
}

/** A replay of that hour, with what differs from it. */
export function aReplay(more: Partial<Replay> = {}): Replay {
  const span = { from: noon, to: noon + 60 * minute }
  const active = more.active ?? aLoadedDevice()
  return {
    player: new Player(span),
    span,
    range: span,
    devices: [active],
    active,
    episodes: { episodes: [], until: null, isLoading: false, error: null, again: vi.fn() },
    alarms: [],
    alarmTotal: 0,
    showsAlarms: true,
    share: null,
    isShared: false,
    activate: vi.fn(),
    toTrip: vi.fn(),
    toDay: null,
    ...more,
  }
}

/** Draws a part of the replay screen in a replay that nobody has touched yet. */
export async function renderInReplay(content: ReactNode, replay: Replay = aReplay()) {
  openDialog(null)
  resetView()
  changeView({ showsHidden: false, series: null, place: 1 })
  const screen = await renderInApp(<ReplayContext value={replay}>{content}</ReplayContext>)
  return { screen, replay }
}
