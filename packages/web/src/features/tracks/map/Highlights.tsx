import { indexAt, type Track } from '@trackway/core/track/columns.ts'
import { useMemo } from 'react'
import { HighlightLayer } from '../../../map/overlays/HighlightLayer.tsx'
import { isOnLine } from '../replay/place-at.ts'
import type { Span } from '../replay/player.ts'
import { useReplay } from '../replay/replay-context.ts'
import { useReplayView } from '../replay/use-replay-view.ts'

/** More places than this make no difference to a glow. */
const shownPlaces = 1_500

/** Lights what is pointed at in the list, else what is chosen on the chart. */
export function Highlights() {
  const { track } = useReplay().active
  const lit = useReplayView(({ pointedAt, selection }) => pointedAt ?? selection)
  const places = useMemo(() => (lit ? placesOf(track, lit) : null), [track, lit])
  return <HighlightLayer places={places} />
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
