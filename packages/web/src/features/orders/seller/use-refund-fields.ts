import { payTypes } from '@trackway/core/codes/orders.ts'
import { roles } from '@trackway/core/codes/roles.ts'
import type { OrderDetail } from '@trackway/core/features/orders/calls.ts'
import { useUser } from '../../../base/session.ts'
import { useTexts } from '../../../base/use-texts.ts'

/** Of a form that refunds an order: what becomes of time and money; what was paid back by hand needs a proof. */
export function useRefundFields({ kind, payType }: OrderDetail) {
  const { t } = useTexts()
  const { role } = useUser()
  return {
    choices: [
      ...(role === roles.admin && kind === 'renewal'
        ? [{ name: 'takesBack' as const, help: t('sellerOrders.takesBackHelp') }]
        : []),
      ...(payTypes[payType].isOnline
        ? [{ name: 'isByHand' as const, help: t('sellerOrders.isByHandHelp') }]
        : []),
    ],
    proof: {
      checkAfter: ['isByHand' as const],
      check: (value: unknown, { isByHand }: { isByHand?: unknown }) =>
        isByHand && !value ? t('sellerOrders.proofMissing') : null,
    },
  }
}
