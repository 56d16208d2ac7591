import type { batteryVehicleList } from '@trackway/core/features/batteries/calls.ts'
import { screen } from '../../base/screen.ts'
import { type ListUrl, readAccount } from '../../ui/list/list-url.ts'

/** The list, and the device whose packs are shown. */
type BatteriesUrl = ListUrl<typeof batteryVehicleList> & { device?: string | undefined }

export const batteryScreens = [
  screen({
    path: '/index/battery',
    permission: ['main:monitor'],
    menu: { section: 'vehicles', label: 'batteries.title' },
    search: (raw): BatteriesUrl => ({
      ...readAccount(raw),
      device: raw.device === undefined ? undefined : String(raw.device),
    }),
    component: async () => (await import('./BatteriesScreen.tsx')).BatteriesScreen,
  }),
] as const
