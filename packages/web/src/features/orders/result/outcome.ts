import { openPaymentStates } from '@trackway/core/codes/orders.ts'
import type { OrderDetail } from '@trackway/core/features/orders/calls.ts'

/** What became of an order, as its buyer is told it. */
export type Outcome =
  | 'confirming'
  /** Its payment takes days, which the provider says. */
  | 'pending'
  /** It is to be scanned, or paid in WeChat. */
  | 'toPay'
  /** The payer turned back at the provider; it can still be paid. */
  | 'givenUp'
  /** The attempt to pay failed; it can still be paid. */
  | 'failure'
  | 'success'
  /** It was paid, and none of its devices could be renewed any more. */
  | 'notRenewed'
  | 'refunded'
  | 'cancelled'
  | 'expired'
  | 'refused'
  /** Another amount than the order's came, and goes back. */
  | 'otherAmount'
  /** The money came when the order was over already, and goes back. */
  | 'late'

type JudgedOrder = Pick<OrderDetail, 'status' | 'cancelCause'> & {
  lines: readonly Pick<OrderDetail['lines'][number], 'result'>[]
  payments: readonly Pick<OrderDetail['payments'][number], 'state' | 'payPage'>[]
  refunds: readonly Pick<OrderDetail['refunds'][number], 'cause'>[]
}

/** @param isGivenUp the address says that the payer turned back, which chooses words and is believed nothing else */
export function outcomeOf(order: JudgedOrder, { isGivenUp }: { isGivenUp: boolean }): Outcome {
  const { status, cancelCause, lines, payments, refunds } = order
  if (status === 2)
    return lines.length > 0 && lines.every(({ result }) => result !== null && result !== 'renewed')
      ? 'notRenewed'
      : 'success'
  if (status === 3) return 'refunded'
  if (status === 4) {
    if (cancelCause === 'otherAmount') return 'otherAmount'
    if (refunds.some(({ cause }) => cause === 'late')) return 'late'
    return cancelCause === 'refused' ? 'refused' : cancelCause === 'expired' ? 'expired' : 'cancelled'
  }
  const last = payments[0]
  if (last?.state === 'pending') return 'pending'
  if (last?.state === 'capturing') return 'confirming'
  if (!last || !(openPaymentStates as readonly string[]).includes(last.state)) return 'failure'
  if (isGivenUp) return 'givenUp'
  return last.payPage?.qrText || last.payPage?.miniProgram ? 'toPay' : 'confirming'
}
