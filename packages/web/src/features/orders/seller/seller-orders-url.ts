import type { ordersBelowList } from '@trackway/core/features/orders/calls.ts'
import type { ListUrl } from '../../../ui/list/list-url.ts'
import { readPeriod } from '../../../ui/period/period.ts'

/** A year at most, leap years included. */
export const incomeDays = 366

export const sellerViews = ['orders', 'income'] as const

export type SellerOrdersUrl = ListUrl<typeof ordersBelowList> & {
  view?: (typeof sellerViews)[number] | undefined
  /** Number of the order that is open over the list. */
  order?: string | undefined
  /** Of the income: its days, and what its rows are. */
  first?: string | undefined
  last?: string | undefined
  by?: 'account' | undefined
}

export function readSellerOrdersUrl(raw: Record<string, unknown>): SellerOrdersUrl {
  const period = readPeriod(raw.first, raw.last, incomeDays)
  return {
    view: sellerViews.find((each) => each === raw.view),
    order: raw.order === undefined ? undefined : String(raw.order),
    first: period?.first,
    last: period?.last,
    by: raw.by === 'account' ? 'account' : undefined,
  }
}
