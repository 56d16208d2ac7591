import { useNavigate } from '@tanstack/react-router'
import type { PlacedOrder } from '@trackway/core/features/orders/calls.ts'
import { leaveFor } from '../../../base/web-paths.ts'

/**
 * Leads to where an order is paid. The page of its result is opened first: there a code to scan is shown, and there
 * "back" leads from the provider's page.
 */
export function useGoPay() {
  const navigate = useNavigate()
  return async ({ orderNo, payUrl, payPage }: Pick<PlacedOrder, 'orderNo' | 'payUrl' | 'payPage'>) => {
    await navigate({ to: '/payResult', search: { orderNo } })
    const url = payPage?.url ?? payUrl
    if (url !== undefined && !payPage?.qrText && !payPage?.miniProgram) leaveFor(url)
  }
}
