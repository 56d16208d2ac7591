import type { VisitFound } from '@trackway/core/api/reports/check-car.ts'
import type { Area, Box } from '@trackway/core/geo/area.ts'
import { shapeOf } from '@trackway/core/geo/shapes.ts'
import { useEffect, useState } from 'react'
import { fitBox } from '../../map/view/camera.ts'
import { useMap } from '../../map/view/map-context.ts'

interface FitAreaProps {
  area: Area | null
  /** Shown whenever another one is chosen. */
  visit: VisitFound | null
}

/** Shows the area a link has, and the visit that is chosen; an area that is drawn is where one looks already. */
export function FitArea({ area, visit }: FitAreaProps) {
  const { map, projection } = useMap()
  const [first] = useState(area)

  useEffect(() => {
    if (!first) return
    const fit = () => fitBox(map, projection, unseamed(shapeOf(first).box), { duration: 0, maxZoom: 16 })
    if (map.getSize()) return fit()
    map.once('change:size', fit)
    return () => map.un('change:size', fit)
  }, [map, projection, first])

  // biome-ignore lint/correctness/useExhaustiveDependencies: an area that is changed must not move the view
  useEffect(() => {
    if (visit && area) fitBox(map, projection, unseamed(shapeOf(area).box), { maxZoom: 16 })
  }, [visit])
  return null
}

/** East beyond 180 rather than less than west. */
function unseamed(box: Box): Box {
  return box.west > box.east ? { ...box, east: box.east + 360 } : box
}
