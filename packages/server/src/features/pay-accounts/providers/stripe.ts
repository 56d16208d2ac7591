import { secret } from '@trackway/core/api/secret.ts'
import type Stripe from 'stripe'
import { z } from 'zod'
import {
  type KnownPayment,
  type NewRefund,
  type PayClient,
  PayFailure,
  type PaymentFacts,
  payProvider,
  type RefundFacts,
  type ReportLine,
} from './pay-provider.ts'

/**
 * Stripe Checkout by Stripe's own library. Money moves when the buyer pays on Stripe's page; a session that is open is
 * ended by `expire`. Source: Stripe, "Checkout Sessions", "Idempotent requests", "Receive events in your webhook endpoint".
 */
export const stripe = payProvider({
  name: 'stripe',
  label: 'Stripe',
  settings: z.object({
    environment: z
      .enum(['live', 'test'])
      .default('live')
      .describe('Environment at Stripe, as the secret key has it; no money moves in `test`.'),
    secretKey: secret(
      z
        .string()
        .regex(/^(sk|rk)_(live|test)_\w{1,300}$/)
        .optional()
        .describe('Secret key at Stripe; left out: keep the stored one; secret.'),
    ),
    webhookSecret: secret(
      z
        .string()
        .regex(/^whsec_\w{1,300}$/)
        .optional()
        .describe('Signing secret of the webhook at Stripe; left out: keep the stored one; secret.'),
    ),
  }),
  destination: ['environment'],
  accountKey: 'secretKey',
  // Their smallest units are Stripe's too.
  currencies: ['USD', 'CNY', 'EUR', 'GBP', 'HKD', 'JPY', 'AUD', 'CAD', 'SGD', 'THB', 'MYR', 'MXN'],
  isTest: ({ environment }) => environment === 'test',
  connect({ environment, secretKey, webhookSecret }, { now, baseUrl, timeoutMs = 15_000 }) {
    if (secretKey?.split('_')[1] !== environment) return null
    const { protocol, hostname, port } = new URL(baseUrl ?? 'https://api.stripe.com')
    let made: Promise<Stripe> | null = null
    // The library is large: it is loaded by who pays by it.
    const library = () => {
      made ??= import('stripe').then(
        ({ default: Library }) =>
          new Library(secretKey, {
            protocol: protocol === 'http:' ? 'http' : 'https',
            host: hostname,
            port: port || (protocol === 'http:' ? 80 : 443),
            timeout: timeoutMs,
            // Repeats are the caller's: it knows what came of the first one.
            maxNetworkRetries: 0,
            telemetry: false,
          }),
      )
      return made
    }
    const ask: Ask = async (question) => {
      try {
        return await question(await library())
      } catch (error) {
        throw failureOf(error)
      }
    }
    return {
      ...payments(ask),
      ...refunds(ask),
      readEvent: events(library, webhookSecret, now),
      report: report(ask, now),
      identity: async () => (await ask(({ accounts }) => accounts.retrieveCurrent())).id,
    }
  },
})

/** Sends Stripe a request. @throws {PayFailure} */
type Ask = <T>(question: (library: Stripe) => Promise<T>) => Promise<T>

const locales: Record<string, Stripe.Checkout.SessionCreateParams.Locale> = {
  cn: 'zh',
  en: 'en',
  'en-IN': 'en',
  es: 'es',
  fr: 'fr',
  pt: 'pt-BR',
  ru: 'ru',
  th: 'th',
  vi: 'vi',
}
const halfHourS = 1_800
const maxTextLength = 250
const hourMs = 3_600_000
const dayMs = 24 * hourMs

const keyOf = ({ id, number }: Pick<KnownPayment, 'id' | 'number'>) => `tw-${id}-${number}`
/** The session with the charge that paid it. */
const whole = { expand: ['payment_intent.latest_charge.balance_transaction'] }

