import type { Area } from '@trackway/core/geo/area.ts'
import type { Coordinate } from 'ol/coordinate'
import type { Geometry } from 'ol/geom'
import type CircleGeometry from 'ol/geom/Circle'
import type PointGeometry from 'ol/geom/Point'
import type PolygonGeometry from 'ol/geom/Polygon'
import Draw, { createBox } from 'ol/interaction/Draw'
import { useEffect, useRef } from 'react'
import { useIsDark } from '../../base/theme.ts'
import type { MapProjection } from '../projections.ts'
import { useMap } from '../view/map-context.ts'
import { placeOf, showCursor } from './AreaLayer.tsx'
import { circleBetween, type RadiusBounds, rectangleBetween } from './area-handles.ts'
import { areaStyle } from './area-style.ts'

/** `point`: the centre of a circle of the given radius. */
export type DrawTool = 'circle' | 'rectangle' | 'polygon' | 'point'

interface DrawAreaProps {
  tool: DrawTool
  bounds: RadiusBounds
  /** Of a circle that is drawn by its centre alone. */
  radiusM: number
  maxCorners: number
  onDrawn: (area: Area) => void
  onCancel: () => void
}

/** Draws an area by clicks. Esc cancels, Enter closes a polygon, Backspace takes back its last corner. */
export function DrawArea({ tool, bounds, radiusM, maxCorners, onDrawn, onCancel }: DrawAreaProps) {
  const { map, projection } = useMap()
  const isDark = useIsDark()
  const latest = useRef({ bounds, radiusM, onDrawn, onCancel })
  latest.current = { bounds, radiusM, onDrawn, onCancel }

  useEffect(() => {
    const draw = new Draw({
      type: tool === 'polygon' ? 'Polygon' : tool === 'point' ? 'Point' : 'Circle',
      ...(tool === 'rectangle' && { geometryFunction: createBox() }),
      ...(tool === 'polygon' && { maxPoints: maxCorners }),
      style: areaStyle({ isDark, isFaulty: false }),
      stopClick: true,
    })
    draw.on('drawend', ({ feature }) => {
      const { bounds, radiusM, onDrawn } = latest.current
      onDrawn(areaOf(tool, feature.getGeometry()!, projection, bounds, radiusM))
    })
    const onKey = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLElement && event.target.closest('input, textarea, [role="dialog"]'))
        return
      if (event.key === 'Escape') latest.current.onCancel()
      else if (event.key === 'Enter' && tool === 'polygon') draw.finishDrawing()
      else if (event.key === 'Backspace' && tool === 'polygon') draw.removeLastPoint()
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    map.addInteraction(draw)
    showCursor(map, 'crosshair')
    // Before the map's own keys.
    document.addEventListener('keydown', onKey, true)
    return () => {
      document.removeEventListener('keydown', onKey, true)
      map.removeInteraction(draw)
      showCursor(map, '')
    }
  }, [map, projection, tool, maxCorners, isDark])
  return null
}

function areaOf(
  tool: DrawTool,
  geometry: Geometry,
  projection: MapProjection,
  bounds: RadiusBounds,
  radiusM: number,
): Area {
  const at = (coordinate: Coordinate) => placeOf(projection, coordinate)
  switch (tool) {
    case 'point':
      return { shape: 'circle', ...at((geometry as PointGeometry).getCoordinates()), radiusM }
    case 'circle': {
      const circle = geometry as CircleGeometry
      return circleBetween(at(circle.getCenter()), at(circle.getLastCoordinate()), bounds)
    }
    case 'rectangle': {
      const [west, south, east, north] = geometry.getExtent() as [number, number, number, number]
      return rectangleBetween(at([west, south]), at([east, north]))
    }
    case 'polygon': {
      const ring = (geometry as PolygonGeometry).getCoordinates()[0]!.slice(0, -1).map(at)
      // A double click sets its last corner twice.
      const corners = ring.filter(({ lat, lon }, i) => {
        const next = ring[(i + 1) % ring.length]!
        return lat !== next.lat || lon !== next.lon
      })
      return { shape: 'polygon', corners }
    }
  }
}
