import { EnvironmentOutlined, UnorderedListOutlined } from '@ant-design/icons'
import { screen } from '../../base/screen.ts'
import { readLocationsUrl } from './fleet/url-state.ts'

export const locationScreens = [
  screen({
    path: '/index/home',
    permission: ['main:monitor'],
    menu: {
      label: 'app.menu.monitor',
      icon: EnvironmentOutlined,
      phone: [
        { label: 'app.menu.map', icon: EnvironmentOutlined },
        { label: 'app.menu.list', icon: UnorderedListOutlined, search: { sheet: 'full' } },
      ],
    },
    search: readLocationsUrl,
    component: async () => (await import('./LocationsScreen.tsx')).LocationsScreen,
  }),
] as const
