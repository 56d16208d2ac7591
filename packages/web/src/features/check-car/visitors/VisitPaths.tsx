import { useQueries } from '@tanstack/react-query'
import { untrustedBits } from '@trackway/core/codes/states.ts'
import type { VisitFound, Visitor } from '@trackway/core/features/check-car/calls.ts'
import { trackCalls } from '@trackway/core/features/tracks/calls.ts'
import type { Place } from '@trackway/core/geo/area.ts'
import Feature from 'ol/Feature'
import LineString from 'ol/geom/LineString'
import type MapBrowserEvent from 'ol/MapBrowserEvent'
import { Stroke, Style } from 'ol/style'
import { useEffect, useMemo, useRef } from 'react'
import { api } from '../../../base/api.ts'
import { useCan } from '../../../base/session.ts'
import { useIsDark } from '../../../base/theme/theme.ts'
import { isNear } from '../../../map/drawing/is-near.ts'
import { lineOnProjection } from '../../../map/projections.ts'
import { useMap } from '../../../map/view/map-context.ts'
import { useFeatures } from '../../../map/view/use-layer.ts'
import { useMapEvents } from '../../../map/view/use-map-events.ts'
import { deviceColour } from '../../tracks/replay/device-colours.ts'

/** Paths that are drawn at once; more could not be distinguished. */
const maxPaths = 40
/** A little of the way before and after the visit, to show where the vehicle came from and went. */
const aroundMs = 120_000
/** So near to a path it is meant. */
const reachPx = 8
/** Of a visit that lasted days only the first hours are drawn: the vehicle stays where it stopped. */
const maxPathMs = 4 * 3_600_000

interface VisitPathsProps {
  visitors: readonly Visitor[]
  shown: VisitFound | null
  onPoint: (visit: VisitFound | null) => void
  onSelect: (visit: VisitFound) => void
}

/** The way of each visitor around its visits; the visit under the pointer is the one in the list. */
export function VisitPaths({ visitors, shown, onPoint, onSelect }: VisitPathsProps) {
  const { map, projection } = useMap()
  const isDark = useIsDark()
  const mayReplay = useCan('main:track')
  const visits = useMemo(
    () =>
      visitors
        .flatMap(({ terminalID, visits }, place) => visits.map((visit) => ({ terminalID, visit, place })))
        .slice(0, mayReplay ? maxPaths : 0),
    [visitors, mayReplay],
  )
  const paths = useQueries({
    queries: visits.map(({ terminalID, visit: { enterTime, leaveTime } }) => {
      const from = enterTime - aroundMs
      const to = Math.min(leaveTime + aroundMs, from + maxPathMs)
      return {
        queryKey: ['checkCar', 'path', terminalID, from, to],
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          api(trackCalls.find, { terminalID, from, to }, { signal }),
        staleTime: Number.POSITIVE_INFINITY,
      }
    }),
    combine: (answers) => answers.map(({ data }) => data?.points),
  })

  const features = useMemo(
    () =>
      visits.flatMap(({ visit, place }, index) => {
        const places = (paths[index] ?? []).flatMap(({ lon, lat, quality }): Place[] =>
          lon === null || lat === null || (quality & untrustedBits) !== 0 ? [] : [{ lat, lon }],
        )
        if (places.length < 2) return []
        return [new Feature({ geometry: new LineString(lineOnProjection(projection, places)), visit, place })]
      }),
    [visits, paths, projection],
  )
  useEffect(() => {
    for (const feature of features) {
      const isShown = feature.get('visit') === shown
      const color = deviceColour(feature.get('place') as number, isDark)
      feature.setStyle(
        new Style({ stroke: new Stroke({ color, width: isShown ? 7 : 3 }), zIndex: isShown ? 1 : 0 }),
      )
    }
  }, [features, shown, isDark])
  useFeatures(features, 9)

  const pointed = useRef<VisitFound | null>(null)
  const point = (visit: VisitFound | null) => {
    if (visit === pointed.current) return
    pointed.current = visit
    onPoint(visit)
  }
  const visitAt = (event: MapBrowserEvent): VisitFound | null => {
    const reach = reachPx * map.getView().getResolution()!
    const hit = features.findLast((feature) => isNear(feature.getGeometry()!, event, reach))
    return hit?.get('visit') ?? null
  }
  useMapEvents({
    pointermove: (event) => {
      if (!event.dragging) point(visitAt(event))
    },
    singleclick: (event) => {
      const visit = visitAt(event)
      if (visit) onSelect(visit)
    },
    pointerleave: () => point(null),
  })
  return null
}