function payments(ask: Ask): Pick<PayClient, 'create' | 'find' | 'capture' | 'close'> {
  async function findSession({
    providerPayment,
    number,
  }: KnownPayment): Promise<Stripe.Checkout.Session | null> {
    if (providerPayment !== null)
      return orNull(ask(({ checkout }) => checkout.sessions.retrieve(providerPayment, whole)))
    // One whose answer was lost is among the last ones. A failure within Stripe is repeated to the same key for a day.
    const { data } = await ask(({ checkout }) =>
      checkout.sessions.list({ limit: 100, expand: whole.expand.map((path) => `data.${path}`) }),
    )
    return data.find(({ client_reference_id: reference }) => reference === number) ?? null
  }

  const find = async (payment: KnownPayment): Promise<PaymentFacts> => {
    const session = await findSession(payment)
    return session === null ? { state: 'unknown' } : sessionFacts(session, ask)
  }

  return {
    find,
    // The buyer's word takes the money.
    capture: find,

    async create({ id, number, amount, currency, description, expireTime, returnUrl, cancelUrl, language }) {
      const session = await ask(({ checkout }) =>
        checkout.sessions.create(
          {
            mode: 'payment',
            client_reference_id: number,
            line_items: [
              {
                quantity: 1,
                price_data: {
                  currency: currency.toLowerCase(),
                  unit_amount: amount,
                  product_data: { name: description.slice(0, maxTextLength).toWellFormed() },
                },
              },
            ],
            payment_intent_data: { metadata: { number } },
            success_url: returnUrl,
            cancel_url: cancelUrl,
            locale: locales[language] ?? 'auto',
            // At least half an hour ahead, and the same in a repeat: it is closed when its time is over.
            expires_at: Math.ceil(expireTime / 1000) + halfHourS,
          },
          { idempotencyKey: `${keyOf({ id, number })}-create` },
        ),
      )
      return sessionFacts(session, ask)
    },

    async close(payment) {
      const session = await findSession(payment)
      if (session === null) return { state: 'closed' }
      if (session.status !== 'open') return sessionFacts(session, ask)
      try {
        await ask(({ checkout }) => checkout.sessions.expire(session.id))
      } catch (error) {
        // It was paid, or ended, this moment.
        if (!(error instanceof PayFailure) || error.kind !== 'refused') throw error
      }
      return find({ ...payment, providerPayment: session.id })
    },
  }
}

async function sessionFacts(session: Stripe.Checkout.Session, ask: Ask): Promise<PaymentFacts> {
  const base = { providerPayment: session.id }
  if (session.status === 'expired') return { ...base, state: 'closed' }
  if (session.status !== 'complete')
    return { ...base, state: 'open', ...(session.url !== null && { payPage: { url: session.url } }) }
  const intent = ofObject(session.payment_intent)
  const charge = ofObject(intent?.latest_charge)
  if (session.payment_status !== 'paid') {
    const isOver = intent !== null && ['requires_payment_method', 'canceled'].includes(intent.status)
    const { code = 'unpaid', message = '' } = intent?.last_payment_error ?? {}
    return { ...base, state: isOver ? 'failed' : 'pending', failure: `${code}: ${message}` }
  }
  if (intent === null || charge === null) throw new PayFailure('silent', 'a paid session without its charge')
  const currency = intent.currency.toUpperCase()
  const fee = ofObject(charge.balance_transaction)
  return {
    ...base,
    state: 'paid',
    providerCapture: charge.id,
    amount: intent.amount_received,
    currency,
    ...(fee?.currency === intent.currency && { feeAmount: fee.fee }),
    refundedAmount: charge.amount_refunded,
    reversedAmount: charge.disputed ? await lostAmount(charge.id, ask) : 0,
  }
}

async function lostAmount(charge: string, ask: Ask): Promise<number> {
  const { data } = await ask(({ disputes }) => disputes.list({ charge, limit: 100 }))
  return data.filter(({ status }) => status === 'lost').reduce((sum, { amount }) => sum + amount, 0)
}

/** An object that came with the rest; an id alone is none. */
const ofObject = <T extends object>(value: T | string | null | undefined): T | null =>
  typeof value === 'object' ? value : null

function refunds(ask: Ask): Pick<PayClient, 'refund' | 'findRefund'> {
  const findRefund = async ({ providerRefund, payment, number }: NewRefund): Promise<RefundFacts> => {
    const charge = payment.providerCapture
    if (charge === null) return { state: 'unknown' }
    const found =
      providerRefund === null
        ? (await ask((library) => library.refunds.list({ charge, limit: 100 }))).data.find(
            ({ metadata }) => metadata?.number === number,
          )
        : await orNull(ask((library) => library.refunds.retrieve(providerRefund)))
    return found ? refundFacts(found) : { state: 'unknown' }
  }

  return {
    findRefund,
    async refund(refund) {
      const { id, number, amount, payment } = refund
      const charge = payment.providerCapture
      if (charge === null) throw new PayFailure('refused', 'nothing was paid', { code: 'resource_missing' })
      try {
        const idempotencyKey = `${keyOf(payment)}-refund-${id}-${number}`
        return refundFacts(
          await ask((library) =>
            library.refunds.create({ charge, amount, metadata: { number } }, { idempotencyKey }),
          ),
        )
      } catch (error) {
        if (!(error instanceof PayFailure) || error.kind !== 'refused') throw error
        if (error.code === 'charge_disputed') return { state: 'failed', failure: error.message }
        if (error.code !== 'charge_already_refunded') throw error
        const known = await findRefund(refund)
        return known.state === 'unknown' ? { state: 'failed', failure: error.message } : known
      }
    },
  }
}

