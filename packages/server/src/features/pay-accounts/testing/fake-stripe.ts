import { createHmac } from 'node:crypto'
import {
  type Answer,
  type FakeServer,
  type Request,
  startFakeServer,
} from '../../../testing/fakes/fake-server.ts'

/**
 * Stripe Checkout on this machine: sessions with a page to pay or to cancel, refunds, disputes, and the rows of the
 * balance. It refuses another request under a used key, and a session that ends too soon or too late.
 */
export interface FakeStripe extends FakeServer {
  settings: { environment: 'live'; secretKey: string; webhookSecret: string }
  sessions: Map<string, FakeSession>
  refunds: Map<string, FakeRefund>
  disputes: FakeDispute[]
  /** The buyer paid: at once, or in a way that takes days. */
  pay(session: string, how?: 'paid' | 'pending'): void
  /** What became of a payment that took days. */
  settle(session: string, outcome: 'paid' | 'failed'): void
  dispute(charge: string, status: string): void
  settleRefund(id: string, status: FakeRefund['status']): void
  /** How the next refund begins. */
  nextRefund: FakeRefund['status']
  signEvent(body: string, time?: number): { headers: Record<string, string>; body: Buffer }
}

interface FakeSession {
  id: string
  status: 'open' | 'complete' | 'expired'
  paymentStatus: 'unpaid' | 'paid'
  intentStatus: 'processing' | 'succeeded' | 'requires_payment_method'
  amount: number
  currency: string
  number: string
  successUrl: string
  cancelUrl: string
  endTime: number
  charge: string
  time: number
}
interface FakeRefund {
  id: string
  charge: string
  amount: number
  status: 'succeeded' | 'pending' | 'failed'
  number: string
  time: number
}
interface FakeDispute {
  id: string
  charge: string
  amount: number
  status: string
  time: number
}

const settings = {
  environment: 'live',
  secretKey: 'sk_live_example',
  webhookSecret: 'whsec_trackway_example',
} as const
/** Whose account a key opens: one that was rolled opens the same, and another holder has another. */
export const stripeKeys: Record<string, string> = {
  [settings.secretKey]: 'acct_ours',
  sk_live_rolled: 'acct_ours',
  sk_live_stranger: 'acct_strangers',
}
const minuteMs = 60_000

const json = (status: number, value: unknown): Answer => ({
  status,
  headers: { 'content-type': 'application/json', 'request-id': 'req_1' },
  body: JSON.stringify(value),
})
const refusal = (status: number, code: string, type = 'invalid_request_error') =>
  json(status, { error: { type, code, message: `It says ${code}.` } })
const list = (data: unknown[]) => json(200, { object: 'list', data, has_more: false, url: '/' })

