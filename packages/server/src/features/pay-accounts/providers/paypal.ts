import { line } from '@trackway/core/api/call.ts'
import { secret } from '@trackway/core/api/secret.ts'
import type { Currency } from '@trackway/core/codes/currencies.ts'
import { amountText } from '@trackway/core/rules/money.ts'
import { z } from 'zod'
import {
  type KnownPayment,
  type NewPayment,
  type NewRefund,
  type PayClient,
  PayFailure,
  type PaymentFacts,
  payProvider,
  type RefundFacts,
} from './pay-provider.ts'
import {
  captureAnswer,
  captureFacts,
  type OrderAnswer,
  orderAnswer,
  orderFacts,
  refundAnswer,
  refundFacts,
  refundsOf,
} from './paypal-answers.ts'
import { paypalEvents } from './paypal-events.ts'
import { paypalReport } from './paypal-report.ts'
import { type PaypalRequest, paypalRequests, readAs } from './paypal-requests.ts'

/**
 * PayPal Orders v2. Money moves only when an approved order is captured, which can be done once; orders cannot be
 * cancelled there, and lapse after some hours. Source: PayPal, "Orders v2", "Payments v2".
 */
export const paypal = payProvider({
  name: 'paypal',
  label: 'PayPal',
  settings: z.object({
    environment: z
      .enum(['live', 'sandbox'])
      .default('live')
      .describe('Environment at PayPal; no money moves in `sandbox`.'),
    clientId: line(200).min(1).describe('Client ID of the app at PayPal.'),
    clientSecret: secret(
      z
        .string()
        .min(1)
        .max(200)
        .optional()
        .describe('Secret of the app at PayPal; left out: keep the stored one; secret.'),
    ),
    webhookId: line(64)
      .min(1)
      .nullable()
      .default(null)
      .describe(
        'Webhook ID of the app at PayPal; null: its events are not believed, and payments are only asked for.',
      ),
  }),
  destination: ['environment', 'clientId'],
  // Without those that PayPal takes only within their own country.
  currencies: ['USD', 'EUR', 'GBP', 'HKD', 'JPY', 'AUD', 'CAD', 'SGD', 'THB', 'MXN'],
  isTest: ({ environment }) => environment === 'sandbox',
  connect({ environment, clientId, clientSecret, webhookId }, { now, baseUrl, trust, timeoutMs }) {
    if (clientSecret === undefined) return null
    const url = (baseUrl ?? officialUrls[environment]).replace(/\/+$/, '')
    const request = paypalRequests({ url, clientId, clientSecret, now, timeoutMs })
    return {
      ...payments(request),
      ...refunds(request),
      readEvent: paypalEvents(request, { environment, webhookId, baseUrl, trust, now, timeoutMs }),
      report: paypalReport(request, now),
    }
  },
})

const officialUrls = {
  live: 'https://api-m.paypal.com',
  sandbox: 'https://api-m.sandbox.paypal.com',
}

/** PayPal's own languages; a buyer of another one reads that of the browser. */
const locales: Record<string, string> = {
  cn: 'zh-CN',
  en: 'en-US',
  'en-IN': 'en-IN',
  es: 'es-ES',
  fr: 'fr-FR',
  pt: 'pt-BR',
  ru: 'ru-RU',
  th: 'th-TH',
}

const maxTextLength = 127
const maxNoteLength = 255

/** What a refusal to create or to capture means. Any other is a fault of the request. */
const payerActs = ['INSTRUMENT_DECLINED', 'PAYER_ACTION_REQUIRED', 'REDIRECT_PAYER_FOR_ALTERNATE_FUNDING']
const notApproved = 'ORDER_NOT_APPROVED'
const doneBefore = ['ORDER_ALREADY_CAPTURED', 'ORDER_COMPLETION_IN_PROGRESS', 'DUPLICATE_INVOICE_ID']
const attemptOver = [
  'MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED',
  'PAYER_CANNOT_PAY',
  'PAYER_ACCOUNT_RESTRICTED',
  'PAYER_ACCOUNT_LOCKED_OR_CLOSED',
  'TRANSACTION_REFUSED',
  'TRANSACTION_LIMIT_EXCEEDED',
  'COMPLIANCE_VIOLATION',
]
const sellerActs = [
  'PAYEE_BLOCKED_TRANSACTION',
  'TRANSACTION_BLOCKED_BY_PAYEE',
  'TRANSACTION_RECEIVING_LIMIT_EXCEEDED',
  'PAYEE_ACCOUNT_RESTRICTED',
]
const notFound = 'RESOURCE_NOT_FOUND'

