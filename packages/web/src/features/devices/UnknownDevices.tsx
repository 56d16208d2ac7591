import { EditOutlined } from '@ant-design/icons'
import type { ResultName } from '@trackway/core/codes/results.ts'
import {
  deviceCalls,
  type UnknownDevice,
  unknownDeviceCalls,
  unknownDeviceList,
} from '@trackway/core/features/devices/calls.ts'
import { ApiError, api } from '../../base/api.ts'
import { ListScreen } from '../../ui/list/ListScreen.tsx'
import type { RowAction } from '../../ui/list/RowActions.tsx'

/** Somebody is switching on a new device and waits for it to show. */
const refetchMs = () => 10_000

/** Devices that knock and are not registered: one click registers them under one's own account. */
export function UnknownDevices({ onAdjust }: { onAdjust: (device: UnknownDevice) => void }) {
  const rowActions: RowAction<UnknownDevice>[] = [
    { label: 'devices.adjust', icon: <EditOutlined />, call: deviceCalls.add, run: onAdjust },
    {
      label: 'devices.register',
      call: unknownDeviceCalls.registerMany,
      run: async ({ terminalID }) => {
        const { failed } = await api(unknownDeviceCalls.registerMany, { ids: [terminalID] })
        if (failed[0]) throw new ApiError(failed[0].result as ResultName)
      },
      done: 'devices.added',
    },
  ]
  return <ListScreen list={unknownDeviceList} refetchMs={refetchMs} rowActions={rowActions} />
}
