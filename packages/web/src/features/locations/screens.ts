import { screen } from '../../base/screen.ts'
import { readLocationsUrl } from './fleet/url-state.ts'

export const locationScreens = [
  screen({
    path: '/index/home',
    permission: ['main:monitor'],
    menu: { section: 'monitor', label: 'locations.title' },
    search: readLocationsUrl,
    component: async () => (await import('./LocationsScreen.tsx')).LocationsScreen,
  }),
] as const