const refundedBefore = ['CAPTURE_FULLY_REFUNDED', 'REFUND_AMOUNT_EXCEEDED']
const refundLater = ['PENDING_CAPTURE', 'REFUND_FAILED_INSUFFICIENT_FUNDS']
/** Only outside of PayPal. */
const refundByHand = [
  'REFUND_TIME_LIMIT_EXCEEDED',
  'REFUND_NOT_ALLOWED',
  'PARTIAL_REFUND_NOT_ALLOWED',
  'MAX_NUMBER_OF_REFUNDS_EXCEEDED',
  'TRANSACTION_DISPUTED',
  'REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK',
]

function payments(request: PaypalRequest): Pick<PayClient, 'create' | 'find' | 'capture' | 'close'> {
  const find = async (payment: KnownPayment): Promise<PaymentFacts> => {
    // Orders are not found by our number: only the same request again gives one whose answer was lost.
    if (payment.providerPayment === null) return { state: 'unknown' }
    const order = await findOrder(request, payment.providerPayment)
    if (order !== null) return orderFacts(order)
    // Orders are forgotten after a time, paid ones too; the money is not.
    if (payment.providerCapture === null) return { state: 'closed', failure: notFound }
    const capture = await orNull(
      request(`/v2/payments/captures/${encodeURIComponent(payment.providerCapture)}`),
    )
    return capture === null ? { state: 'unknown' } : captureFacts(readAs(captureAnswer, capture))
  }

  return {
    async create(payment) {
      const post = { body: newOrder(payment), requestId: `${keyOf(payment)}-create` }
      try {
        return orderFacts(readAs(orderAnswer, await request('/v2/checkout/orders', post)))
      } catch (error) {
        const failed = attemptFailed(error)
        if (failed === null) throw error
        return failed
      }
    },

    find,

    async capture(payment) {
      if (payment.providerPayment === null) return { state: 'unknown' }
      // An earlier capture whose answer was lost is here.
      const order = await findOrder(request, payment.providerPayment)
      if (order === null) return await find(payment)
      const before = orderFacts(order)
      if (before.state !== 'approved') return before
      // A buyer whose means was declined approves another one: that is another request, also to PayPal.
      const approval = (order.update_time ?? '').replace(/\D/g, '')
      const post = { body: {}, requestId: `${keyOf(payment)}-capture-${approval}` }
      try {
        return orderFacts(readAs(orderAnswer, await request(`${orderPath(order.id)}/capture`, post)))
      } catch (error) {
        const { code, message } = refusalOf(error)
        if (code === notApproved) return { state: 'open', providerPayment: order.id }
        if (payerActs.includes(code)) return { state: 'open', providerPayment: order.id, failure: message }
        if (doneBefore.includes(code) || code === notFound) return await find(payment)
        const failed = attemptFailed(error)
        if (failed === null) throw error
        return { ...failed, providerPayment: order.id }
      }
    },

    // There is no call for that, and none is needed: what is never captured is never paid.
    async close(payment) {
      const facts = await find(payment)
      const isOpen = ['unknown', 'open', 'approved'].includes(facts.state)
      return isOpen && payment.providerCapture === null ? { ...facts, state: 'closed' } : facts
    },
  }
}

