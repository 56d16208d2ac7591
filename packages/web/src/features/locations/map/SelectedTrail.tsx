import { type CarIconState, untrustedBits } from '@trackway/core/codes/states.ts'
import type { Location } from '@trackway/core/features/locations/calls.ts'
import { trackCalls } from '@trackway/core/features/tracks/calls.ts'
import Feature from 'ol/Feature'
import LineString from 'ol/geom/LineString'
import VectorLayer from 'ol/layer/Vector'
import VectorSource from 'ol/source/Vector'
import { Stroke, Style } from 'ol/style'
import { useEffect, useRef, useState } from 'react'
import { api } from '../../../base/api.ts'
import { useCan } from '../../../base/session.ts'
import { useIsDark } from '../../../base/theme/theme.ts'
import { stateColour } from '../../../map/fleet/state-colours.ts'
import { useMap } from '../../../map/view/map-context.ts'

const trailMs = 30 * 60_000
const pieces = 12

type Place = [lon: number, lat: number]

/** Where the selected device has been in the last half hour: a line that fades with age. */
export function SelectedTrail({ device }: { device: Location }) {
  const { map, projection } = useMap()
  const isDark = useIsDark()
  const mayReplay = useCan('main:track')
  const layer = useRef<VectorLayer | null>(null)
  const [places, setPlaces] = useState<Place[]>([])
  const { terminalID, lon, lat, carIconState } = device

  useEffect(() => {
    if (!mayReplay) return
    const aborter = new AbortController()
    setPlaces([])
    const to = Date.now() + 60_000
    api(trackCalls.find, { terminalID, from: to - trailMs, to }, { signal: aborter.signal })
      .then(({ points }) => {
        const trusted = points.filter(({ quality }) => (quality & untrustedBits) === 0)
        setPlaces(
          trusted.flatMap((point): Place[] =>
            point.lat === null || point.lon === null ? [] : [[point.lon, point.lat]],
          ),
        )
      })
      // The trail is a nicety: without it the device is still where it is.
      .catch(() => {})
    return () => aborter.abort()
  }, [terminalID, mayReplay])

  useEffect(() => {
    if (lon === null || lat === null) return
    setPlaces((before) => {
      const last = before.at(-1)
      return last && last[0] === lon && last[1] === lat ? before : [...before, [lon, lat]]
    })
  }, [lon, lat])

  useEffect(() => {
    const created = new VectorLayer({ source: new VectorSource(), zIndex: 50, updateWhileInteracting: true })
    layer.current = created
    map.addLayer(created)
    return () => {
      map.removeLayer(created)
      created.dispose()
      layer.current = null
    }
  }, [map])

  useEffect(() => {
    const source = layer.current?.getSource()
    if (!source) return
    source.clear(true)
    const line = places.map(([x, y]) => projection.fromWgs84(x, y))
    const colour = stateColour(carIconState as CarIconState, isDark)
    source.addFeatures(
      cut(line, pieces).map((piece, index, all) => {
        const feature = new Feature(new LineString(piece))
        const opacity = 0.12 + (0.68 * (index + 1)) / all.length
        feature.setStyle(
          new Style({
            stroke: new Stroke({ color: withOpacity(colour, opacity), width: 4, lineCap: 'butt' }),
          }),
        )
        return feature
      }),
    )
  }, [places, projection, carIconState, isDark])

  return null
}

/** Cuts a line into pieces that share their ends. */
function cut<T>(line: T[], count: number): T[][] {
  if (line.length < 2) return []
  const step = Math.max(1, Math.ceil((line.length - 1) / count))
  const parts: T[][] = []
  for (let from = 0; from < line.length - 1; from += step) parts.push(line.slice(from, from + step + 1))
  return parts
}

function withOpacity(hex: string, opacity: number): string {
  return `${hex}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`
}
