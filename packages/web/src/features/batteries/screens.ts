import { batteryVehicleList } from '@trackway/core/api/readings/batteries.ts'
import { screen } from '../../base/screen.ts'
import { type ListUrl, readListUrl } from '../../ui/list/list-url.ts'

/** @public Also the device whose packs are shown. */
export type BatteriesUrl = ListUrl<typeof batteryVehicleList> & { device?: string | undefined }

export const batteryScreens = [
  screen({
    path: '/index/battery',
    permission: ['main:monitor'],
    search: (raw): BatteriesUrl => ({
      ...readListUrl(batteryVehicleList, raw),
      device: raw.device === undefined ? undefined : String(raw.device),
    }),
    component: async () => (await import('./BatteriesScreen.tsx')).BatteriesScreen,
  }),
] as const
