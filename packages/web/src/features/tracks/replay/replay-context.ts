import type { TrackAlarm } from '@trackway/core/features/tracks/calls.ts'
import type { Episode } from '@trackway/core/track/episodes/episode.ts'
import { createContext, useContext } from 'react'
import type { FetchBlocks, StreamedTrack, TrackFacts } from '../../../map/track-stream/streamed-track.ts'
import type { Player, Span } from './player.ts'

/** A device of the replay, and where its track comes from. */
export interface ReplayDevice {
  /** In a public link: its number there. */
  terminalID: string
  name: string
  /** Its place in the header, which gives it its colour. */
  place: number
  /** Its line is drawn smoothly past the fixes: set for the type of the device. */
  isSmoothed: boolean
  fetchBlocks: FetchBlocks
}

/** The link by which a replay is seen without an account. */
export interface ReplayShare {
  token: string
  withAlarms: boolean
}

/** A device with all that has arrived of it. */
export interface LoadedDevice extends ReplayDevice, TrackFacts {
  source: StreamedTrack
}

/** Trips, stops and overspeed of the active device, in order of time. */
export interface DeviceEpisodes {
  episodes: readonly Episode[]
  /** Until when the track has been looked through; null: not at all. */
  until: number | null
  isLoading: boolean
  error: unknown
  again(): void
}

export interface Replay {
  player: Player
  /** The requested period. */
  span: Span
  /** From the first to the last point of all devices; the requested period while there is none. */
  range: Span
  devices: readonly LoadedDevice[]
  /** The one whose list and chart are shown. */
  active: LoadedDevice
  episodes: DeviceEpisodes
  alarms: readonly TrackAlarm[]
  /** Alarms there are, of which the newest are shown. */
  alarmTotal: number
  /** Alarms may be requested. */
  showsAlarms: boolean
  /** The link that was opened; null: seen by an account. */
  share: ReplayShare | null
  /** A link was opened without signing in: nothing but the replay may be requested. */
  isShared: boolean
  activate(terminalID: string): void
  toTrip(by: 1 | -1): void
  /** Shows one day instead, `YYYY-MM-DD`; null where the days are given. */
  toDay: ((date: string) => void) | null
}

export const ReplayContext = createContext<Replay | null>(null)

/** The replay around this component. */
export function useReplay(): Replay {
  const replay = useContext(ReplayContext)
  if (!replay) throw new Error('a part of the replay stands outside of one')
  return replay
}
