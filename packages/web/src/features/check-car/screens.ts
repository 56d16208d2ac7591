import { screen } from '../../base/screen.ts'
import { readCheckCarUrl } from './url-state.ts'

export const checkCarScreens = [
  screen({
    path: '/index/checkCar/$kind',
    permission: ['main:check_car'],
    parts: { area: [], point: [] },
    menu: { section: 'places', label: 'checkCar.title' },
    search: readCheckCarUrl,
    component: async () => (await import('./CheckCarScreen.tsx')).CheckCarScreen,
  }),
] as const
