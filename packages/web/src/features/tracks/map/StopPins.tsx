import { memo, useMemo } from 'react'
import { useTexts } from '../../../base/use-texts.ts'
import pinStyles from '../../../map/overlays/pin.module.css'
import { commonZoom } from '../../../map/view/camera.ts'
import { useMap } from '../../../map/view/map-context.ts'
import { numberStops } from '../replay/episode-rows.ts'
import { PlaceName } from '../replay/PlaceName.tsx'
import type { Player } from '../replay/player.ts'
import { useReplay } from '../replay/replay-context.ts'
import { ListedPin } from './ListedPin.tsx'
import { type PinnedStop, stayMs, stopPlaces } from './stop-places.ts'
import { useToPx } from './use-to-px.ts'

/** More numbers than this do not fit on a pin. */
const shownNumbers = 3

/** So many stops or more are shown only from `pinsOfManyFromZoom` on. */
const manyStops = 200
const pinsOfManyFromZoom = 14

/** Numbered stops with their duration, those close together on one pin; a click moves the cursor to the first. */
export function StopPins() {
  const { episodes, player } = useReplay()
  const toPx = useToPx()
  const stops = useMemo(
    () =>
      numberStops(episodes.episodes).flatMap(({ episode, number }): PinnedStop[] => {
        const { from, to, fromLat, fromLon } = episode
        if (number === null || fromLat === null || fromLon === null) return []
        return [{ number, from, to, lat: fromLat, lon: fromLon }]
      }),
    [episodes.episodes],
  )
  const { map, projection } = useMap()
  // Of months the line comes first: from far their pins would only cover it.
  const isFar = stops.length > manyStops && commonZoom(map.getView(), projection) < pinsOfManyFromZoom
  const places = useMemo(() => (isFar ? [] : stopPlaces(stops, toPx)), [isFar, stops, toPx])
  return places.map((stops) => <StopPin key={stops[0]!.from} stops={stops} player={player} />)
}

/** Left as it is while days arrive: sixty of them with their tooltips take longer to draw than a frame lasts. */
const StopPin = memo(function StopPin({ stops, player }: { stops: PinnedStop[]; player: Player }) {
  const { t, format } = useTexts()
  const [first] = stops as [PinnedStop]
  const place = { lat: first.lat, lon: first.lon }
  const duration = format.duration(stayMs(stops))
  const numbers = stops.slice(0, shownNumbers).map(({ number }) => number)
  const more = stops.length > shownNumbers ? ` +${stops.length - shownNumbers}` : ''
  return (
    <ListedPin
      place={place}
      positioning="bottom-center"
      className={pinStyles.pin}
      label={t('tracks.stopNumber', { number: numbers.join(' · ') + more, duration })}
      heading={<PlaceName {...place} />}
      lines={stops.map(({ number, from, to }) => `${number}: ${format.dateTime(from)} – ${format.time(to)}`)}
      mostLines={12}
      onClick={() => player.seek(first.from)}
    >
      <b>{numbers.join(' · ') + more}</b> <span>{duration}</span>
    </ListedPin>
  )
})