function refunds(request: PaypalRequest): Pick<PayClient, 'refund' | 'findRefund'> {
  const findRefund = async ({ providerRefund, payment, number }: NewRefund): Promise<RefundFacts> => {
    if (providerRefund !== null) {
      const refund = await orNull(request(`/v2/payments/refunds/${encodeURIComponent(providerRefund)}`))
      return refund === null ? { state: 'unknown' } : refundFacts(readAs(refundAnswer, refund))
    }
    const order = payment.providerPayment && (await findOrder(request, payment.providerPayment))
    const ours = order ? refundsOf(order).find(({ invoice_id }) => invoice_id === number) : undefined
    return ours === undefined ? { state: 'unknown' } : refundFacts(ours)
  }

  return {
    findRefund,
    async refund(refund) {
      const { payment, number, amount, currency, reason } = refund
      if (payment.providerCapture === null)
        throw new PayFailure('refused', 'nothing was captured', { code: notFound })
      const body = {
        amount: moneyOf(amount, currency),
        invoice_id: number,
        custom_id: number,
        ...(reason && { note_to_payer: cut(reason, maxNoteLength) }),
      }
      const path = `/v2/payments/captures/${encodeURIComponent(payment.providerCapture)}/refund`
      try {
        const requestId = `${keyOf(payment)}-refund-${refund.id}-${number}`
        return refundFacts(readAs(refundAnswer, await request(path, { body, requestId })))
      } catch (error) {
        const { code, message } = refusalOf(error)
        if (refundLater.includes(code)) throw new PayFailure('busy', message, { code })
        if (refundByHand.includes(code)) return { state: 'failed', failure: message }
        if (!refundedBefore.includes(code)) throw error
        const known = await findRefund(refund)
        return known.state === 'unknown' ? { state: 'failed', failure: message } : known
      }
    },
  }
}

const orderPath = (id: string) => `/v2/checkout/orders/${encodeURIComponent(id)}`

async function findOrder(request: PaypalRequest, id: string): Promise<OrderAnswer | null> {
  const order = await orNull(request(orderPath(id)))
  return order === null ? null : readAs(orderAnswer, order)
}

/** Null where PayPal does not know of it. */
async function orNull(answer: Promise<unknown>): Promise<unknown> {
  try {
    return await answer
  } catch (error) {
    if (refusalOf(error).code === notFound) return null
    throw error
  }
}

/** @throws whatever is no refusal */
function refusalOf(error: unknown): { code: string; message: string } {
  if (!(error instanceof PayFailure) || error.kind !== 'refused') throw error
  return { code: error.code ?? '', message: error.message }
}

function attemptFailed(error: unknown): PaymentFacts | null {
  const { code, message } = refusalOf(error)
  if (attemptOver.includes(code)) return { state: 'failed', failure: message }
  return sellerActs.includes(code) ? { state: 'failed', failure: message, sellerMustAct: true } : null
}

const keyOf = ({ id, number }: Pick<KnownPayment, 'id' | 'number'>) => `tw-${id}-${number}`

const moneyOf = (amount: number, currency: Currency) => ({
  currency_code: currency,
  value: amountText(amount, currency),
})

const cut = (text: string, length: number) => text.slice(0, length).toWellFormed()

function newOrder({
  number,
  amount,
  currency,
  description,
  returnUrl,
  cancelUrl,
  language,
}: NewPayment): object {
  const value = moneyOf(amount, currency)
  const name = cut(description, maxTextLength)
  const locale = locales[language]
  return {
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: number,
        invoice_id: number,
        description: name,
        amount: { ...value, breakdown: { item_total: value } },
        items: [{ name, quantity: '1', unit_amount: value, category: 'DIGITAL_GOODS' }],
      },
    ],
    payment_source: {
      paypal: {
        experience_context: {
          return_url: returnUrl,
          cancel_url: cancelUrl,
          user_action: 'PAY_NOW',
          shipping_preference: 'NO_SHIPPING',
          payment_method_preference: 'IMMEDIATE_PAYMENT_REQUIRED',
          ...(locale !== undefined && { locale }),
        },
      },
    },
  }
}
