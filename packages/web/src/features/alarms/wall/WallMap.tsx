import { BellFilled } from '@ant-design/icons'
import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'
import { MapPin } from '../../../map/overlays/MapPins.tsx'
import { MapControls } from '../../../map/view/MapControls.tsx'
import { MapView } from '../../../map/view/MapView.tsx'
import { FitPlaces } from '../detail/FitPlaces.tsx'
import styles from './WallScreen.module.css'

/** Beyond that pins would only cover each other. */
const mostPins = 60

/** Where the alarms were, each with the name of its vehicle. */
export function WallMap({ alarms }: { alarms: readonly AlarmEpisode[] }) {
  const placed = alarms.slice(0, mostPins).flatMap((alarm) => {
    const { lat, lon } = alarm
    return lat === null || lon === null ? [] : [{ alarm, lat, lon }]
  })
  return (
    <MapView isApart>
      {placed.length > 0 && <FitPlaces places={placed.map(({ lat, lon }) => ({ lat, lon }))} />}
      {placed.map(({ alarm: { id, severity, displayName }, lat, lon }) => (
        <MapPin key={id} lat={lat} lon={lon} positioning="center-center">
          <span className={styles.pin} data-severity={severity}>
            <BellFilled /> {displayName}
          </span>
        </MapPin>
      ))}
      <MapControls />
    </MapView>
  )
}
