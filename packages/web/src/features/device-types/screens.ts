import type { deviceTypeList } from '@trackway/core/features/device-types/calls.ts'
import { screen } from '../../base/screen.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'

export const deviceTypeScreens = [
  screen({
    path: '/index/device/deviceConfig',
    permission: ['main:devices_device_type_config'],
    menu: { section: 'system', label: 'deviceTypes.title' },
    search: (): ListUrl<typeof deviceTypeList> => ({}),
    component: async () => (await import('./DeviceTypesScreen.tsx')).DeviceTypesScreen,
  }),
] as const
