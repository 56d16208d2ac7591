import Feature from 'ol/Feature'
import LineString from 'ol/geom/LineString'
import VectorLayer from 'ol/layer/Vector'
import VectorSource from 'ol/source/Vector'
import Stroke from 'ol/style/Stroke'
import Style from 'ol/style/Style'
import { useEffect, useState } from 'react'
import { useIsDark } from '../../base/theme.ts'
import { lineOnProjection } from '../projections.ts'
import { useMap } from '../view/map-context.ts'

/** A part of a line that is pointed at, as a glow: places as [longitude, latitude]. */
export function HighlightLayer({ places }: { places: readonly [lon: number, lat: number][] | null }) {
  const { map, projection } = useMap()
  const isDark = useIsDark()
  const [layer] = useState(() => new VectorLayer({ source: new VectorSource(), zIndex: 11 }))

  useEffect(() => {
    map.addLayer(layer)
    return () => {
      map.removeLayer(layer)
    }
  }, [map, layer])

  useEffect(() => {
    const source = layer.getSource()
    source?.clear(true)
    if (!source || !places || places.length === 0) return
    const line = new Feature(new LineString(lineOnProjection(projection, places)))
    const glow = isDark ? 'rgba(106,205,213,.5)' : 'rgba(11,110,120,.38)'
    line.setStyle(
      new Style({ stroke: new Stroke({ color: glow, width: 15, lineCap: 'round', lineJoin: 'round' }) }),
    )
    source.addFeature(line)
  }, [layer, places, projection, isDark])
  return null
}
