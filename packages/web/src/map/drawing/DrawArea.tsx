import type { Area, Corridor, FenceArea } from '@trackway/core/geo/area.ts'
import { faultOf } from '@trackway/core/geo/area-faults.ts'
import type { Coordinate } from 'ol/coordinate'
import type { Geometry } from 'ol/geom'
import type CircleGeometry from 'ol/geom/Circle'
import type LineGeometry from 'ol/geom/LineString'
import type PointGeometry from 'ol/geom/Point'
import type PolygonGeometry from 'ol/geom/Polygon'
import Draw, { createBox } from 'ol/interaction/Draw'
import { useEffect, useRef } from 'react'
import { useIsDark } from '../../base/theme/theme.ts'
import { isTyping } from '../../ui/keys/is-typing.ts'
import type { MapProjection } from '../projections.ts'
import { useMap } from '../view/map-context.ts'
import { placeOf, showCursor } from './AreaLayer.tsx'
import { circleBetween, cornerList, type RadiusBounds, rectangleBetween } from './area-handles.ts'
import { areaStyle, corridorStyle } from './area-style.ts'

/** `point`: the centre of a circle of the given radius. */
export type DrawTool = 'circle' | 'rectangle' | 'polygon' | 'point' | 'corridor'

/** What a tool draws. */
export type DrawnBy<T extends DrawTool> = T extends 'corridor' ? Corridor : Area

interface DrawAreaProps<T extends DrawTool> {
  tool: T
  bounds: RadiusBounds
  /** Of a circle that is drawn by its centre alone. */
  radiusM: number
  /** Of a corridor; 200 by default. */
  widthM?: number
  maxCorners: number
  onDrawn: (area: DrawnBy<T>) => void
  onCancel: () => void
  /** Called while it is drawn, and with null when that ends. */
  onDraft?: ((area: DrawnBy<T> | null) => void) | undefined
}

/** Draws an area by clicks. Esc cancels, Enter closes a polygon, Backspace takes back its last corner. */
export function DrawArea<T extends DrawTool>(props: DrawAreaProps<T>) {
  const { tool, maxCorners, widthM = 200 } = props
  const { map, projection } = useMap()
  const isDark = useIsDark()
  const latest = useRef(props)
  latest.current = props

  useEffect(() => {
    const hasCorners = tool === 'polygon' || tool === 'corridor'
    const types = { polygon: 'Polygon', point: 'Point', corridor: 'LineString' } as const
    let isFaulty = false
    const styleNow = () =>
      tool === 'corridor'
        ? corridorStyle({ isDark, isFaulty }, widthM, projection)
        : () => areaStyle({ isDark, isFaulty })
    const draw = new Draw({
      type: (types as Partial<Record<DrawTool, 'Polygon' | 'Point' | 'LineString'>>)[tool] ?? 'Circle',
      ...(tool === 'rectangle' && { geometryFunction: createBox() }),
      ...(hasCorners && { maxPoints: maxCorners }),
      style: (feature, resolution) => styleNow()(feature, resolution),
      stopClick: true,
    })
    const drawnOf = (geometry: Geometry) => {
      const { bounds, radiusM } = latest.current
      return areaOf(tool, geometry, projection, { bounds, radiusM, widthM })
    }
    draw.on('drawstart', ({ feature }) => {
      isFaulty = false
      feature.getGeometry()!.on('change', ({ target }) => {
        const sketch = drawnOf(target as Geometry)
        const isArea = isWhole(sketch)
        isFaulty = isArea && faultOf(sketch) === 'selfCrossing'
        latest.current.onDraft?.(isArea ? (sketch as DrawnBy<T>) : null)
      })
    })
    draw.on('drawabort', () => latest.current.onDraft?.(null))
    draw.on('drawend', ({ feature }) => {
      isFaulty = false
      const drawn = drawnOf(feature.getGeometry()!)
      latest.current.onDraft?.(null)
      if (isWhole(drawn)) latest.current.onDrawn(drawn as DrawnBy<T>)
    })
    const onKey = (event: KeyboardEvent) => {
      const { target } = event
      if (isTyping(target) || (target instanceof HTMLElement && target.closest('[role="dialog"]'))) return
      const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'z' && !event.shiftKey
      if (event.key === 'Escape') latest.current.onCancel()
      else if (event.key === 'Enter' && hasCorners) draw.finishDrawing()
      else if ((event.key === 'Backspace' || isUndo) && hasCorners) draw.removeLastPoint()
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
  }, [map, projection, tool, maxCorners, widthM, isDark])
  return null
}

/** Has what is drawn as many corners as it takes? */
function isWhole(area: FenceArea): boolean {
  const corners = cornerList(area)
  return corners === null || corners.length >= (area.shape === 'corridor' ? 2 : 3)
}

interface DrawnSizes {
  bounds: RadiusBounds
  radiusM: number
  widthM: number
}

function areaOf(
  tool: DrawTool,
  geometry: Geometry,
  projection: MapProjection,
  { bounds, radiusM, widthM }: DrawnSizes,
): FenceArea {
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
    case 'polygon':
      return {
        shape: 'polygon',
        corners: distinct((geometry as PolygonGeometry).getCoordinates()[0]!.map(at)),
      }
    case 'corridor': {
      const line = (geometry as LineGeometry).getCoordinates().map(at)
      return { shape: 'corridor', line: distinct(line, false), widthM }
    }
  }
}

/** A double click sets its last corner twice; a ring also ends where it began. */
function distinct<P extends { lat: number; lon: number }>(places: P[], isRing = true): P[] {
  return places.filter(({ lat, lon }, i) => {
    const next = places[i + 1] ?? (isRing && i > 0 ? places[0]! : null)
    return next === null || lat !== next.lat || lon !== next.lon
  })
}
