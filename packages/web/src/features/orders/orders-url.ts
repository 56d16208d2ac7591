import type { orderList } from '@trackway/core/features/orders/calls.ts'
import type { ListUrl } from '../../ui/list/list-url.ts'

export type OrdersUrl = ListUrl<typeof orderList> & {
  /** Number of the order that is open over the list. */
  order?: string | undefined
  /**
   * What is renewed: devices by their ids with `_` between them, or all that expire within so many days, those that
   * have expired included.
   */
  renew?: string | number | undefined
}

export const readOrdersUrl = (raw: Record<string, unknown>): OrdersUrl => ({
  order: raw.order === undefined ? undefined : String(raw.order),
  renew: typeof raw.renew === 'string' || typeof raw.renew === 'number' ? raw.renew : undefined,
})
