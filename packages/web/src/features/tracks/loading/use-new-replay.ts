import { useCallback, useEffect, useMemo, useState } from 'react'
import { Player, pausesBetween, type Rate, type Span } from '../replay/player.ts'
import type { Replay, ReplayDevice, ReplayShare } from '../replay/replay-context.ts'
import { resetView, useReplayView } from '../replay/use-replay-view.ts'
import { useEpisodes, useTrackAlarms, useTrips } from './use-episodes.ts'
import { useLoadedDevices } from './use-loaded-devices.ts'

export interface ReplayInput {
  devices: readonly ReplayDevice[]
  activeId: string
  span: Span
  /** Null: seen by an account. */
  share: ReplayShare | null
  rate: Rate | undefined
  /** Where the cursor is to stand at first. */
  at: number | undefined
  onActivate(terminalID: string): void
  /** Null where the days are given. */
  onDay: ((date: string) => void) | null
}

/** Puts a replay together: tracks, episodes, alarms, and the one cursor over all of them. */
export function useNewReplay(question: ReplayInput): Replay | null {
  const { activeId, span, share, onActivate, onDay } = question
  const devices = useLoadedDevices(question.devices, span)
  const active = devices.find(({ terminalID }) => terminalID === activeId) ?? devices[0]
  const [player] = useState(() => {
    const { rate, at } = question
    return new Player(span, {
      ...(rate && { rate }),
      ...(at !== undefined && isWithin(at, span) && { time: at }),
    })
  })
  useEffect(() => () => player.stop(), [player])

  const ofActive = { terminalID: activeId, span, share }
  const episodes = useEpisodes(ofActive)
  const trips = useTrips(question.devices.map(({ terminalID }) => ({ terminalID, span, share })))
  const alarms = useTrackAlarms(ofActive)

  const starts = devices.map(({ track }) => track.fixTime[0]).filter((time) => time !== undefined)
  const ends = devices
    .map(({ track }) => track.fixTime[track.length - 1])
    .filter((time) => time !== undefined)
  const from = starts.length > 0 ? Math.min(...starts) : null
  const to = ends.length > 0 ? Math.max(...ends) : null
  useEffect(() => {
    if (from === null || to === null) return
    player.setTracks({ from, to }, trips ? pausesBetween(trips, { from, to }) : [])
  }, [player, from, to, trips])

  useEffect(() => {
    resetView()
  }, [])
  useEffect(() => useReplayView.subscribe(({ selection }) => player.setPart(selection)), [player])

  const range = useMemo(
    () => (from === null || to === null || from === to ? span : { from, to }),
    [from, to, span],
  )

  const toTrip = useCallback(
    (by: 1 | -1) => {
      const begins = episodes.episodes.filter(({ kind }) => kind === 'trip').map((trip) => trip.from)
      const { time } = player.state
      // Back from within a trip goes to its own beginning first, as the back button of any player does.
      const target =
        by === 1 ? begins.find((begin) => begin > time) : begins.findLast((begin) => begin < time - 5_000)
      player.seek(target ?? (by === 1 ? player.range.to : player.range.from))
    },
    [player, episodes],
  )

  return useMemo(
    () =>
      active
        ? {
            player,
            span,
            range,
            devices,
            active,
            episodes,
            alarms: alarms?.alarms ?? [],
            alarmTotal: alarms?.total ?? 0,
            showsAlarms: share?.withAlarms ?? true,
            share,
            isShared: share !== null,
            activate: onActivate,
            toTrip,
            toDay: onDay,
          }
        : null,
    [player, span, range, devices, active, episodes, alarms, share, onActivate, toTrip, onDay],
  )
}

function isWithin(time: number, { from, to }: Span): boolean {
  return time >= from && time <= to
}
