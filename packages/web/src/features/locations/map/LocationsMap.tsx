import { AimOutlined, BorderOuterOutlined, ColumnWidthOutlined } from '@ant-design/icons'
import type { CarIconState } from '@trackway/core/codes/states.ts'
import type { Location } from '@trackway/core/features/locations/calls.ts'
import { Button, Flex } from 'antd'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCan } from '../../../base/session.ts'
import { recall, remember } from '../../../base/stored.ts'
import { useIsPhone } from '../../../base/use-is-phone.ts'
import { useNow } from '../../../base/use-now.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { StateMark } from '../../../map/fleet/StateMark.tsx'
import { MapButton } from '../../../map/view/MapButton.tsx'
import { MapControls } from '../../../map/view/MapControls.tsx'
import { MapNotices } from '../../../map/view/MapNotices.tsx'
import { MapView } from '../../../map/view/MapView.tsx'
import { Address } from '../../../ui/address/Address.tsx'
import { FencesOnMap } from '../../fences/FencesOnMap.tsx'
import { hasTexts } from '../fleet/fleet-store.ts'
import { isMoving, runStateKey, stateSince } from '../fleet/run-state.ts'
import { useFleetView } from '../fleet/use-fleet.ts'
import { FleetOverlay } from './FleetOverlay.tsx'
import type { FleetActions, FleetOverlayProps, Hovered } from './fleet-actions.ts'
import { LiveBanner } from './LiveBanner.tsx'
import styles from './LocationsMap.module.css'
import { SelectedTrail } from './SelectedTrail.tsx'
import { useOpeningBox } from './use-opening-box.ts'

const MeasureTool = lazy(async () => ({
  default: (await import('../../../map/drawing/MeasureTool.tsx')).MeasureTool,
}))

interface LocationsMapProps extends Omit<FleetOverlayProps, 'isClustered'> {
  /** Whose fences are shown. */
  userId: number | undefined
  /** A device followed until the user moved the map, to be followed again. */
  lastFollowed: Location | null
  /** What the map is to show at first is known. */
  mayFit: boolean
}

/** The map with the fleet, the trail of the selected device, and the buttons. */
export function LocationsMap({ userId, lastFollowed, mayFit, onReady, ...fleet }: LocationsMapProps) {
  const { live, selected, followedId, onFollow } = fleet
  const { t } = useTranslation()
  const isPhone = useIsPhone()
  const [isClustered, setClustered] = useState(true)
  const mayFence = useCan('main:fence')
  const [hasFences, setHasFences] = useState(() => recall('monitorFences') !== false)
  const showFences = (isShown: boolean) => {
    setHasFences(isShown)
    remember('monitorFences', isShown)
  }
  const [isMeasuring, setMeasuring] = useState(false)
  const [hovered, setHovered] = useState<Hovered | null>(null)
  const [actions, setActions] = useState<FleetActions | null>(null)
  const fitted = useRef<object | null>(null)
  const opening = useOpeningBox()
  const hasDevices = useFleetView(live.store, (view) => view.total > 0)
  const hoveredDevice = useFleetView(live.store, () => hovered && live.store.find(hovered.device.id))

  /** The card stays where it opened while the pointer rests on its vehicle. */
  const hover = (next: Hovered | null) =>
    setHovered((before) => (before?.device.id === next?.device.id ? before : next))
  const ready = (next: FleetActions) => {
    setActions(next)
    onReady?.(next)
  }

  // Shows the whole fleet when it first comes, of the demo a city; a device named by the link is shown by itself.
  useEffect(() => {
    if (!actions || !mayFit || opening === undefined || !hasDevices || fitted.current === live.store) return
    fitted.current = live.store
    if (selected) actions.show(selected, true)
    else if (opening) actions.fillWith(opening)
    else actions.fitAll()
  }, [actions, mayFit, opening, hasDevices, live.store, selected])

  return (
    <MapView>
      <FleetOverlay
        {...fleet}
        isClustered={isClustered}
        isIdle={isMeasuring}
        onReady={ready}
        onHover={hover}
      />
      {hovered && <HoverCard {...hovered} device={hoveredDevice ?? hovered.device} />}
      {isMeasuring && (
        <Suspense>
          <MeasureTool onClose={() => setMeasuring(false)} />
        </Suspense>
      )}
      {mayFence && hasFences && <FencesOnMap userId={userId} />}
      {selected && <SelectedTrail key={selected.id} device={selected} />}
      <MapControls onFit={() => actions?.fitAll()}>
        <MapButton
          label={t('map.clusters')}
          isPressed={isClustered}
          onClick={() => setClustered(!isClustered)}
        >
          <ClusterIcon />
        </MapButton>
        {mayFence && (
          <MapButton label={t('fences.onMap')} isPressed={hasFences} onClick={() => showFences(!hasFences)}>
            <BorderOuterOutlined />
          </MapButton>
        )}
        {!isPhone && (
          <MapButton
            label={t('map.measure')}
            isPressed={isMeasuring}
            onClick={() => {
              setMeasuring(!isMeasuring)
              setHovered(null)
            }}
          >
            <ColumnWidthOutlined />
          </MapButton>
        )}
      </MapControls>
      <MapNotices />
      <LiveBanner live={live} />
      {lastFollowed && followedId === null && (
        <Button className={styles.overMap} icon={<AimOutlined />} onClick={() => onFollow(lastFollowed)}>
          {t('locations.followAgain', { name: lastFollowed.displayName })}
        </Button>
      )}
    </MapView>
  )
}

function ClusterIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="18"
      height="18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.8"
      aria-hidden="true"
    >
      <circle cx="9" cy="10" r="5.5" />
      <circle cx="18" cy="15.5" r="2.5" />
      <circle cx="11" cy="20" r="1.7" />
    </svg>
  )
}

/** What a device under the pointer is called, what it does and where. */
function HoverCard({ device, x, y }: Hovered) {
  const { t, format } = useTexts()
  const now = useNow(1000)
  if (!hasTexts(device)) return null
  const state = device.carIconState as CarIconState
  const since = stateSince(device)
  return (
    <div
      className={`${styles.card} tw-tip tw-plate tw-grid tw-gap-2`}
      style={{ left: x, top: y }}
      data-testid="tw-hover-card"
    >
      <b className="tw-ellipsis">{device.displayName}</b>
      <Flex component="span" align="center" gap={6}>
        <StateMark state={state} headingDeg={device.courseDeg} sizePx={16} />
        {isMoving(state) ? format.speed(device.speed) : t(runStateKey(device))}
        {since !== null && <span className="tw-muted">· {format.age(since, now)}</span>}
      </Flex>
      {device.lat !== null && device.lon !== null && (
        <span className="tw-small tw-muted tw-ellipsis">
          <Address lat={device.lat} lon={device.lon} short isRough={isMoving(state)} />
        </span>
      )}
    </div>
  )
}
