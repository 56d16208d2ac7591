import type { Box, FenceArea } from '@trackway/core/geo/area.ts'
import { shapeOf } from '@trackway/core/geo/shapes.ts'
import { useEffect, useState } from 'react'
import { fitBox } from '../view/camera.ts'
import { useMap } from '../view/map-context.ts'

interface FitAreaProps {
  area: FenceArea | null
  /** It is shown again whenever something else is chosen. */
  chosen?: unknown
}

/** Shows the area that there is at first; one that is drawn is where one looks already. */
export function FitArea({ area, chosen }: FitAreaProps) {
  const { map, projection } = useMap()
  const [first] = useState(area)

  useEffect(() => {
    if (first) fitBox(map, projection, unseamed(shapeOf(first).box), { duration: 0, maxZoom: 16 })
  }, [map, projection, first])

  // biome-ignore lint/correctness/useExhaustiveDependencies: an area that is changed must not move the view
  useEffect(() => {
    if (chosen && area) fitBox(map, projection, unseamed(shapeOf(area).box), { maxZoom: 16 })
  }, [chosen])
  return null
}

/** East beyond 180 rather than less than west. */
export function unseamed(box: Box): Box {
  return box.west > box.east ? { ...box, east: box.east + 360 } : box
}
