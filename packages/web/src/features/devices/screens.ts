import { CarOutlined } from '@ant-design/icons'
import { screen } from '../../base/screen.ts'
import { deviceListSearch } from './search.ts'

export const deviceScreens = [
  screen({
    path: '/index/device/deviceList',
    permission: ['main:devices_management'],
    menu: { label: 'app.menu.devices', icon: CarOutlined },
    search: deviceListSearch,
    component: async () => (await import('./DevicesScreen.tsx')).DevicesScreen,
  }),
] as const
