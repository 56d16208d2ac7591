import { Flex, Tag } from 'antd'
import { useTranslation } from 'react-i18next'
import { StateTag } from '../../../ui/StateTag.tsx'
import type { OfferedDevice } from './use-offered.ts'

interface DeviceChipsProps {
  devices: readonly OfferedDevice[]
  onRemove?: (terminalID: string) => void
}

/** The devices that the next command is for, each with whether it is connected. */
export function DeviceChips({ devices, onRemove }: DeviceChipsProps) {
  const { t } = useTranslation()
  return (
    <Flex gap={8} wrap component="ul" aria-label={t('commands.devices')}>
      {devices.map(({ terminalID, displayName, isOnline }) => (
        <li key={terminalID}>
          <Tag
            closable={onRemove !== undefined}
            onClose={(event) => {
              event.preventDefault()
              onRemove?.(terminalID)
            }}
            className="tw-inline"
          >
            <b>{displayName}</b>
            <StateTag state={isOnline ? 'online' : 'offline'} />
          </Tag>
        </li>
      ))}
    </Flex>
  )
}
