import { readDevices } from '../../../ui/vehicles/vehicle-list.ts'
import type { OrdersUrl } from '../orders-url.ts'
import type { ChosenDevices } from './RenewDialog.tsx'

/** The devices that a link of a reminder renews; null: none. */
export function readRenewal(renew: OrdersUrl['renew']): ChosenDevices | null {
  if (renew === undefined) return null
  if (/^\d{1,3}$/.test(String(renew))) return { filter: { due: 'both', withinDays: Number(renew) } }
  const ids = readDevices(String(renew))
  return ids.length > 0 ? { ids } : null
}
