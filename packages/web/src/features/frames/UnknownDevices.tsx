import { unknownDeviceList } from '@trackway/core/api/devices.ts'
import { useTranslation } from 'react-i18next'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import { useOpenFrames } from './use-device-url.ts'

/** Somebody is switching on a new device and waits for it to show. */
const refetchMs = () => 10_000

/** Devices that connect without being registered; one opens the first bytes that it sent. */
export function UnknownDevices() {
  const { t } = useTranslation()
  const open = useOpenFrames()
  return (
    <ListScreen
      list={unknownDeviceList}
      refetchMs={refetchMs}
      onOpen={({ terminalID }) => open(terminalID)}
      empty={{ title: t('frames.noneUnknown'), text: t('frames.noneUnknownText') }}
    />
  )
}
