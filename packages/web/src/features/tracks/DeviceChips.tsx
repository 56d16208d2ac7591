import { CloseOutlined } from '@ant-design/icons'
import { limits } from '@trackway/core/codes/limits.ts'
import { Select } from 'antd'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useIsDark } from '../../base/theme.ts'
import styles from './DeviceChips.module.css'
import { deviceColour } from './replay/device-colours.ts'
import type { ListedDevice } from './use-listed-devices.ts'

interface Props {
  listed: readonly ListedDevice[]
  isLoading: boolean
  devices: readonly { terminalID: string; name: string }[]
  activeId: string | undefined
  onAdd(terminalID: string): void
  onRemove(terminalID: string): void
  onActivate(terminalID: string): void
}

/** The devices of the replay, each in its colour; a click makes one active. */
export function DeviceChips({ listed, isLoading, devices, activeId, onAdd, onRemove, onActivate }: Props) {
  const { t } = useTranslation()
  const isDark = useIsDark()
  const isFull = devices.length >= limits.trackDevices
  const options = useMemo(
    () => listed.filter(({ value }) => !devices.some(({ terminalID }) => terminalID === value)),
    [listed, devices],
  )
  return (
    <div className={styles.chips}>
      {devices.map(({ terminalID, name }, place) => (
        <span
          key={terminalID}
          className={styles.chip}
          data-testid="track-chip"
          data-active={terminalID === activeId}
          style={{ '--chip': deviceColour(place, isDark) } as React.CSSProperties}
        >
          <button
            type="button"
            className={styles.name}
            aria-pressed={terminalID === activeId}
            title={name === terminalID ? terminalID : `${name} · ${terminalID}`}
            onClick={() => onActivate(terminalID)}
          >
            <i aria-hidden />
            <span>{name}</span>
          </button>
          <button
            type="button"
            className={styles.remove}
            aria-label={t('tracks.removeDevice', { name })}
            onClick={() => onRemove(terminalID)}
          >
            <CloseOutlined />
          </button>
        </span>
      ))}
      {!isFull && (
        <Select
          className={devices.length > 0 ? styles.add : `${styles.add} ${styles.addFirst}`}
          showSearch={{
            filterOption: (text, option) => option?.words.includes(text.trim().toLowerCase()) ?? false,
          }}
          virtual
          popupMatchSelectWidth={320}
          loading={isLoading}
          aria-label={devices.length > 0 ? t('tracks.addDevice') : t('tracks.device')}
          placeholder={devices.length > 0 ? t('tracks.addDevice') : t('tracks.chooseDevice')}
          value={null}
          options={options}
          optionRender={({ data: option }) => (
            <div className={styles.option}>
              <span>{option.label}</span>
              <span className="tw-muted tw-number">{option.detail}</span>
            </div>
          )}
          onChange={(terminalID: string | null) => terminalID && onAdd(terminalID)}
        />
      )}
    </div>
  )
}
