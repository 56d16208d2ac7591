import { orderCalls } from '@trackway/core/features/orders/calls.ts'
import { useEffect } from 'react'
import { reread } from '../../../base/queries/query-client.ts'
import { useCall } from '../../../base/queries/use-call.ts'
import { useUser } from '../../../base/session.ts'
import { rereadOrders } from './reread-orders.ts'

/** Between one request for an open order and the next; the last counts from then on. */
const waitsMs = [2_000, 3_000, 5_000, 8_000, 12_000, 20_000, 30_000, 60_000]

/** An order, which the server looks up at the provider at growing intervals until it is over, and at once when the page is shown again. */
export function useFollowedOrder(orderNo: string) {
  const { isDemo } = useUser()
  const { data: order, error, refetch } = useCall(['orders', 'order', orderNo], orderCalls.get, { orderNo })
  const status = order?.status
  const { data, dataUpdatedAt } = useCall(
    ['orderRefresh', orderNo],
    orderCalls.refresh,
    status === 1 && !isDemo ? { orderNo } : null,
    {
      retry: false,
      staleTime: 0,
      refetchInterval: ({ state: { dataUpdateCount, errorUpdateCount } }) =>
        waitsMs[Math.min(dataUpdateCount + errorUpdateCount, waitsMs.length) - 1] ?? waitsMs[0]!,
    },
  )
  useEffect(() => {
    if (dataUpdatedAt > 0) void reread(['orders', 'order', orderNo])
  }, [dataUpdatedAt, orderNo])
  // What the end of an order changes is read anew.
  const hasEnded = data !== undefined && data.status !== 1
  useEffect(() => {
    if (hasEnded) void rereadOrders()
  }, [hasEnded])
  return { order, error, retry: () => void refetch() }
}
