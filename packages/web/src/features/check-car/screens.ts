import { FileSearchOutlined } from '@ant-design/icons'
import { screen } from '../../base/screen.ts'
import { readCheckCarUrl } from './url-state.ts'

export const checkCarScreens = [
  screen({
    path: '/index/checkCar/$kind',
    permission: ['main:check_car'],
    parts: { area: [], point: [] },
    menu: { label: 'app.menu.checkCar', icon: FileSearchOutlined },
    search: readCheckCarUrl,
    component: async () => (await import('./CheckCarScreen.tsx')).CheckCarScreen,
  }),
] as const
