import { indexAt, type Track } from '@trackway/core/track/columns.ts'
import { useEffect, useMemo } from 'react'
import { HighlightLayer } from '../../../map/overlays/HighlightLayer.tsx'
import { fitBox } from '../../../map/view/camera.ts'
import { useMap } from '../../../map/view/map-context.ts'
import { isOnLine } from '../replay/place-at.ts'
import type { Span } from '../replay/player.ts'
import { useReplay } from '../replay/replay-context.ts'
import { boxAround, boxOfTrack } from '../replay/track-box.ts'
import { useReplayView } from '../replay/use-replay-view.ts'
import { useMapPadding } from './map-padding.ts'

/** More places than this make no difference to a glow. */
const shownPlaces = 1_500

/** Lights what is pointed at in the list, else what is chosen on the chart, and moves the map to what is clicked. */
export function Highlights() {
  const { map, projection } = useMap()
  const padding = useMapPadding()
  const { devices, active } = useReplay()
  const { track } = active
  const lit = useReplayView(({ pointedAt, selection }) => pointedAt ?? selection)
  const shown = useReplayView(({ shownOnMap }) => shownOnMap)
  const places = useMemo(() => (lit ? placesOf(track, lit) : null), [track, lit])

  // biome-ignore lint/correctness/useExhaustiveDependencies: days that arrive do not move the map again
  useEffect(() => {
    if (!shown) return
    // For a printout it has just taken another size, which it notices by itself only later.
    if (shown.isOfAll) map.updateSize()
    const tracks = shown.isOfAll ? devices.map((device) => device.track) : [track]
    const box = boxAround(tracks.map((each) => boxBetween(each, shown)))
    if (box) fitBox(map, projection, box, { padding, maxZoom: 16 })
  }, [shown])
  return <HighlightLayer places={places} />
}

function boxBetween(track: Track, { from, to }: Span) {
  return boxOfTrack(track, indexAt(track, from), indexAt(track, to + 1))
}

function placesOf(track: Track, { from, to }: Span): [number, number][] {
  const first = indexAt(track, from)
  const last = indexAt(track, to + 1)
  const step = Math.max(1, Math.floor((last - first) / shownPlaces))
  const places: [number, number][] = []
  for (let i = first; i < last; i += step) {
    if (isOnLine(track, i)) places.push([track.lonE7[i]! / 1e7, track.latE7[i]! / 1e7])
  }
  return places
}
