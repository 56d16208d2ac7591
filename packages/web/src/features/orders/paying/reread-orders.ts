import { reread } from '../../../base/queries/query-client.ts'

/** Reads anew what an order or a payment changes: orders, balances, cards and the terms of devices. */
export async function rereadOrders(): Promise<void> {
  await reread('list', 'cards', 'orders', 'locations')
}
