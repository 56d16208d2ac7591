import type { CarIconState } from '@trackway/core/codes/states.ts'
import { useNow } from '../../../base/use-now.ts'
import { useTexts } from '../../../base/use-texts.ts'
import { StateMark } from '../../../map/fleet/StateMark.tsx'
import { Address } from '../../../ui/address/Address.tsx'
import { hasTexts } from '../fleet/fleet-store.ts'
import { isMoving, runStateKey, stateSince } from '../fleet/run-state.ts'
import type { Hovered } from './FleetOverlay.tsx'
import styles from './HoverCard.module.css'

/** What a device under the pointer is called, what it does and where. */
export function HoverCard({ device, x, y }: Hovered) {
  const { t, format } = useTexts()
  const now = useNow(1000)
  if (!hasTexts(device)) return null
  const state = device.carIconState as CarIconState
  const since = stateSince(device)
  return (
    <div className={`${styles.card} tw-plate`} style={{ left: x, top: y }} data-testid="tw-hover-card">
      <b className="tw-ellipsis">{device.displayName}</b>
      <span className={styles.state}>
        <StateMark state={state} headingDeg={device.courseDeg} sizePx={16} />
        {isMoving(state) ? format.speed(device.speed) : t(runStateKey(device))}
        {since !== null && <span className="tw-muted">· {format.age(since, now)}</span>}
      </span>
      {device.lat !== null && device.lon !== null && (
        <span className="tw-small tw-muted tw-ellipsis">
          <Address lat={device.lat} lon={device.lon} short isRough={isMoving(state)} />
        </span>
      )}
    </div>
  )
}
