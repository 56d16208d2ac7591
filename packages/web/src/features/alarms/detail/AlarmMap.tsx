import { BellFilled, CompressOutlined, ExpandOutlined } from '@ant-design/icons'
import type { AlarmEpisode } from '@trackway/core/api/alarms.ts'
import Feature from 'ol/Feature'
import LineString from 'ol/geom/LineString'
import { Stroke, Style } from 'ol/style'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsDark } from '../../../base/theme/theme.ts'
import { MapPin } from '../../../map/overlays/MapPins.tsx'
import { lineOnProjection } from '../../../map/projections.ts'
import { fitBox } from '../../../map/view/camera.ts'
import { MapButton } from '../../../map/view/MapButton.tsx'
import { MapControls } from '../../../map/view/MapControls.tsx'
import { MapView } from '../../../map/view/MapView.tsx'
import { useMap } from '../../../map/view/map-context.ts'
import { useFeatures } from '../../../map/view/use-layer.ts'
import styles from './AlarmDetail.module.css'
import type { Place } from './use-alarm-track.ts'

/** A few hundred metres around what stood still. */
const leastDeg = 0.004

interface AlarmMapProps {
  alarm: Pick<AlarmEpisode, 'lat' | 'lon'>
  /** The way around it. */
  track: readonly Place[]
  isLarge: boolean
  onLarge: (isLarge: boolean) => void
}

/** Where an alarm was, with ten minutes of the way around it. */
export function AlarmMap({ alarm, track, isLarge, onLarge }: AlarmMapProps) {
  const { t } = useTranslation()
  const { lat, lon } = alarm
  const places: Place[] = lat === null || lon === null ? [...track] : [...track, [lon, lat]]
  if (places.length === 0) return <p className="tw-muted tw-small">{t('alarms.noPlace')}</p>
  return (
    <div className={styles.map} data-large={isLarge} data-testid="tw-alarm-map">
      <MapView isApart>
        <Way track={track} />
        <Fit places={places} isLarge={isLarge} />
        {lat !== null && lon !== null && (
          <MapPin lat={lat} lon={lon} positioning="center-center">
            <span className={styles.pin}>
              <BellFilled />
            </span>
          </MapPin>
        )}
        <MapControls>
          <MapButton
            label={t(isLarge ? 'alarms.mapSmaller' : 'alarms.mapLarger')}
            isPressed={isLarge}
            onClick={() => onLarge(!isLarge)}
          >
            {isLarge ? <CompressOutlined /> : <ExpandOutlined />}
          </MapButton>
        </MapControls>
      </MapView>
      {track.length > 1 && <span className={`${styles.trackNote} tw-plate`}>{t('alarms.trackAround')}</span>}
    </div>
  )
}

function Way({ track }: { track: readonly Place[] }) {
  const { projection } = useMap()
  const isDark = useIsDark()
  const lines = useMemo(() => {
    if (track.length < 2) return []
    const line = new Feature(new LineString(lineOnProjection(projection, track)))
    const rim = new Stroke({
      color: isDark ? '#0c1316' : '#fff',
      width: 7,
      lineCap: 'round',
      lineJoin: 'round',
    })
    const core = new Stroke({
      color: isDark ? '#41b8c2' : '#0b6e78',
      width: 4,
      lineCap: 'round',
      lineJoin: 'round',
    })
    line.setStyle([new Style({ stroke: rim }), new Style({ stroke: core })])
    return [line]
  }, [track, projection, isDark])
  useFeatures(lines, 10)
  return null
}

/** Shows all of it, and again when the map becomes another size. */
function Fit({ places, isLarge }: { places: readonly Place[]; isLarge: boolean }) {
  const { map, projection } = useMap()
  const box = JSON.stringify(boxAround(places))
  // biome-ignore lint/correctness/useExhaustiveDependencies: a larger map shows it anew
  useEffect(() => {
    const fit = () =>
      fitBox(map, projection, JSON.parse(box), { padding: [28, 60, 48, 28], duration: 0, maxZoom: 17 })
    fit()
    map.once('change:size', fit)
    return () => map.un('change:size', fit)
  }, [map, projection, box, isLarge])
  return null
}

function boxAround(places: readonly Place[]) {
  const lons = places.map(([lon]) => lon)
  const lats = places.map(([, lat]) => lat)
  const [west, east] = widened(Math.min(...lons), Math.max(...lons))
  const [south, north] = widened(Math.min(...lats), Math.max(...lats))
  return { west, south, east, north }
}

function widened(least: number, most: number): [number, number] {
  const missing = Math.max(0, leastDeg - (most - least)) / 2
  return [least - missing, most + missing]
}
