import type { batteryVehicleList } from '@trackway/core/api/readings/batteries.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'

/** The list, and the device whose packs are shown. */
export type BatteriesUrl = ListUrl<typeof batteryVehicleList> & { device?: string | undefined }
