import { BellFilled, CompressOutlined, ExpandOutlined } from '@ant-design/icons'
import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import type { Place } from '@trackway/core/geo/area.ts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsDark } from '../../../base/theme/theme.ts'
import { MapPin } from '../../../map/overlays/MapPins.tsx'
import { wayFeature } from '../../../map/overlays/way-feature.ts'
import { MapButton } from '../../../map/view/MapButton.tsx'
import { MapControls } from '../../../map/view/MapControls.tsx'
import { MapView } from '../../../map/view/MapView.tsx'
import { useMap } from '../../../map/view/map-context.ts'
import { useFeatures } from '../../../map/view/use-layer.ts'
import styles from './AlarmDetail.module.css'
import { FitPlaces } from './FitPlaces.tsx'

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
  const places: Place[] = lat === null || lon === null ? [...track] : [...track, { lat, lon }]
  if (places.length === 0) return <p className="tw-muted tw-small">{t('alarms.noPlace')}</p>
  return (
    <div
      className={`${styles.map} tw-rigid tw-relative tw-box tw-clip`}
      data-large={isLarge}
      data-testid="tw-alarm-map"
    >
      <MapView isApart>
        <Way track={track} />
        <FitPlaces places={places} isLarge={isLarge} />
        {lat !== null && lon !== null && (
          <MapPin lat={lat} lon={lon} positioning="center-center">
            <span className="tw-alarm-pin tw-middle tw-small">
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
      {track.length > 1 && (
        <span className="tw-corner tw-map-label tw-plate tw-tiny">{t('alarms.trackAround')}</span>
      )}
    </div>
  )
}

function Way({ track }: { track: readonly Place[] }) {
  const { projection } = useMap()
  const isDark = useIsDark()
  const lines = useMemo(
    () =>
      wayFeature(projection, track, [
        [isDark ? '#0c1316' : '#fff', 7],
        [isDark ? '#41b8c2' : '#0b6e78', 4],
      ]),
    [track, projection, isDark],
  )
  useFeatures(lines, 10)
  return null
}
