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
  /** Left out: seen by an account. */
  share?: ReplayShare
  rate?: Rate | undefined
  /** The first position of the cursor. */
  at?: number | undefined
  /** Left out where there is but one. */
  onActivate?: (terminalID: string) => void
  /** Left out where the days are given. */
  onDay?: (date: string) => void
}

/** Puts a replay together: tracks, episodes, alarms, and the one cursor over all of them. */
export function useNewReplay(input: ReplayInput): Replay | null {
  const { activeId, span, share = null, onActivate = stayActive, onDay = null } = input
  const devices = useLoadedDevices(input.devices, span)
  const active = devices.find(({ terminalID }) => terminalID === activeId) ?? devices[0]
  const [player] = useState(() => {
    const { rate, at } = input
    return new Player(span, {
      ...(rate && { rate }),
      ...(at !== undefined && isWithin(at, span) && { time: at }),
    })
  })
  useEffect(() => () => player.stop(), [player])

  const ofActive = { terminalID: activeId, span, share }
  const episodes = useEpisodes(ofActive)
  const trips = useTrips(input.devices.map(({ terminalID }) => ({ terminalID, span, share })))
  const alarms = useTrackAlarms(ofActive)

  const tracks = devices.map(({ track }) => track).filter(({ length }) => length > 0)
  const from = Math.min(...tracks.map(({ fixTime }) => fixTime[0]!))
  const to = Math.max(...tracks.map(({ fixTime }) => fixTime.at(-1)!))
  useEffect(() => {
    if (from <= to) player.setTracks({ from, to }, trips ? pausesBetween(trips, { from, to }) : [])
  }, [player, from, to, trips])

  useEffect(resetView, [])
  useEffect(() => useReplayView.subscribe(({ selection }) => player.setPart(selection)), [player])

  const range = useMemo(() => (from < to ? { from, to } : span), [from, to, span])

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

function stayActive(): void {}

function isWithin(time: number, { from, to }: Span): boolean {
  return time >= from && time <= to
}
