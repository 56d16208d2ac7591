import type { FenceArea } from '@trackway/core/geo/area.ts'
import Feature from 'ol/Feature'
import Snap from 'ol/interaction/Snap'
import type MapBrowserEvent from 'ol/MapBrowserEvent'
import { useEffect, useMemo } from 'react'
import { useIsDark } from '../../base/theme/theme.ts'
import { useMap } from '../view/map-context.ts'
import { useFeatures } from '../view/use-layer.ts'
import { useMapEvents } from '../view/use-map-events.ts'
import { useTip } from '../view/use-tip.ts'
import { dotBelowPx, geometryOf, halfWidth, styleFromAfar } from './area-style.ts'
import { isNear } from './is-near.ts'

/** An area with a name, one of many on the map. */
export interface NamedArea {
  id: number
  name: string
  area: FenceArea
  /** `#rrggbb`; left out: the accent colour. */
  colour?: string
  isOff?: boolean
}

interface AreasLayerProps {
  areas: readonly NamedArea[]
  chosen?: number | null
  /** Called with what is clicked; null: none. Without it a click is for what lies above. */
  onChoose?: (id: number | null) => void
  /** What is drawn above snaps to these: changes with the tool that draws. */
  snapFor?: unknown
}

/** Snapping looks at each edge; of more areas it would hold up the pointer. */
const mostSnapped = 500

/** Areas on the map, small ones above large ones; their names show where the pointer is. */
export function AreasLayer({ areas, chosen = null, onChoose, snapFor }: AreasLayerProps) {
  const { map, projection } = useMap()
  const isDark = useIsDark()
  const showTip = useTip('tw-plate tw-map-label tw-bold', { offset: [12, 12] })

  const shapes = useMemo(
    () =>
      areas.map(({ id, name, area }) => {
        const geometry = geometryOf(area, projection)
        const feature = new Feature({ geometry, areaId: id, name })
        const [west, south, east, north] = geometry.getExtent() as [number, number, number, number]
        return { feature, geometry, area, width: east - west, height: north - south }
      }),
    [areas, projection],
  )
  const bySize = useMemo(() => shapes.toSorted((a, b) => b.width * b.height - a.width * a.height), [shapes])
  const features = useMemo(() => bySize.map(({ feature }) => feature), [bySize])
  useEffect(() => {
    shapes.forEach(({ feature }, index) => {
      const { id, area, colour, isOff = false } = areas[index]!
      const look = { isDark, isFaulty: false, colour, isOff, isChosen: id === chosen }
      feature.setStyle(styleFromAfar(area, look, projection))
    })
  }, [shapes, areas, projection, isDark, chosen])
  const layer = useFeatures(features, 8)

  const areaAt = (event: MapBrowserEvent) => {
    const resolution = map.getView().getResolution()!
    // The one drawn last lies above: the smallest.
    return bySize.findLast(({ geometry, area, width, height }) => {
      const reachPx = Math.max(width, height) / resolution < dotBelowPx ? 8 : 3
      return isNear(geometry, event, reachPx * resolution + halfWidth(area, geometry, projection))
    })?.feature
  }
  const showName = (event: MapBrowserEvent, feature: Feature | undefined) =>
    feature ? showTip(String(feature.get('name')), event.coordinate) : showTip('')
  useMapEvents({
    pointermove: (event) => {
      if (!event.dragging) showName(event, areaAt(event))
    },
    click: (event) => {
      const feature = areaAt(event)
      if (matchMedia('(hover: none)').matches) showName(event, feature)
      onChoose?.(feature ? Number(feature.get('areaId')) : null)
    },
  })

  useEffect(() => {
    if (snapFor === undefined || features.length > mostSnapped) return
    const snap = new Snap({ source: layer.getSource()!, pixelTolerance: 8 })
    map.addInteraction(snap)
    return () => {
      map.removeInteraction(snap)
    }
  }, [map, layer, features, snapFor])
  return null
}
