import type { Place } from '@trackway/core/geo/area.ts'
import { indexAt, type Track } from '@trackway/core/track/columns.ts'
import { Alert, Button, Progress } from 'antd'
import { useCallback, useMemo } from 'react'
import { useIsDark } from '../../../base/theme/theme.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { HighlightLayer } from '../../../map/overlays/HighlightLayer.tsx'
import { TrackLines } from '../../../map/overlays/TrackLines.tsx'
import { type CursorPlace, VehicleCursor } from '../../../map/overlays/VehicleCursor.tsx'
import { MapControls } from '../../../map/view/MapControls.tsx'
import { MapView } from '../../../map/view/MapView.tsx'
import { deviceColour } from '../replay/device-colours.ts'
import { isOnLine, placeAt } from '../replay/place-at.ts'
import type { Span } from '../replay/player.ts'
import { type LoadedDevice, useReplay } from '../replay/replay-context.ts'
import { usePlayerPart } from '../replay/use-player.ts'
import { useReplayView } from '../replay/use-replay-view.ts'
import { AlarmPins } from './AlarmPins.tsx'
import { EmptyTrack } from './EmptyTrack.tsx'
import { MapMoves } from './MapMoves.tsx'
import { PointHover } from './PointHover.tsx'
import styles from './ReplayMap.module.css'
import { SpeedLegend } from './SpeedLegend.tsx'
import { StopPins } from './StopPins.tsx'

/** The lines of all devices with their vehicles; stops, alarms and speeds of the active one. */
export function ReplayMap() {
  const { t, toText } = useTexts()
  const { devices, active } = useReplay()
  const lines = useLines()
  const isEmpty = active.track.length === 0
  const isLoading = devices.some(({ isComplete, error }) => !isComplete && error === null)
  return (
    <div className={`${styles.map} tw-grow tw-relative`} data-testid="track-map" data-print="map">
      <MapView>
        <MapControls />
        <TrackLines lines={lines} />
        <MapMoves />
        <Highlights />
        <StopPins />
        <AlarmPins />
        <Vehicles />
        <PointHover />
      </MapView>
      {!isEmpty && <SpeedLegend />}
      <div className="tw-map-note tw-grid" data-print="hide">
        {devices
          .filter(({ error }) => error !== null)
          .map(({ terminalID, name, error, source }) => (
            <Alert
              key={terminalID}
              type="error"
              showIcon
              title={devices.length > 1 ? `${name}: ${toText(error)}` : toText(error)}
              action={
                <Button size="small" onClick={() => source.load()}>
                  {t('tracks.again')}
                </Button>
              }
            />
          ))}
      </div>
      {isEmpty && active.isComplete && <EmptyTrack />}
      {isLoading && (
        <Progress
          className="tw-slot"
          data-testid="track-progress"
          percent={100}
          status="active"
          showInfo={false}
          size={{ height: 3 }}
          aria-label={t('tracks.loading')}
        />
      )}
    </div>
  )
}

/** The lines from back to front. */
function useLines() {
  const { devices, active } = useReplay()
  const isDark = useIsDark()
  const showsHidden = useReplayView((view) => view.showsHidden)
  const drawn = devices
    .filter(({ terminalID }) => terminalID !== active.terminalID)
    .concat(active)
    .map(({ source, place, isSmoothed }) => ({ source, place, isSmoothed }))
  // Days that arrive make new devices of the same sources: the lines themselves then stay.
  const key = drawn.map(({ source, place, isSmoothed }) => `${source.id} ${place} ${isSmoothed}`).join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the lines
  return useMemo(
    () =>
      drawn.map(({ source, place, isSmoothed }, index) => {
        const isBySpeed = index === drawn.length - 1
        const colour = drawn.length > 1 ? deviceColour(place, isDark) : null
        const pixelRatio = Math.min(devicePixelRatio, 2)
        return {
          painter: source,
          onGrowth: source.subscribe,
          look: { isDark, pixelRatio, colour, isBySpeed, isSmoothed, showsHidden: showsHidden && isBySpeed },
        }
      }),
    [key, isDark, showsHidden],
  )
}

function Vehicles() {
  const { devices, active, player } = useReplay()
  const isFollowing = usePlayerPart(player, ({ follows, isPlaying }) => follows && isPlaying)
  return devices
    .filter(({ track }) => track.length > 0)
    .map((device) => (
      <Vehicle
        key={device.terminalID}
        device={device}
        isActive={device.terminalID === active.terminalID}
        isFollowed={device.terminalID === active.terminalID && isFollowing}
        isNamed={devices.length > 1}
      />
    ))
}

interface VehicleProps {
  device: LoadedDevice
  isActive: boolean
  isFollowed: boolean
  isNamed: boolean
}

function Vehicle({ device, isActive, isFollowed, isNamed }: VehicleProps) {
  const { player } = useReplay()
  const isDark = useIsDark()
  const { track } = device
  const follow = useCallback(
    (onPlace: (place: CursorPlace | null) => void) => {
      const show = ({ time }: { time: number }) => onPlace(placeAt(track, time))
      show(player.state)
      return player.subscribe(show)
    },
    [player, track],
  )
  return (
    <VehicleCursor
      follow={follow}
      isFollowed={isFollowed}
      colour={deviceColour(device.place, isDark)}
      isActive={isActive}
      name={isNamed ? device.name : null}
    />
  )
}

/** More places than this make no difference to a glow. */
const shownPlaces = 1_500

/** Lights what is pointed at in the list, else what is chosen on the chart. */
function Highlights() {
  const { track } = useReplay().active
  const lit = useReplayView(({ pointedAt, selection }) => pointedAt ?? selection)
  const places = useMemo(() => (lit ? placesOf(track, lit) : []), [track, lit])
  return <HighlightLayer places={places} />
}

function placesOf(track: Track, { from, to }: Span): Place[] {
  const first = indexAt(track, from)
  const last = indexAt(track, to + 1)
  const step = Math.max(1, Math.floor((last - first) / shownPlaces))
  const places: Place[] = []
  for (let i = first; i < last; i += step) {
    if (isOnLine(track, i)) places.push({ lat: track.latE7[i]! / 1e7, lon: track.lonE7[i]! / 1e7 })
  }
  return places
}
