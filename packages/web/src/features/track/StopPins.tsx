import type { Segment } from '@trackway/core/track/segments.ts'
import { Tooltip } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { MapPin } from '../../map/track/MapPins.tsx'
import { useFormat } from '../../ui/use-format.ts'
import type { Player } from './player.ts'

/** More pins than this hide the line; the longest stops are what people look for. */
const shownPins = 60

/** Numbered stops with their duration; a click moves the cursor there. */
export function StopPins({ segments, player }: { segments: readonly Segment[]; player: Player }) {
  const { t } = useTranslation()
  const format = useFormat()
  const stops = useMemo(() => {
    const numbered = segments
      .filter(({ kind }) => kind === 'stop')
      .map((stop, index) => ({ ...stop, number: index + 1 }))
    return numbered.sort((a, b) => b.to - b.from - (a.to - a.from)).slice(0, shownPins)
  }, [segments])
  return stops.map((stop) => (
    <MapPin key={stop.from} lat={stop.lat} lon={stop.lon}>
      <Tooltip title={`${format.dateTime(stop.from)} – ${format.time(stop.to)}`}>
        <button
          type="button"
          className="track-pin"
          aria-label={t('track.stopNumber', {
            number: stop.number,
            duration: format.duration(stop.to - stop.from),
          })}
          onClick={() => player.seek(stop.from)}
        >
          <b>{stop.number}</b>
          <span>{format.duration(stop.to - stop.from)}</span>
        </button>
      </Tooltip>
    </MapPin>
  ))
}
