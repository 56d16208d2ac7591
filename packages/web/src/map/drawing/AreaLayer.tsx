import { type Area, type Place, wrappedLon } from '@trackway/core/geo/area.ts'
import { faultOf } from '@trackway/core/geo/area-faults.ts'
import Feature from 'ol/Feature'
import Point from 'ol/geom/Point'
import Polygon from 'ol/geom/Polygon'
import PointerInteraction from 'ol/interaction/Pointer'
import type OlMap from 'ol/Map'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useIsDark } from '../../base/theme.ts'
import { lineOnProjection, type MapProjection } from '../projections.ts'
import { useMap } from '../view/map-context.ts'
import { useFeatures } from '../view/use-layer.ts'
import { handlesOf, moveHandle, outlineOf, type RadiusBounds } from './area-handles.ts'
import { areaStyle, handleStyle } from './area-style.ts'

/** Fingers need not hit a handle exactly. */
const hitTolerance = 10

interface AreaLayerProps {
  area: Area
  bounds: RadiusBounds
  /** Called when a handle was dragged; without it there are none. */
  onChange?: ((area: Area) => void) | undefined
}

/** An area on the map, with handles to change it by. */
export function AreaLayer({ area, bounds, onChange }: AreaLayerProps) {
  const { map, projection } = useMap()
  const isDark = useIsDark()
  /** While a handle is dragged. */
  const [draft, setDraft] = useState<Area | null>(null)
  const shown = draft ?? area
  const latest = useRef({ area, bounds, onChange })
  latest.current = { area, bounds, onChange }
  const isChangeable = onChange !== undefined

  const features = useMemo(() => {
    const look = { isDark, isFaulty: faultOf(shown) !== null }
    const ring = outlineOf(shown).map(({ lat, lon }) => [lon, lat] as const)
    const surface = new Feature(new Polygon([lineOnProjection(projection, ring)]))
    surface.setStyle(areaStyle(look))
    const handles = isChangeable ? handlesOf(shown) : []
    const points = handles.map(({ lat, lon }, index) => {
      const point = new Feature({ geometry: new Point(projection.fromWgs84(lon, lat)), index })
      point.setStyle(handleStyle(look))
      return point
    })
    return [surface, ...points]
  }, [projection, shown, isDark, isChangeable])
  const layer = useFeatures(features, 12)

  useEffect(() => {
    if (!isChangeable) return
    let index: number | null = null
    let dragged: Area | null = null
    const handleAt = (pixel: number[]): number | undefined =>
      map.forEachFeatureAtPixel(pixel, (feature) => feature.get('index') as number | undefined, {
        layerFilter: (each) => each === layer,
        hitTolerance,
      })
    const interaction = new PointerInteraction({
      handleDownEvent: ({ pixel }) => {
        index = handleAt(pixel) ?? null
        return index !== null
      },
      handleDragEvent: ({ coordinate }) => {
        const { area, bounds } = latest.current
        dragged = moveHandle(dragged ?? area, index!, placeOf(projection, coordinate), bounds)
        setDraft(dragged)
      },
      handleUpEvent: () => {
        if (dragged) latest.current.onChange?.(dragged)
        dragged = null
        setDraft(null)
        return false
      },
      handleMoveEvent: ({ pixel, dragging }) => {
        if (!dragging) showCursor(map, handleAt(pixel) === undefined ? '' : 'move')
      },
    })
    map.addInteraction(interaction)
    return () => {
      map.removeInteraction(interaction)
      showCursor(map, '')
    }
  }, [map, projection, layer, isChangeable])
  return null
}

export function showCursor(map: OlMap, cursor: '' | 'move' | 'crosshair'): void {
  const viewport = map.getViewport()
  if (viewport) viewport.style.cursor = cursor
}

/** A place of the map, WGS-84, to a tenth of a metre. */
export function placeOf(projection: MapProjection, [x, y]: number[]): Place {
  const [lon, lat] = projection.toWgs84(x!, y!)
  const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6
  return { lat: rounded(Math.max(-90, Math.min(90, lat))), lon: rounded(wrappedLon(lon)) }
}
