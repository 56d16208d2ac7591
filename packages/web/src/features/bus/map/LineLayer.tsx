import type { Place } from '@trackway/core/geo/area.ts'
import Feature from 'ol/Feature'
import Point from 'ol/geom/Point'
import CircleStyle from 'ol/style/Circle'
import Fill from 'ol/style/Fill'
import Stroke from 'ol/style/Stroke'
import Style from 'ol/style/Style'
import Text from 'ol/style/Text'
import { useEffect, useMemo, useState } from 'react'
import { useIsDark } from '../../../base/theme/theme.ts'
import { wayFeature } from '../../../map/overlays/way-feature.ts'
import { boxAround, fitBox } from '../../../map/view/camera.ts'
import { useMap } from '../../../map/view/map-context.ts'
import { useFeatures } from '../../../map/view/use-layer.ts'

interface LineLayerProps {
  shape: readonly Place[]
  stops: readonly (Place & { name: string })[]
  colour: string
}

/** Names of stops are readable from this resolution on, metres of the projection a pixel. */
const namesBelow = 12

/** A bus line on the map: its way in its colour, its stops with their names. */
export function LineLayer({ shape, stops, colour }: LineLayerProps) {
  const { projection } = useMap()
  const isDark = useIsDark()
  const features = useMemo(() => {
    const ground = isDark ? '#10222b' : '#fff'
    const way = wayFeature(projection, shape, [
      [ground, 8],
      [colour, 5],
    ])
    const points = stops.map(({ lat, lon, name }, i) => {
      const point = new Feature(new Point(projection.fromWgs84(lon, lat)))
      const isEnd = i === 0 || i === stops.length - 1
      const image = new CircleStyle({
        radius: isEnd ? 8 : 6,
        fill: new Fill({ color: ground }),
        stroke: new Stroke({ color: colour, width: 3 }),
      })
      point.setStyle((_, resolution) => [
        new Style({
          image,
          zIndex: 1,
          ...(resolution < namesBelow && {
            text: new Text({
              text: name,
              offsetX: 12,
              textAlign: 'left',
              font: '12px system-ui, sans-serif',
              fill: new Fill({ color: isDark ? '#e6eef0' : '#12262c' }),
              stroke: new Stroke({ color: ground, width: 3 }),
            }),
          }),
        }),
      ])
      return point
    })
    return [...way, ...points]
  }, [projection, shape, stops, colour, isDark])
  useFeatures(features, 12)
  return null
}

/** Shows all of a line when it is opened, and again when `again` changes. */
export function FitLine({ places, again }: { places: readonly Place[]; again?: unknown }) {
  const { map, projection } = useMap()
  const [first] = useState(places)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a line that is edited must not move the view
  useEffect(() => {
    const shown = again ? places : first
    if (shown.length > 0) fitBox(map, projection, boxAround(shown), { duration: 0, maxZoom: 16 })
  }, [map, projection, first, again])
  return null
}
