import { Tooltip } from 'antd'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormat } from '../../../base/use-format.ts'
import { MapPin } from '../../../map/overlays/MapPins.tsx'
import { useMap } from '../../../map/view/map-context.ts'
import { useResolution } from '../../../map/view/use-resolution.ts'
import { numberStops } from '../replay/episode-rows.ts'
import { PlaceName } from '../replay/PlaceName.tsx'
import type { Player } from '../replay/player.ts'
import { useReplay } from '../replay/replay-context.ts'
import styles from './StopPins.module.css'
import { type PinnedStop, stayMs, stopPlaces } from './stop-places.ts'

/** More numbers than this do not fit on a pin. */
const shownNumbers = 3
/** And more times than this not beside it. */
const shownTimes = 12

/** Numbered stops with their duration, those close together on one pin; a click moves the cursor to the first. */
export function StopPins() {
  const { projection } = useMap()
  const { episodes, player } = useReplay()
  const resolution = useResolution()
  const stops = useMemo(
    () =>
      numberStops(episodes.episodes).flatMap(({ episode, number }): PinnedStop[] => {
        const { from, to, fromLat, fromLon } = episode
        if (number === null || fromLat === null || fromLon === null) return []
        return [{ number, from, to, lat: fromLat, lon: fromLon }]
      }),
    [episodes.episodes],
  )
  const places = useMemo(
    () =>
      stopPlaces(stops, ({ lat, lon }) => {
        const [x, y] = projection.fromWgs84(lon, lat)
        return [x / resolution, y / resolution]
      }),
    [stops, projection, resolution],
  )
  return places.map((stops) => <StopPin key={stops[0]!.from} stops={stops} player={player} />)
}

/** Left as it is while days arrive: sixty of them with their tooltips take longer to draw than a frame lasts. */
const StopPin = memo(function StopPin({ stops, player }: { stops: readonly PinnedStop[]; player: Player }) {
  const { t } = useTranslation()
  const format = useFormat()
  const [first] = stops as [PinnedStop]
  const duration = format.duration(stayMs(stops))
  const numbers = stops.slice(0, shownNumbers).map(({ number }) => number)
  const more = stops.length > shownNumbers ? ` +${stops.length - shownNumbers}` : ''
  return (
    <MapPin lat={first.lat} lon={first.lon}>
      <Tooltip
        title={
          <>
            <PlaceName lat={first.lat} lon={first.lon} />
            {stops.slice(0, shownTimes).map(({ number, from, to }) => (
              <div key={number}>
                {number}: {format.dateTime(from)} – {format.time(to)}
              </div>
            ))}
            {stops.length > shownTimes && `+${stops.length - shownTimes}`}
          </>
        }
      >
        <button
          type="button"
          className={styles.pin}
          aria-label={t('tracks.stopNumber', { number: numbers.join(', ') + more, duration })}
          onClick={() => player.seek(first.from)}
        >
          <b>{numbers.join(' · ') + more}</b>
          <span>{duration}</span>
        </button>
      </Tooltip>
    </MapPin>
  )
})
