import type { Track } from '@trackway/core/track/columns.ts'
import Feature from 'ol/Feature'
import MultiLineString from 'ol/geom/MultiLineString'
import VectorLayer from 'ol/layer/Vector'
import VectorSource from 'ol/source/Vector'
import Stroke from 'ol/style/Stroke'
import Style from 'ol/style/Style'
import { useEffect, useMemo } from 'react'
import { useIsDark } from '../../app/theme.ts'
import { fitBox } from '../camera.ts'
import { useMap } from '../map-context.ts'
import { speedBands } from './speed-bands.ts'
import { type Lines, speedRuns } from './speed-runs.ts'

interface Props {
  track: Track
  /** Shows all of the track whenever this changes; undefined: the view is left alone. */
  fitKey?: string | undefined
  /** Pixels kept free at top, right, bottom and left when it is shown whole. */
  padding?: [number, number, number, number]
}

const noPadding: [number, number, number, number] = [48, 48, 48, 48]

/** A track as a line coloured by speed, with a rim that keeps it apart from the map. */
export function TrackLayer({ track, fitKey, padding = noPadding }: Props) {
  const { map, plane } = useMap()
  const isDark = useIsDark()
  const lines = useMemo(() => speedRuns(track, plane), [track, plane])

  useEffect(() => {
    const source = new VectorSource({ useSpatialIndex: false })
    const rim = isDark ? 'rgba(8,14,17,.75)' : 'rgba(255,255,255,.85)'
    const dash = new Stroke({
      color: isDark ? '#8fa0a8' : '#75848d',
      width: 2,
      lineDash: [2, 7],
      lineCap: 'round',
    })
    addLines(source, lines.gaps, [new Style({ stroke: dash, zIndex: 0 })])
    for (const [index, band] of lines.bands.entries()) {
      const colour = speedBands[index]![isDark ? 'dark' : 'light']
      const round = { lineCap: 'round', lineJoin: 'round' } as const
      addLines(source, band, [
        new Style({ stroke: new Stroke({ color: rim, width: 7, ...round }), zIndex: 1 }),
        new Style({ stroke: new Stroke({ color: colour, width: 4, ...round }), zIndex: 2 + index }),
      ])
    }
    const layer = new VectorLayer({
      source,
      zIndex: 10,
      updateWhileAnimating: true,
      updateWhileInteracting: true,
    })
    map.addLayer(layer)
    return () => {
      map.removeLayer(layer)
      layer.dispose()
    }
  }, [map, lines, isDark])

  const hasBox = lines.box !== null
  // Without easing: a base map that is still on its way takes over where the map stands now.
  // biome-ignore lint/correctness/useExhaustiveDependencies: days that join later must not move the view again
  useEffect(() => {
    const { box } = lines
    if (fitKey === undefined || !box) return
    const fit = () => fitBox(map, plane, box, { padding, duration: 0 })
    // A map that was not laid out yet has no size to fit into.
    if (map.getSize()) return fit()
    map.once('change:size', fit)
    return () => map.un('change:size', fit)
  }, [fitKey, hasBox])
  return null
}

function addLines(source: VectorSource, { flat, ends }: Lines, style: Style[]): void {
  if (ends.length === 0) return
  const feature = new Feature(new MultiLineString(flat, 'XY', ends))
  feature.setStyle(style)
  source.addFeature(feature)
}
