import type { Box } from '@trackway/core/geo/area.ts'
import { shapeOf } from '@trackway/core/geo/shapes.ts'
import { useEffect, useRef } from 'react'
import type { NamedArea } from '../drawing/AreasLayer.tsx'
import { fitBox } from '../view/camera.ts'
import { useMap } from '../view/map-context.ts'

interface FitAreasProps {
  areas: readonly NamedArea[]
  /** All are shown again when it changes. */
  fits: number
  /** Something else is looked at: the first fit is left out. */
  isHeld: boolean
}

/** Shows all areas when they first come, and on request. */
export function FitAreas({ areas, fits, isHeld }: FitAreasProps) {
  const { map, projection } = useMap()
  const done = useRef<number | null>(null)
  useEffect(() => {
    if (areas.length === 0 || done.current === fits) return
    const isFirst = done.current === null
    done.current = fits
    if (isFirst && isHeld) return
    fitBox(map, projection, boxOf(areas), { duration: isFirst ? 0 : 400 })
  }, [map, projection, areas, fits, isHeld])
  return null
}

/** One that lies across the 180th meridian makes it as wide as the world. */
function boxOf(areas: readonly NamedArea[]): Box {
  const boxes = areas.map(({ area }) => shapeOf(area).box)
  const isSplit = boxes.some(({ west, east }) => west > east)
  return {
    south: Math.max(-85, Math.min(...boxes.map(({ south }) => south))),
    north: Math.min(85, Math.max(...boxes.map(({ north }) => north))),
    west: isSplit ? -180 : Math.min(...boxes.map(({ west }) => west)),
    east: isSplit ? 180 : Math.max(...boxes.map(({ east }) => east)),
  }
}
