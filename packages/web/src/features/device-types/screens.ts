import { ControlOutlined } from '@ant-design/icons'
import { deviceTypeList } from '@trackway/core/api/devices/device-types.ts'
import { screen } from '../../base/screen.ts'
import { readListUrl } from '../../ui/list/list-url.ts'

export const deviceTypeScreens = [
  screen({
    path: '/index/device/deviceConfig',
    permission: ['main:devices_device_type_config'],
    menu: { label: 'deviceTypes.menu', icon: ControlOutlined },
    search: (raw) => readListUrl(deviceTypeList, raw),
    component: async () => (await import('./DeviceTypesScreen.tsx')).DeviceTypesScreen,
  }),
] as const
