import { screen } from '../../base/screen.ts'
import { readAccount } from '../../ui/list/list-url.ts'
import type { BatteriesUrl } from './batteries-url.ts'

export const batteryScreens = [
  screen({
    path: '/index/battery',
    permission: ['main:monitor'],
    search: (raw): BatteriesUrl => ({
      ...readAccount(raw),
      device: raw.device === undefined ? undefined : String(raw.device),
    }),
    component: async () => (await import('./BatteriesScreen.tsx')).BatteriesScreen,
  }),
] as const
