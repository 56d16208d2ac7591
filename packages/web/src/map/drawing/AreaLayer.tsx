import { type FenceArea, type Place, wrappedLon } from '@trackway/core/geo/area.ts'
import { faultOf } from '@trackway/core/geo/area-faults.ts'
import Feature from 'ol/Feature'
import Point from 'ol/geom/Point'
import PointerInteraction from 'ol/interaction/Pointer'
import type OlMap from 'ol/Map'
import type Style from 'ol/style/Style'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useIsDark } from '../../base/theme/theme.ts'
import type { MapProjection } from '../projections.ts'
import { useMap } from '../view/map-context.ts'
import { useFeatures } from '../view/use-layer.ts'
import {
  cornerList,
  gripOf,
  handlesOf,
  insertCorner,
  middlesOf,
  moveHandle,
  type RadiusBounds,
  shiftArea,
} from './area-handles.ts'
import { geometryOf, gripStyle, handleStyle, middleStyle, styleOfArea } from './area-style.ts'

/** Handles need not be hit exactly, by fingers least of all: with their size it makes 44 px. */
const hitTolerance = matchMedia('(pointer: coarse)').matches ? 15 : 10

interface AreaLayerProps<A extends FenceArea> {
  area: A
  bounds: RadiusBounds
  /** Called when a handle was dragged; without it there are none. */
  onChange?: ((area: A) => void) | undefined
  /** Called while one is dragged, and with null when that ends. */
  onDraft?: ((area: A | null) => void) | undefined
  /** The most corners it may have; without it none can be added. */
  maxCorners?: number
  /** `#rrggbb`; left out: the accent colour. */
  colour?: string | undefined
  /** More is wrong with it than its shape. */
  isFaulty?: boolean
  /** The corner that is chosen, by its place in the order; a click on one chooses it. */
  corner?: number | null
  onCorner?: (index: number | null) => void
  /** Called with the copy that was dragged off with Alt held. */
  onCopy?: ((area: A) => void) | undefined
}

/** What is taken hold of. */
type Grip = { kind: 'corner' | 'middle'; index: number } | { kind: 'move' }

/** An area on the map, with handles to change it by. */
export function AreaLayer<A extends FenceArea>(props: AreaLayerProps<A>) {
  const { area, onChange, maxCorners = 0, colour, isFaulty = false, corner = null } = props
  const { map, projection } = useMap()
  const isDark = useIsDark()
  /** While a handle is dragged. */
  const [draft, setDraft] = useState<A | null>(null)
  const shown = draft ?? area
  const latest = useRef(props)
  latest.current = props
  const isChangeable = onChange !== undefined

  const features = useMemo(() => {
    const look = { isDark, colour, isFaulty: isFaulty || faultOf(shown) !== null }
    const surface = new Feature(geometryOf(shown, projection))
    surface.setStyle(styleOfArea(shown, look, projection))
    if (!isChangeable) return [surface]
    const point = ({ lat, lon }: Place, grip: Grip, style: Style) => {
      const feature = new Feature({ geometry: new Point(projection.fromWgs84(lon, lat)), grip })
      feature.setStyle(style)
      return feature
    }
    const middle = gripOf(shown)
    const mayGrow = (cornerList(shown)?.length ?? maxCorners) < maxCorners
    return [
      surface,
      ...(middle ? [point(middle, { kind: 'move' }, gripStyle(look))] : []),
      ...(mayGrow ? middlesOf(shown) : []).map((place, index) =>
        point(place, { kind: 'middle', index }, middleStyle(look)),
      ),
      ...handlesOf(shown).map((place, index) =>
        point(place, { kind: 'corner', index }, handleStyle({ ...look, isChosen: index === corner })),
      ),
    ]
  }, [projection, shown, isDark, isChangeable, colour, isFaulty, maxCorners, corner])
  const layer = useFeatures(features, 12)

  useEffect(() => {
    if (!isChangeable) return
    const gripAt = (pixel: number[]): Grip | undefined => {
      let found: Grip | undefined
      map.forEachFeatureAtPixel(
        pixel,
        (feature) => {
          const grip = feature.get('grip') as Grip | undefined
          // A corner goes before the shape beneath it.
          if (grip && (!found || grip.kind === 'corner')) found = grip
          return found?.kind === 'corner'
        },
        { layerFilter: (each) => each === layer, hitTolerance },
      )
      return found
    }
    const isOnArea = (pixel: number[]) => map.hasFeatureAtPixel(pixel, { layerFilter: (e) => e === layer })

    let dragging: { from: Place; start: A; grip: Grip; isCopy: boolean } | null = null
    let dragged: A | null = null
    const interaction = new PointerInteraction({
      handleDownEvent: ({ pixel, coordinate, originalEvent }) => {
        const { area, onCopy } = latest.current
        const isCopy = originalEvent.altKey && onCopy !== undefined && isOnArea(pixel)
        const grip: Grip | undefined = isCopy ? { kind: 'move' } : gripAt(pixel)
        if (!grip) return false
        const place = placeOf(projection, coordinate)
        const from = grip.kind === 'move' && !isCopy ? gripOf(area)! : place
        const start = grip.kind === 'middle' ? insertCorner(area, grip.index, place) : area
        dragging = { from, start, grip, isCopy }
        return true
      },
      handleDragEvent: ({ coordinate }) => {
        const { from, start, grip } = dragging!
        const place = placeOf(projection, coordinate)
        if (grip.kind === 'move') dragged = shiftArea(start, from, place)
        else {
          const index = grip.kind === 'middle' ? grip.index + 1 : grip.index
          dragged = moveHandle(start, index, place, latest.current.bounds)
        }
        setDraft(dragged)
        latest.current.onDraft?.(dragged)
      },
      handleUpEvent: () => {
        const { onChange, onCopy, onDraft, onCorner, area } = latest.current
        const { grip, isCopy } = dragging!
        if (dragged) (isCopy ? onCopy : onChange)?.(dragged)
        else if (grip.kind === 'corner' && cornerList(area)) onCorner?.(grip.index)
        dragging = null
        dragged = null
        setDraft(null)
        onDraft?.(null)
        return false
      },
      handleMoveEvent: ({ pixel, dragging, originalEvent }) => {
        if (dragging) return
        const isCopying = originalEvent.altKey && latest.current.onCopy && isOnArea(pixel)
        showCursor(map, isCopying ? 'copy' : gripAt(pixel) ? 'move' : '')
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

export function showCursor(map: OlMap, cursor: '' | 'move' | 'crosshair' | 'pointer' | 'copy'): void {
  const viewport = map.getViewport()
  if (viewport) viewport.style.cursor = cursor
}

/** A place of the map, WGS-84, to a tenth of a metre. */
export function placeOf(projection: MapProjection, [x, y]: number[]): Place {
  const [lon, lat] = projection.toWgs84(x!, y!)
  const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6
  return { lat: rounded(Math.max(-90, Math.min(90, lat))), lon: rounded(wrappedLon(lon)) }
}
