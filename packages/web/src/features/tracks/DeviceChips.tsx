import { CloseOutlined, PlusOutlined } from '@ant-design/icons'
import { limits } from '@trackway/core/codes/limits.ts'
import { Flex, Select } from 'antd'
import { useMemo } from 'react'
import { useIsDark } from '../../base/theme/theme.ts'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { useTexts } from '../../base/use-texts.ts'
import type { Vehicle } from '../../ui/vehicles/vehicle-list.ts'
import styles from './DeviceChips.module.css'
import { deviceColour } from './replay/device-colours.ts'

interface Props {
  /** All that can be chosen. */
  vehicles: readonly Vehicle[]
  isLoading: boolean
  devices: readonly { terminalID: string; name: string }[]
  activeId: string | undefined
  onAdd(terminalID: string): void
  onRemove(terminalID: string): void
  onActivate(terminalID: string): void
}

/** The devices of the replay, each in its colour; a click makes one active. */
export function DeviceChips({ vehicles, isLoading, devices, activeId, onAdd, onRemove, onActivate }: Props) {
  const { t, format } = useTexts()
  const isDark = useIsDark()
  const isPhone = useIsPhone()
  const hasOne = devices.length > 0
  const isFull = devices.length >= limits.trackDevices
  const options = useMemo(
    () =>
      vehicles
        .filter((vehicle) => !devices.some(({ terminalID }) => terminalID === vehicle.terminalID))
        .map((vehicle) => ({ value: vehicle.terminalID, label: vehicle.name, vehicle })),
    [vehicles, devices],
  )
  const more = isPhone ? <PlusOutlined /> : t('tracks.addDevice')
  const placeholder = hasOne ? more : t('tracks.chooseDevice')
  return (
    <div className="tw-wrap tw-sideways-on-phone tw-row tw-grow">
      {devices.map(({ terminalID, name }, place) => (
        <span
          key={terminalID}
          className={`${styles.chip} tw-flex tw-gap-0 tw-rigid`}
          data-testid="track-chip"
          data-active={terminalID === activeId}
          style={{ '--dot': deviceColour(place, isDark) } as React.CSSProperties}
        >
          <button
            type="button"
            className="tw-ellipsis"
            aria-pressed={terminalID === activeId}
            title={name === terminalID ? terminalID : `${name} · ${terminalID}`}
            onClick={() => onActivate(terminalID)}
          >
            <i className="tw-dot" /> {name}
          </button>
          <button
            type="button"
            aria-label={t('tracks.removeDevice', { name })}
            onClick={() => onRemove(terminalID)}
          >
            <CloseOutlined />
          </button>
        </span>
      ))}
      {!isFull && (
        <Select
          className={styles.add}
          showSearch={{
            filterOption: (text, option) =>
              option?.vehicle.words.includes(text.trim().toLowerCase()) ?? false,
          }}
          virtual
          popupMatchSelectWidth={320}
          loading={isLoading}
          aria-label={hasOne ? t('tracks.addDevice') : t('tracks.device')}
          placeholder={placeholder}
          suffixIcon={isPhone && hasOne ? null : undefined}
          value={null}
          options={options}
          optionRender={({ data: { vehicle } }) => (
            <Flex justify="space-between" gap={12}>
              <span>{vehicle.name}</span>
              <span className="tw-muted tw-number">
                {vehicle.untilTime !== undefined
                  ? t('ui.vehicles.formerUntil', { day: format.date(vehicle.untilTime) })
                  : vehicle.name === vehicle.terminalID
                    ? vehicle.username
                    : vehicle.terminalID}
              </span>
            </Flex>
          )}
          onChange={(terminalID: string | null) => terminalID && onAdd(terminalID)}
        />
      )}
    </div>
  )
}
