import { type Currency, currencies } from '@trackway/core/codes/currencies.ts'
import { readAmount } from '@trackway/core/rules/money.ts'
import { z } from 'zod'
import { PayFailure, type PaymentFacts, type RefundFacts } from './pay-provider.ts'

/** What PayPal says of orders, captures and refunds, and what that means. Source: PayPal, "Orders v2", "Payments v2". */

const money = z.object({ currency_code: z.string(), value: z.string() })
const statusDetails = z.object({ reason: z.string().optional() }).optional()

export const refundAnswer = z.object({
  id: z.string(),
  status: z.string(),
  status_details: statusDetails,
  amount: money.optional(),
  invoice_id: z.string().optional(),
})
type RefundAnswer = z.output<typeof refundAnswer>

export const captureAnswer = z.object({
  id: z.string(),
  status: z.string(),
  status_details: statusDetails,
  amount: money,
  seller_receivable_breakdown: z.object({ paypal_fee: money.optional() }).optional(),
  processor_response: z.object({ response_code: z.string().optional() }).optional(),
})
type CaptureAnswer = z.output<typeof captureAnswer>

export const orderAnswer = z.object({
  id: z.string(),
  status: z.string(),
  update_time: z.string().optional(),
  links: z.array(z.object({ href: z.string(), rel: z.string() })).default([]),
  purchase_units: z
    .array(
      z.object({
        payments: z
          .object({
            captures: z.array(captureAnswer).default([]),
            refunds: z.array(refundAnswer).default([]),
          })
          .optional(),
      }),
    )
    .default([]),
})
export type OrderAnswer = z.output<typeof orderAnswer>

const captureStates: Record<string, 'paid' | 'pending' | 'failed'> = {
  COMPLETED: 'paid',
  PARTIALLY_REFUNDED: 'paid',
  REFUNDED: 'paid',
  REVERSED: 'paid',
  PENDING: 'pending',
  DECLINED: 'failed',
  FAILED: 'failed',
}
const ranks = { paid: 2, pending: 1, failed: 0 }
const stateOf = ({ status }: CaptureAnswer) => captureStates[status] ?? 'pending'

/** An order says only how far its buyer is: whether there is money says its capture, also in a completed order. */
export function orderFacts(order: OrderAnswer): PaymentFacts {
  const captures = order.purchase_units.flatMap(({ payments }) => payments?.captures ?? [])
  const [capture] = captures.toSorted((a, b) => ranks[stateOf(b)] - ranks[stateOf(a)])
  if (capture !== undefined) {
    const facts = { ...captureFacts(capture), providerPayment: order.id }
    return facts.state === 'paid' ? { ...facts, ...takenBack(capture, refundsOf(order)) } : facts
  }
  const base = { providerPayment: order.id }
  switch (order.status) {
    case 'APPROVED':
      return { ...base, state: 'approved' }
    case 'VOIDED':
      return { ...base, state: 'closed' }
    case 'COMPLETED':
      throw new PayFailure('silent', 'a completed order without its capture')
    default: {
      const page = order.links.find(({ rel }) => rel === 'payer-action' || rel === 'approve')
      return { ...base, state: 'open', ...(page !== undefined && { payPage: { url: page.href } }) }
    }
  }
}

export const refundsOf = (order: OrderAnswer): RefundAnswer[] =>
  order.purchase_units.flatMap(({ payments }) => payments?.refunds ?? [])

export function captureFacts(capture: CaptureAnswer): PaymentFacts {
  const state = stateOf(capture)
  const fee = capture.seller_receivable_breakdown?.paypal_fee
  const words = [
    capture.status,
    capture.status_details?.reason,
    capture.processor_response?.response_code,
  ].filter((word) => word !== undefined)
  return {
    state,
    providerCapture: capture.id,
    ...paidAmount(capture.amount),
    ...(fee?.currency_code === capture.amount.currency_code && { feeAmount: amountOf(fee) }),
    ...(state !== 'paid' && { failure: words.join(' ') }),
  }
}

/** What was paid in a currency without prices has no amount: its name alone says that it is not what was to be paid. */
function paidAmount(paid: z.output<typeof money>): Pick<PaymentFacts, 'amount' | 'currency'> {
  const isKnown = paid.currency_code in currencies
  return { currency: paid.currency_code, ...(isKnown && { amount: amountOf(paid) }) }
}

function amountOf({ value, currency_code: currency }: z.output<typeof money>): number {
  const amount = readAmount(value, currency as Currency)
  if (amount === null) throw new PayFailure('silent', `${value} is no amount of ${currency}`)
  return amount
}

/**
 * Refunds by us and by others. Where PayPal gave all of the money back and refunds do not come to that, it took the
 * rest itself, for a dispute.
 */
function takenBack(capture: CaptureAnswer, refunds: RefundAnswer[]): Partial<PaymentFacts> {
  if (!(capture.amount.currency_code in currencies)) return {}
  const sumOf = (statuses: string[]) =>
    refunds
      .filter(({ status }) => statuses.includes(status))
      .reduce((sum, { amount }) => sum + (amount === undefined ? 0 : amountOf(amount)), 0)
  const isAllBack = ['REFUNDED', 'REVERSED'].includes(capture.status)
  const rest = isAllBack ? amountOf(capture.amount) - sumOf(['COMPLETED', 'PENDING']) : 0
  return { refundedAmount: sumOf(['COMPLETED']), reversedAmount: Math.max(0, rest) }
}

export function refundFacts({ id, status, status_details: details }: RefundAnswer): RefundFacts {
  const providerRefund = id
  if (status === 'COMPLETED') return { state: 'done', providerRefund }
  if (status !== 'FAILED' && status !== 'CANCELLED') return { state: 'pending', providerRefund }
  return { state: 'failed', providerRefund, failure: [status, details?.reason ?? ''].join(' ').trim() }
}
