import type { tyreVehicleList } from '@trackway/core/features/tyres/calls.ts'
import { screen } from '../../base/screen.ts'
import { type ListUrl, readAccount } from '../../ui/list/list-url.ts'

/** The list, and the device whose wheels are shown. */
type TyresUrl = ListUrl<typeof tyreVehicleList> & { device?: string | undefined }

export const tyreScreens = [
  screen({
    path: '/index/tire',
    permission: ['main:taiya'],
    menu: { section: 'vehicles', label: 'tyres.title' },
    search: (raw): TyresUrl => ({
      ...readAccount(raw),
      device: raw.device === undefined ? undefined : String(raw.device),
    }),
    component: async () => (await import('./TyresScreen.tsx')).TyresScreen,
  }),
] as const
