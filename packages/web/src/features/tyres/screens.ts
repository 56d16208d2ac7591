import { DashboardOutlined } from '@ant-design/icons'
import { screen } from '../../base/screen.ts'
import { readAccount } from '../../ui/list/list-url.ts'
import type { TyresUrl } from './tyres-url.ts'

export const tyreScreens = [
  screen({
    path: '/index/tire',
    permission: ['main:taiya'],
    menu: { label: 'tyres.menu', icon: DashboardOutlined },
    search: (raw): TyresUrl => ({
      ...readAccount(raw),
      device: raw.device === undefined ? undefined : String(raw.device),
    }),
    component: async () => (await import('./TyresScreen.tsx')).TyresScreen,
  }),
] as const
