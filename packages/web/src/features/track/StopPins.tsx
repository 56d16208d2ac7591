import type { Segment } from '@trackway/core/track/segments.ts'
import { Tooltip } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useMap } from '../../map/map-context.ts'
import { MapPin } from '../../map/track/MapPins.tsx'
import { useResolution } from '../../map/use-resolution.ts'
import { useFormat } from '../../ui/use-format.ts'
import type { Player } from './player.ts'
import { type NumberedStop, stayMs, stopPlaces } from './stop-places.ts'

/** More numbers than this do not fit on a pin. */
const shownNumbers = 3
/** And more times than this not beside it. */
const shownTimes = 12

/** Numbered stops with their duration, those close together on one pin; a click moves the cursor to the first. */
export function StopPins({ segments, player }: { segments: readonly Segment[]; player: Player }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { plane } = useMap()
  const resolution = useResolution()
  const places = useMemo(
    () =>
      stopPlaces(segments, ({ lat, lon }) => {
        const [x, y] = plane.toPlane(lon, lat)
        return [x / resolution, y / resolution]
      }),
    [segments, plane, resolution],
  )
  return places.map((stops) => {
    const [first] = stops as [NumberedStop]
    const duration = format.duration(stayMs(stops))
    const numbers = stops.slice(0, shownNumbers).map(({ number }) => number)
    const more = stops.length > shownNumbers ? ` +${stops.length - shownNumbers}` : ''
    return (
      <MapPin key={first.from} lat={first.lat} lon={first.lon}>
        <Tooltip
          title={
            <>
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
            className="track-pin"
            aria-label={t('track.stopNumber', { number: numbers.join(', ') + more, duration })}
            onClick={() => player.seek(first.from)}
          >
            <b>{numbers.join(' · ') + more}</b>
            <span>{duration}</span>
          </button>
        </Tooltip>
      </MapPin>
    )
  })
}
