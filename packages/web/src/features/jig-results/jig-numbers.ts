import type { JigResult, JigUnit } from '@trackway/core/features/jig-results/calls.ts'
import type { List } from '@trackway/core/lists/list.ts'
import type { ChosenRows } from '../../ui/list/use-bulk-action.tsx'
import { readRows } from '../labels/read-rows.ts'

/** The numbers of the devices that results are of, each once. */
export async function jigNumbers(list: List, chosen: ChosenRows): Promise<string[]> {
  const rows = await readRows<JigResult | JigUnit>(
    list.find,
    'ids' in chosen ? { ids: chosen.ids } : chosen.filter,
  )
  return rows.flatMap(({ imei, serialNumber, iccid }) => imei ?? serialNumber ?? iccid ?? [])
}