export async function startFakeStripe(now: () => number): Promise<FakeStripe> {
  const sessions = new Map<string, FakeSession>()
  const refunds = new Map<string, FakeRefund>()
  const disputes: FakeDispute[] = []
  const repeats = new Map<string, { request: string; answer: Answer }>()
  let made = 0
  const newId = (kind: string) => `${kind}_${String(++made).padStart(6, '0')}`

  const server = await startFakeServer(async (request) => answer(request))

  function answer(request: Request): Answer {
    const url = new URL(request.path, 'http://stripe')
    const page = /^\/pay\/(\w+)$/.exec(url.pathname)?.[1]
    if (page !== undefined) return showPage(page, request)
    const account = stripeKeys[String(request.headers.authorization).replace('Bearer ', '')]
    if (account === undefined) return refusal(401, 'api_key_invalid', 'authentication_error')
    if (url.pathname === '/v1/account') return json(200, { id: account, object: 'account' })
    if (request.method === 'GET') return get(url)
    const key = request.headers['idempotency-key']
    const text = `${url.pathname}\n${request.body}`
    const known = typeof key === 'string' ? repeats.get(key) : undefined
    if (known !== undefined)
      return known.request === text
        ? known.answer
        : refusal(400, 'idempotency_key_in_use', 'idempotency_error')
    const given = post(url.pathname, new URLSearchParams(request.body.toString()))
    if (typeof key === 'string') repeats.set(key, { request: text, answer: given })
    return given
  }

  function post(path: string, body: URLSearchParams): Answer {
    const ended = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(path)?.[1]
    if (path === '/v1/checkout/sessions') return newSession(body)
    if (path === '/v1/refunds') return newRefund(body)
    const session = sessions.get(ended ?? '')
    if (session === undefined) return refusal(404, 'resource_missing')
    if (session.status !== 'open') return refusal(400, 'checkout_session_not_open')
    session.status = 'expired'
    return json(200, sessionView(session))
  }

  function newSession(body: URLSearchParams): Answer {
    const line = 'line_items[0][price_data]'
    const endTime = Number(body.get('expires_at')) * 1000
    const amount = Number(body.get(`${line}[unit_amount]`))
    if (endTime < now() + 30 * minuteMs || endTime > now() + 24 * 60 * minuteMs)
      return refusal(400, 'parameter_invalid_integer')
    if (body.get('mode') !== 'payment' || !Number.isInteger(amount) || amount < 1)
      return refusal(400, 'parameter_invalid_integer')
    const [successUrl, cancelUrl] = [body.get('success_url') ?? '', body.get('cancel_url') ?? '']
    if (!URL.canParse(successUrl) || !URL.canParse(cancelUrl)) return refusal(400, 'url_invalid')
    const session: FakeSession = {
      id: newId('cs'),
      status: 'open',
      paymentStatus: 'unpaid',
      intentStatus: 'requires_payment_method',
      amount,
      currency: body.get(`${line}[currency]`) ?? '',
      number: body.get('client_reference_id') ?? '',
      successUrl,
      cancelUrl,
      endTime,
      charge: newId('ch'),
      time: now(),
    }
    sessions.set(session.id, session)
    return json(200, sessionView(session))
  }

  function newRefund(body: URLSearchParams): Answer {
    const [charge, amount] = [body.get('charge') ?? '', Number(body.get('amount'))]
    const session = ofCharge(charge)
    if (session === undefined) return refusal(404, 'resource_missing')
    if (disputes.some((each) => each.charge === charge)) return refusal(400, 'charge_disputed')
    const rest = session.amount - refundedOf(charge)
    if (rest === 0) return refusal(400, 'charge_already_refunded')
    if (amount > rest) return refusal(400, 'amount_too_large')
    const refund: FakeRefund = {
      id: newId('re'),
      charge,
      amount,
      status: fake.nextRefund,
      number: body.get('metadata[number]') ?? '',
      time: now(),
    }
    refunds.set(refund.id, refund)
    return json(200, refundView(refund))
  }

  function get(url: URL): Answer {
    const query = url.searchParams
    const [, kind, id = ''] =
      /^\/v1\/(checkout\/sessions|refunds|disputes|balance_transactions)(?:\/(\w+))?$/.exec(url.pathname) ??
      []
    if (Number(query.get('limit') ?? 1) > 100) return refusal(400, 'parameter_invalid_integer')
    const ofOne = <T extends { charge: string }>(rows: Iterable<T>) =>
      [...rows].filter(({ charge }) => charge === query.get('charge'))
    if (id !== '') {
      const [session, refund] = [sessions.get(id), refunds.get(id)]
      if (kind === 'checkout/sessions' && session) return json(200, sessionView(session))
      if (kind === 'refunds' && refund) return json(200, refundView(refund))
      return refusal(404, 'resource_missing')
    }
    if (kind === 'checkout/sessions') return list([...sessions.values()].toReversed().map(sessionView))
    if (kind === 'refunds') return list(ofOne(refunds.values()).map(refundView))
    if (kind === 'disputes') return list(ofOne(disputes).map(disputeView))
    return list(
      balanceRows().filter(
        ({ created }) =>
          created >= Number(query.get('created[gte]')) && created < Number(query.get('created[lt]')),
      ),
    )
  }

  function showPage(id: string, { method, body }: Request): Answer {
    const session = sessions.get(id)
    if (session?.status !== 'open') return { status: 410, body: 'This page is closed.' }
    if (method !== 'POST')
      return {
        status: 200,
        headers: { 'content-type': 'text/html; charset=utf-8' },
        body: `<!doctype html><title>Stripe</title><form method="post"><button name="do" value="pay">Pay</button><button name="do" value="cancel">Cancel</button></form>`,
      }
    const isPaid = new URLSearchParams(body.toString()).get('do') === 'pay'
    if (isPaid) fake.pay(id)
    return { status: 303, headers: { location: isPaid ? session.successUrl : session.cancelUrl } }
  }

  const ofCharge = (charge: string) => [...sessions.values()].find((each) => each.charge === charge)
  const refundedOf = (charge: string) =>
    [...refunds.values()]
      .filter((each) => each.charge === charge && each.status !== 'failed')
      .reduce((sum, { amount }) => sum + amount, 0)
  const feeOf = (amount: number) => Math.round((amount * 29) / 1000)

  const refundView = ({ id, charge, amount, status, number }: FakeRefund) => ({
    id,
    object: 'refund',
    charge,
    amount,
    currency: ofCharge(charge)!.currency,
    status,
    failure_reason: status === 'failed' ? 'expired_or_canceled_card' : null,
    metadata: { number },
  })
  const disputeView = ({ id, charge, amount, status }: FakeDispute) => ({
    id,
    object: 'dispute',
    charge,
    amount,
    currency: ofCharge(charge)!.currency,
    status,
    metadata: {},
  })
  const chargeView = ({ charge, amount, currency, number }: FakeSession) => ({
    id: charge,
    object: 'charge',
    amount,
    currency,
    amount_refunded: refundedOf(charge),
    disputed: disputes.some((each) => each.charge === charge),
    metadata: { number },
    balance_transaction: { object: 'balance_transaction', currency, fee: feeOf(amount) },
  })
  function sessionView(session: FakeSession) {
    if (session.status === 'open' && now() >= session.endTime) session.status = 'expired'
    const { id, status, paymentStatus, amount, currency, number } = session
    const isPaid = paymentStatus === 'paid'
    return {
      id,
      object: 'checkout.session',
      status,
      payment_status: paymentStatus,
      client_reference_id: number,
      url: status === 'open' ? `${server.url}/pay/${id}` : null,
      amount_total: amount,
      currency,
      payment_intent:
        status === 'complete'
          ? {
              object: 'payment_intent',
              status: session.intentStatus,
              currency,
              amount_received: isPaid ? amount : 0,
              latest_charge: isPaid ? chargeView(session) : null,
              last_payment_error:
                session.intentStatus === 'requires_payment_method'
                  ? { code: 'payment_intent_payment_attempt_failed', message: 'The debit was refused.' }
                  : null,
            }
          : null,
    }
  }

  function balanceRows() {
    const row = (amount: number, fee: number, time: number, source: { currency: string }) => ({
      object: 'balance_transaction',
      created: Math.floor(time / 1000),
      amount,
      fee,
      currency: source.currency,
      source,
    })
    const charged = [...sessions.values()].filter(({ paymentStatus }) => paymentStatus === 'paid')
    return [
      ...charged.map((each) => row(each.amount, feeOf(each.amount), each.time, chargeView(each))),
      ...[...refunds.values()].map((each) => row(-each.amount, 0, each.time, refundView(each))),
      ...disputes.map((each) => row(-each.amount, 1500, each.time, disputeView(each))),
    ]
  }

  const fake: FakeStripe = Object.assign(server, {
    settings,
    sessions,
    refunds,
    disputes,
    nextRefund: 'succeeded' as const,
    pay(id: string, how: 'paid' | 'pending' = 'paid') {
      Object.assign(sessions.get(id)!, {
        status: 'complete',
        paymentStatus: how === 'paid' ? 'paid' : 'unpaid',
        intentStatus: how === 'paid' ? 'succeeded' : 'processing',
      })
    },
    settle(id: string, outcome: 'paid' | 'failed') {
      Object.assign(
        sessions.get(id)!,
        outcome === 'paid'
          ? { paymentStatus: 'paid', intentStatus: 'succeeded' }
          : { intentStatus: 'requires_payment_method' },
      )
    },
    dispute(charge: string, status: string) {
      disputes.push({ id: newId('dp'), charge, amount: ofCharge(charge)!.amount, status, time: now() })
    },
    settleRefund(id: string, status: FakeRefund['status']) {
      refunds.get(id)!.status = status
    },
    signEvent(text: string, time = now()) {
      const at = Math.floor(time / 1000)
      const hmac = createHmac('sha256', settings.webhookSecret).update(`${at}.${text}`).digest('hex')
      return { headers: { 'stripe-signature': `t=${at},v1=${hmac}` }, body: Buffer.from(text) }
    },
  })
  return fake
}
