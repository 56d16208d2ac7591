import Feature from 'ol/Feature'
import LineString from 'ol/geom/LineString'
import Stroke from 'ol/style/Stroke'
import Style from 'ol/style/Style'
import { useMemo } from 'react'
import { useIsDark } from '../../base/theme/theme.ts'
import { lineOnProjection } from '../projections.ts'
import { useMap } from '../view/map-context.ts'
import { useFeatures } from '../view/use-layer.ts'

/** A part of a line that is pointed at, as a glow: places as [longitude, latitude]. */
export function HighlightLayer({ places }: { places: readonly [lon: number, lat: number][] | null }) {
  const { projection } = useMap()
  const isDark = useIsDark()
  const lines = useMemo(() => {
    if (!places || places.length === 0) return []
    const line = new Feature(new LineString(lineOnProjection(projection, places)))
    const color = isDark ? 'rgba(106,205,213,.5)' : 'rgba(11,110,120,.38)'
    line.setStyle(
      new Style({ stroke: new Stroke({ color, width: 15, lineCap: 'round', lineJoin: 'round' }) }),
    )
    return [line]
  }, [places, projection, isDark])
  useFeatures(lines, 11)
  return null
}
