import { CloseOutlined } from '@ant-design/icons'
import type { Location } from '@trackway/core/features/locations/calls.ts'
import { Button } from 'antd'
import { useEffect, useState } from 'react'
import { useTexts } from '../../../base/use-texts.ts'
import { MapView } from '../../../map/view/MapView.tsx'
import type { FleetDevice } from '../fleet/fleet-store.ts'
import { type LiveFleet, useFleetView } from '../fleet/use-fleet.ts'
import { FleetOverlay } from './FleetOverlay.tsx'
import type { FleetActions } from './fleet-actions.ts'
import mapStyles from './LocationsMap.module.css'
import styles from './SplitMaps.module.css'

interface SplitMapsProps {
  live: LiveFleet
  ids: readonly number[]
  onSelect: (device: FleetDevice) => void
  onEnd: (id: number) => void
  onEndAll: () => void
}

/** Several vehicles, each kept in the middle of a map of its own. */
export function SplitMaps({ live, ids, onSelect, onEnd, onEndAll }: SplitMapsProps) {
  const { t, format } = useTexts()
  useFleetView(live.store, (view) => view)
  return (
    <div className={`${styles.maps} tw-relative tw-full-height tw-grid tw-gap-2`}>
      {ids.map((id) => {
        const device = live.store.find(id) as Location | undefined
        return (
          device && (
            <section
              key={id}
              className="tw-shrink tw-shrink-down"
              aria-label={t('locations.followed', { name: device.displayName })}
            >
              <MapView isApart>
                <Followed live={live} device={device} onSelect={onSelect} />
                <div className={`${styles.name} tw-corner tw-plate tw-row tw-gap-10`}>
                  <b className="tw-ellipsis">{device.displayName}</b>
                  <span className="tw-number">{format.speed(device.speed)}</span>
                  <Button
                    type="text"
                    size="small"
                    icon={<CloseOutlined />}
                    aria-label={t('locations.endFollow', { name: device.displayName })}
                    onClick={() => onEnd(id)}
                  />
                </div>
              </MapView>
            </section>
          )
        )
      })}
      <Button className={mapStyles.overMap!} onClick={onEndAll}>
        {t('locations.endSplit')}
      </Button>
    </div>
  )
}

function Followed({
  live,
  device,
  onSelect,
}: {
  live: LiveFleet
  device: Location
  onSelect: (device: FleetDevice) => void
}) {
  const [actions, setActions] = useState<FleetActions | null>(null)
  // Each report brings it back to the middle, also after the map was dragged.
  const { id, lat, lon } = device
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place, not another state
  useEffect(() => actions?.show(device, true), [actions, id, lat, lon])
  return (
    <FleetOverlay
      live={live}
      selected={device}
      followedId={id}
      isClustered={false}
      coveredShare={0}
      onReady={setActions}
      onSelect={(clicked) => clicked && onSelect(clicked)}
      onFollow={() => {}}
      onFollowEnd={() => {}}
    />
  )
}
