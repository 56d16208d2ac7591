import { getRouteApi } from '@tanstack/react-router'
import { leftOutOf } from '@trackway/core/track/mileage.ts'
import { segmentsOf } from '@trackway/core/track/segments.ts'
import { Alert, Button, Progress } from 'antd'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../app/error-text.ts'
import { useUser } from '../../app/session.ts'
import { MapControls } from '../../map/MapControls.tsx'
import { MapView } from '../../map/MapView.tsx'
import { TrackLayer } from '../../map/track/TrackLayer.tsx'
import { type CursorPlace, VehicleCursor } from '../../map/track/VehicleCursor.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { type DayRange, instantsOf, presetRange } from './day-range.ts'
import { Player, placeAt } from './player.ts'
import { SegmentList } from './SegmentList.tsx'
import { SpeedChart } from './SpeedChart.tsx'
import { SpeedLegend } from './SpeedLegend.tsx'
import { StopPins } from './StopPins.tsx'
import { Summary } from './Summary.tsx'
import { shownPoints } from './shown-points.ts'
import { TrackHeader } from './TrackHeader.tsx'
import { Transport, usePlayer } from './Transport.tsx'
import './track.css'
import { useTrack } from './use-track.ts'
import { useTrackKeys } from './use-track-keys.ts'

const route = getRouteApi('/index/track')

/** Where one device was: line by speed, stops, and a replay with one cursor for map, chart and list. */
export function TrackScreen() {
  const { t } = useTranslation()
  const { timeZone } = useUser()
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { terminalID = null } = search
  const range: DayRange = useMemo(
    () =>
      search.first && search.last
        ? { first: search.first, last: search.last }
        : presetRange('today', Date.now(), timeZone),
    [search.first, search.last, timeZone],
  )
  const question = useMemo(
    () => (terminalID === null ? null : { terminalID, ...instantsOf(range, timeZone) }),
    [terminalID, range, timeZone],
  )
  return (
    <div className="track-screen">
      <TrackHeader
        terminalID={terminalID}
        range={range}
        onDevice={(chosen) => navigate({ search: { ...search, terminalID: chosen }, replace: true })}
        onRange={({ first, last }) => navigate({ search: { ...search, first, last }, replace: true })}
      />
      {question ? (
        <Replay key={`${question.terminalID} ${question.from} ${question.to}`} question={question} />
      ) : (
        <div className="track-body">
          <MapView>
            <MapControls />
          </MapView>
          <div className="track-hint">
            <EmptyState title={t('track.noDevice')} text={t('track.noDeviceText')} />
          </div>
        </div>
      )}
    </div>
  )
}

interface Question {
  terminalID: string
  from: number
  to: number
}

function Replay({ question }: { question: Question }) {
  const { t } = useTranslation()
  const { track: all, isComplete, error, again } = useTrack(question)
  const track = useMemo(() => shownPoints(all), [all])
  const hidden = useMemo(() => leftOutOf(all), [all])
  const segments = useMemo(() => segmentsOf(all), [all])
  const [player] = useState(() => new Player(question))
  useEffect(() => () => player.stop(), [player])
  const { follows, isPlaying } = usePlayer(player)

  const first = track.fixTime[0]
  const last = track.fixTime[track.length - 1]
  useEffect(() => {
    if (first === undefined || last === undefined) return
    const pauses = segments.filter(({ kind }) => kind === 'stop')
    player.setTrack({ from: first, to: last }, pauses)
  }, [player, first, last, segments])

  const toTrip = useCallback(
    (by: 1 | -1) => {
      const starts = segments.filter(({ kind }) => kind === 'trip').map(({ from }) => from)
      const { time } = player.state
      // Back from within a trip goes to its own beginning first, as the back button of any player does.
      const target =
        by === 1 ? starts.find((start) => start > time) : starts.findLast((start) => start < time - 5_000)
      player.seek(target ?? (by === 1 ? player.range.to : player.range.from))
    },
    [player, segments],
  )
  useTrackKeys(player, track, toTrip)

  const follow = useCallback(
    (onPlace: (place: CursorPlace | null) => void) => {
      const show = ({ time }: { time: number }) => onPlace(placeAt(track, time))
      show(player.state)
      return player.subscribe(show)
    },
    [player, track],
  )
  const isEmpty = track.length === 0
  return (
    <>
      <div className="track-body">
        <aside className="track-side">
          <Summary segments={segments} hidden={hidden} points={all.length} />
          <SegmentList segments={segments} player={player} />
        </aside>
        <div className="track-map">
          <MapView>
            <MapControls />
            <TrackLayer track={track} fitKey={question.terminalID} padding={[88, 72, 48, 72]} />
            <StopPins segments={segments} player={player} />
            {!isEmpty && <VehicleCursor follow={follow} isFollowed={follows && isPlaying} />}
          </MapView>
          {!isEmpty && <SpeedLegend />}
          {error !== null && (
            <Alert
              className="track-notice"
              type="error"
              showIcon
              title={errorText(error, t)}
              action={
                <Button size="small" onClick={again}>
                  {t('track.again')}
                </Button>
              }
            />
          )}
          {error === null && isEmpty && isComplete && (
            <div className="track-hint">
              <EmptyState title={t('track.empty')} text={t('track.emptyText')} />
            </div>
          )}
          {error === null && !isComplete && (
            <Progress
              className="track-progress"
              percent={100}
              status="active"
              showInfo={false}
              size={{ height: 3 }}
              aria-label={t('track.loading')}
            />
          )}
        </div>
      </div>
      <footer className="track-footer">
        <Transport player={player} onTrip={toTrip} isDisabled={isEmpty} />
        <SpeedChart
          track={track}
          player={player}
          from={first ?? question.from}
          to={last === undefined || last === first ? question.to : last}
        />
      </footer>
    </>
  )
}