function refundFacts({ id, status, failure_reason: reason }: Stripe.Refund): RefundFacts {
  if (status === 'succeeded') return { state: 'done', providerRefund: id }
  if (status !== 'failed' && status !== 'canceled') return { state: 'pending', providerRefund: id }
  return { state: 'failed', providerRefund: id, failure: `${status} ${reason ?? ''}`.trim() }
}

/** So many seconds an event may be on its way. */
const toleranceS = 300

function events(
  library: () => Promise<Stripe>,
  webhookSecret: string | undefined,
  now: () => number,
): PayClient['readEvent'] {
  const refused = (refusal: string) => ({ refusal, id: null, kind: null, numbers: [] })
  return async ({ headers, body }) => {
    const signature = headers['stripe-signature']
    if (typeof signature !== 'string') return refused('headerMissing')
    if (webhookSecret === undefined) return refused('signature')
    try {
      const { webhooks } = await library()
      const { id, type, data } = webhooks.constructEvent(
        body,
        signature,
        webhookSecret,
        toleranceS,
        undefined,
        now(),
      )
      return { refusal: null, id, kind: type, numbers: numbersIn(data.object) }
    } catch (error) {
      if (!isOfLibrary(error)) return refused('body')
      return refused(error.message.includes('Timestamp outside') ? 'time' : 'signature')
    }
  }
}

const eventObject = z.object({
  id: z.string().nullish(),
  client_reference_id: z.string().nullish(),
  charge: z.string().nullish(),
  metadata: z.object({ number: z.string().nullish() }).nullish(),
})

function numbersIn(object: object): string[] {
  const { data } = eventObject.safeParse(object)
  const found = [data?.id, data?.client_reference_id, data?.charge, data?.metadata?.number]
  return found.flatMap((each) => each ?? [])
}

/** Charges, refunds and disputes, in the currency that was paid and not in which the account is settled. */
function report(ask: Ask, now: () => number): PayClient['report'] {
  return async (day) => {
    const fromTime = Date.parse(`${day}T00:00:00Z`)
    if (now() < fromTime + dayMs + hourMs) return null
    const created = { gte: fromTime / 1000, lt: (fromTime + dayMs) / 1000 }
    return ask(async ({ balanceTransactions }) => {
      const lines: ReportLine[] = []
      const rows = balanceTransactions.list({ created, limit: 100, expand: ['data.source'] })
      for await (const row of rows) lines.push(...linesOf(row))
      return lines
    })
  }
}

function linesOf({ amount, fee, currency, source }: Stripe.BalanceTransaction): ReportLine[] {
  const moved = ofObject(source)
  if (moved === null || !['charge', 'refund', 'dispute'].includes(moved.object)) return []
  const { id, metadata, ...paid } = moved as Stripe.Charge | Stripe.Refund | Stripe.Dispute
  return [
    {
      reference: id,
      number: metadata?.number ?? null,
      // What went out is negative, as in the row: a dispute that was won comes back.
      amount: Math.sign(amount) * paid.amount,
      currency: paid.currency.toUpperCase(),
      feeAmount: paid.currency === currency ? fee : null,
    },
  ]
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof PayFailure && error.code === 'resource_missing') return null
    throw error
  }
}

const isOfLibrary = (error: unknown): error is Stripe.errors.StripeError =>
  error instanceof Error && 'type' in error && String(error.type).startsWith('Stripe')

function failureOf(error: unknown): unknown {
  if (!isOfLibrary(error)) return error
  const { type, message, statusCode, headers, detail } = error
  const code = error.code ?? type
  const words = `${code}: ${message} (${statusCode ?? 'no answer'}, ${error.requestId ?? 'no request id'})`
  const seconds = Number(headers?.['retry-after'])
  const retryAfterMs = seconds > 0 ? seconds * 1000 : null
  if (type === 'StripeConnectionError') {
    const cause = (detail as { code?: string } | undefined)?.code ?? ''
    const isUnreached = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'].includes(cause)
    return new PayFailure(isUnreached ? 'unreached' : 'silent', words)
  }
  if (statusCode === 429 || statusCode === 409) return new PayFailure('busy', words, { code, retryAfterMs })
  // What the library cannot read, and a failure within Stripe, may have been done all the same.
  if (statusCode === undefined || statusCode >= 500 || type === 'StripeAPIError')
    return new PayFailure('silent', words, { code, retryAfterMs })
  return new PayFailure('refused', words, { code })
}
