import { BellFilled, BorderOuterOutlined, CheckSquareFilled, FieldTimeOutlined } from '@ant-design/icons'
import type { CarIconState } from '@trackway/core/codes/states.ts'
import { warningOf } from '@trackway/core/rules/service-terms.ts'
import { type MouseEvent, memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Format } from '../../../base/format.ts'
import { StateMark } from '../../../map/fleet/StateMark.tsx'
import { Address } from '../../../ui/address/Address.tsx'
import type { WaitingAlarms } from '../../alarms/live/waiting-alarms.ts'
import type { FenceAround } from '../../fences/vehicle/use-fences-around.ts'
import { type FleetDevice, hasTexts } from '../fleet/fleet-store.ts'
import { isMoving, runStateKey, stateSince } from '../fleet/run-state.ts'
import styles from './DeviceRow.module.css'
import { BatteryIcon, KeyIcon, SignalIcon } from './fact-icons.tsx'

interface DeviceRowProps {
  id: string
  device: FleetDevice
  isSelected: boolean
  /** One of several with which something is done at once. */
  isChosen: boolean
  isRich: boolean
  /** Alarms of it that nobody has handled. */
  alarms: WaitingAlarms | undefined
  /** Those that it is in. */
  fences: readonly FenceAround[] | undefined
  /** Renewed every few seconds, so that ages grow. */
  now: number
  format: Format
  onPick: (device: FleetDevice, event: MouseEvent) => void
  onOpen: (device: FleetDevice) => void
  onMenu: (device: FleetDevice, x: number, y: number) => void
}

const justNowMs = 15_000

/** One device of the list; drawn again only when the device changes. */
export const DeviceRow = memo(function DeviceRow(props: DeviceRowProps) {
  const { id, device, isSelected, isChosen, isRich, alarms, fences, now, format, onPick, onOpen, onMenu } =
    props
  const { t } = useTranslation()
  const state = device.carIconState as CarIconState
  const since = stateSince(device)
  const days = warningOf(device.expire ?? null, now)
  const what = t(runStateKey(device))
  const names = fences?.map(({ name }) => name).join(', ')
  const age = since === null ? '' : now - since < justNowMs ? t('locations.now') : format.age(since, now)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: keys are handled by the list around it
    <div
      id={id}
      role="option"
      aria-selected={isSelected || isChosen}
      data-shown={isSelected}
      tabIndex={-1}
      className={`${styles.device} tw-choice tw-grid tw-full-height tw-line-below ${isRich ? styles.rich : ''}`}
      data-testid="tw-device"
      onClick={(event) => onPick(device, event)}
      onDoubleClick={() => onOpen(device)}
      onContextMenu={(event) => {
        event.preventDefault()
        onMenu(device, event.clientX, event.clientY)
      }}
    >
      {isChosen ? (
        <CheckSquareFilled className="tw-accent" />
      ) : (
        <StateMark state={state} headingDeg={device.courseDeg} />
      )}
      {hasTexts(device) ? (
        <span className="tw-shrink tw-flex tw-gap-6">
          <b className="tw-ellipsis">{device.displayName}</b>
          {alarms && (
            <span
              className={`tw-rigid tw-tiny tw-bold ${alarms.severity === 'critical' ? 'tw-danger' : 'tw-warning'}`}
              role="img"
              title={t('alarms.waiting', { count: alarms.count })}
              aria-label={t('alarms.waiting', { count: alarms.count })}
            >
              <BellFilled /> {alarms.count > 1 && alarms.count}
            </span>
          )}
          {days !== null && (
            <FieldTimeOutlined
              className={days === 1 ? 'tw-danger' : 'tw-warning'}
              role="img"
              title={t('locations.endsWithin', { count: days })}
              aria-label={t('locations.endsWithin', { count: days })}
            />
          )}
        </span>
      ) : (
        <span className={`${styles.naming} tw-skeleton`} aria-busy="true" />
      )}
      {isMoving(state) ? (
        <b className="tw-number">{format.speed(device.speed)}</b>
      ) : (
        <span className="tw-muted tw-tiny tw-nowrap">{what}</span>
      )}
      <span className="tw-muted tw-tiny tw-nowrap tw-end">{age}</span>
      {isRich && (
        <>
          <span className={`${styles.sub} tw-muted tw-tiny tw-ellipsis`}>
            {names && (
              <span className="tw-text" title={t('fences.ofVehicle.in', { names })}>
                <BorderOuterOutlined aria-label={t('locations.tabs.fences')} /> {names} ·{' '}
              </span>
            )}
            {device.lat !== null && device.lon !== null ? (
              <Address lat={device.lat} lon={device.lon} short isRough={isMoving(state)} />
            ) : device.terminalID === device.displayName ? (
              device.deviceTypeName
            ) : (
              device.terminalID
            )}
          </span>
          <span className="tw-flex tw-to-end">
            {device.accOn !== null && (
              <KeyIcon
                isOn={device.accOn}
                label={t(device.accOn ? 'locations.acc.on' : 'locations.acc.off')}
              />
            )}
            {device.gsmLevel !== null && (
              <SignalIcon level={device.gsmLevel} label={t('readings.name.gsmLevel')} />
            )}
            {device.batteryPercent !== null && (
              <BatteryIcon percent={device.batteryPercent} label={format.percent(device.batteryPercent)} />
            )}
          </span>
        </>
      )}
    </div>
  )
})
