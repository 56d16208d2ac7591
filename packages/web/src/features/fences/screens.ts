import { screen } from '../../base/screen.ts'
import { readFencesUrl } from './url-state.ts'

export const fenceScreens = [
  screen({
    path: '/index/fence',
    permission: ['main:fence'],
    menu: { section: 'places', label: 'fences.title' },
    search: readFencesUrl,
    component: async () => (await import('./FencesScreen.tsx')).FencesScreen,
  }),
] as const
