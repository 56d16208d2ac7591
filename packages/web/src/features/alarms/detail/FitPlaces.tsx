import type { Box, Place } from '@trackway/core/geo/area.ts'
import { useEffect } from 'react'
import { boxAround, fitBox } from '../../../map/view/camera.ts'
import { useMap } from '../../../map/view/map-context.ts'

const leastDeg = 0.004

/** Shows all of it, and again when the map becomes another size. */
export function FitPlaces({ places, isLarge = false }: { places: readonly Place[]; isLarge?: boolean }) {
  const { map, projection } = useMap()
  const box = JSON.stringify(wideBox(places))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a larger map shows it anew
  useEffect(() => {
    const fit = () =>
      fitBox(map, projection, JSON.parse(box), { padding: [28, 60, 48, 28], duration: 0, maxZoom: 17 })
    fit()
    map.once('change:size', fit)
    return () => map.un('change:size', fit)
  }, [map, projection, box, isLarge])
  return null
}

/** A few hundred metres of margin around a vehicle that did not move. */
function wideBox(places: readonly Place[]): Box {
  const box = boxAround(places)
  const [west, east] = widened(box.west, box.east)
  const [south, north] = widened(box.south, box.north)
  return { west, south, east, north }
}

function widened(least: number, most: number): [number, number] {
  const missing = Math.max(0, leastDeg - (most - least)) / 2
  return [least - missing, most + missing]
}
