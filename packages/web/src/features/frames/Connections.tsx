import { connectionList } from '@trackway/core/api/devices/frames.ts'
import { useTranslation } from 'react-i18next'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { DeviceField } from './DeviceField.tsx'
import { useDeviceUrl } from './use-device-url.ts'

/** Connections of a device, with the reason for which each ended. */
export function Connections() {
  const { t } = useTranslation()
  const { terminalID, change } = useDeviceUrl()
  const field = <DeviceField terminalID={terminalID} onDevice={(id) => change({ terminalID: id })} />
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
      empty={{ title: t('frames.noConnections'), text: t('frames.noConnectionsText') }}
    />
  )
}
