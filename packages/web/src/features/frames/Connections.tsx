import { SearchOutlined } from '@ant-design/icons'
import { connectionList } from '@trackway/core/features/frames/calls.ts'
import { Badge } from 'antd'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { DeviceLookup } from '../../ui/vehicles/DeviceLookup.tsx'
import { useDeviceUrl } from './use-device-url.ts'

/** Connections of a device, with the reason for which each ended. */
export function Connections() {
  const { t } = useTranslation()
  const { terminalID, change } = useDeviceUrl()
  const field = (
    <DeviceLookup
      value={terminalID}
      button={<SearchOutlined aria-label={t('frames.find')} />}
      onDevice={(id) => change({ terminalID: id || undefined })}
    />
  )
  if (terminalID === undefined)
    return (
      <>
        <div>{field}</div>
        <EmptyState title={t('frames.noDevice')} text={t('frames.noDeviceConnections')} />
      </>
    )
  return (
    <ListScreen
      list={connectionList}
      given={{ terminalID }}
      tools={field}
      cells={{
        endReason: ({ endReason }) =>
          endReason === null ? (
            <Badge status="success" text={t('frames.isOpen')} />
          ) : (
            t(`reports.closeReason.${endReason}`)
          ),
      }}
    />
  )
}
