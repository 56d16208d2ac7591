import type { tyreVehicleList } from '@trackway/core/api/readings/tyres.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'

/** The list, and the device whose wheels are shown. */
export type TyresUrl = ListUrl<typeof tyreVehicleList> & { device?: string | undefined }
