import { distanceM } from '@trackway/core/geo/distance.ts'
import type { Segment } from '@trackway/core/track/segments.ts'
import { Tooltip } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MapPin } from '../../map/track/MapPins.tsx'
import { useFormat } from '../../ui/use-format.ts'
import type { Player } from './player.ts'

/** More pins than this hide the line; the longest stops are what people look for. */
const shownPins = 60
/** Stops this near to each other are one place. */
const samePlaceM = 150
/** More numbers than this do not fit on a pin. */
const shownNumbers = 3

interface NumberedStop extends Segment {
  number: number
}

/** Numbered stops with their duration, those at one place on one pin; a click moves the cursor to the first. */
export function StopPins({ segments, player }: { segments: readonly Segment[]; player: Player }) {
  const { t } = useTranslation()
  const format = useFormat()
  const places = useMemo(() => stopPlaces(segments), [segments])
  return places.map((stops) => {
    const [first] = stops as [NumberedStop]
    const duration = format.duration(stops.reduce((sum, { from, to }) => sum + to - from, 0))
    const numbers = stops.slice(0, shownNumbers).map(({ number }) => number)
    const more = stops.length > shownNumbers ? ` +${stops.length - shownNumbers}` : ''
    return (
      <MapPin key={first.from} lat={first.lat} lon={first.lon}>
        <Tooltip
          title={stops.map(({ number, from, to }) => (
            <div key={number}>
              {number}: {format.dateTime(from)} – {format.time(to)}
            </div>
          ))}
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

/** The stops of each place, the places with the longest stays first. */
function stopPlaces(segments: readonly Segment[]): NumberedStop[][] {
  const places: NumberedStop[][] = []
  let number = 0
  for (const segment of segments) {
    if (segment.kind !== 'stop') continue
    const stop = { ...segment, number: ++number }
    const place = places.find(([first]) => first && isSamePlace(first, stop))
    if (place) place.push(stop)
    else places.push([stop])
  }
  const stayMs = (stops: NumberedStop[]) => stops.reduce((sum, { from, to }) => sum + to - from, 0)
  return places.sort((a, b) => stayMs(b) - stayMs(a)).slice(0, shownPins)
}

function isSamePlace(a: Segment, b: Segment): boolean {
  return distanceM(a.lat, a.lon, b.lat, b.lon) < samePlaceM
}
