import { createPublicKey, sign, verify } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { signedMessage } from '../providers/paypal-events.ts'
import { exampleKey, pemOf } from './example-keys.ts'
import { type FakeAuthority, makeAuthority } from './fake-certificates.ts'
import {
  type FakeOrder,
  type FakeRecord,
  type FakeRefund,
  FakeRefusal,
  PaypalBooks,
} from './fake-paypal-books.ts'

/**
 * PayPal on this machine, as its documents say: it keeps books of its own, refuses what PayPal refuses, shows the buyer
 * a page to pay or to cancel, and posts signed events. It fails as it is told to.
 */
export interface FakePaypal {
  url: string
  /** What its certificates are proved by, PEM. */
  root: string
  authority: FakeAuthority
  settings: { environment: 'live'; clientId: string; clientSecret: string; webhookId: string }
  books: PaypalBooks
  /** What was asked of it, with the answer's status; 0: none was given. */
  requests: { method: string; path: string; status: number }[]
  /** The next request whose path matches fails so. */
  failNext(failure: FakeFailure, path?: RegExp): void
  /** What its reports have beside the payments here, each with its moment. */
  otherTransactions: { time: number; info: Record<string, unknown> }[]
  /** Ends all tokens. */
  endTokens(): void
  /** Files of certificates by their names; `good` is the one that it signs with. */
  certificates: Map<string, string>
  /** Those that are its own, where somebody asks it. */
  ownCertificates: Set<string>
  /** Where events are posted to as they happen; null: they are only kept. */
  hookUrl: string | null
  events: SignedEvent[]
  /** Signs an event as PayPal does. */
  signEvent(body: string): SignedEvent
  /** Posts an event, and says what was answered. */
  post(event: SignedEvent, url: string): Promise<number>
  /** The posts that are under way are done. */
  posted(): Promise<void>
  stop(): Promise<void>
}

/**
 * `cutBefore`, `unavailable`, `limited`, `unauthorized`: nothing was done. `cutAfter`, `never` (no answer), `error`,
 * `halfJson`, `html`: all was.
 */
export type FakeFailure =
  | 'cutBefore'
  | 'unavailable'
  | 'limited'
  | 'unauthorized'
  | 'cutAfter'
  | 'never'
  | 'error'
  | 'halfJson'
  | 'html'

export interface SignedEvent {
  headers: Record<string, string>
  body: Buffer
}

interface Reply {
  status: number
  headers?: Record<string, string>
  body: string
}

const json = (status: number, value: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(value),
})
const html = (status: number, body: string): Reply => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><title>PayPal</title>${body}`,
})

const tokenMs = 9 * 3_600_000
const hourMs = 3_600_000
const keptMs = { orders: 6 * hourMs, payments: 45 * 24 * hourMs }

const settings = {
  environment: 'live',
  clientId: 'client-of-paypal',
  clientSecret: 'secret-of-paypal',
  webhookId: '1JE4291016473214C',
} as const

export async function startFakePaypal(now: () => number = Date.now): Promise<FakePaypal> {
  const authority = await makeAuthority()
  const key = exampleKey('platform')
  const name = 'messageverificationcerts.paypal.com'
  const certificates = new Map([['good', await authority.issue({ name, key })]])
  const failures: { failure: FakeFailure; path: RegExp }[] = []
  const tokens = new Map<string, number>()
  const repeats = new Map<string, { request: string; time: number; answer: () => Reply }>()
  const posts = new Set<Promise<number>>()
  let made = 0

  const books = new PaypalBooks(now, (kind, about) => {
    const event = fake.signEvent(
      JSON.stringify({
        id: `WH-${String(++made).padStart(8, '0')}`,
        event_version: '1.0',
        create_time: new Date(now()).toISOString(),
        event_type: kind,
        resource: viewOf(books, about, fake.url),
      }),
    )
    fake.events.push(event)
    if (fake.hookUrl === null) return
    const post = fake.post(event, fake.hookUrl).finally(() => posts.delete(post))
    posts.add(post)
  })

  const server = createServer(async (incoming, response) => {
    const body = await buffer(incoming)
    const { method = '', url: path = '' } = incoming
    const at = failures.findIndex((each) => each.path.test(path))
    const [planned] = at < 0 ? [] : failures.splice(at, 1)
    const reply = planned ? failed(planned.failure, () => answer(incoming, body)) : answer(incoming, body)
    fake.requests.push({ method, path, status: typeof reply === 'string' ? 0 : reply.status })
    if (reply === 'cut') incoming.socket.destroy()
    else if (reply !== 'never') send(response, reply)
  })

  function answer(incoming: IncomingMessage, body: Buffer): Reply {
    const { method = '', headers } = incoming
    const url = new URL(incoming.url ?? '', fake.url)
    try {
      const file = /^\/v1\/notifications\/certs\/(.+)$/.exec(url.pathname)?.[1]
      if (file === 'moved') return { status: 302, headers: { location: './good' }, body: '' }
      if (file !== undefined)
        return { status: certificates.has(file) ? 200 : 404, body: certificates.get(file) ?? '' }
      if (url.pathname === '/checkoutnow') return page(url, method, body.toString())
      if (url.pathname === '/v1/oauth2/token') return newToken(headers.authorization, body.toString())
      const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1] ?? ''
      if (!((tokens.get(token) ?? 0) > now())) throw new FakeRefusal(401, 'AUTHENTICATION_FAILURE')
      if (url.pathname === '/v1/notifications/verify-webhook-signature') return confirmEvent(body.toString())
      return method === 'POST' ? repeatable(url, headers, body.toString()) : get(url)
    } catch (error) {
      if (!(error instanceof FakeRefusal)) throw error
      return refusalReply(error)
    }
  }

  function newToken(authorization: string | undefined, body: string): Reply {
    const expected = `Basic ${Buffer.from(`${settings.clientId}:${settings.clientSecret}`).toString('base64')}`
    if (authorization !== expected || body !== 'grant_type=client_credentials')
      return json(401, { error: 'invalid_client', error_description: 'Client Authentication failed' })
    const token = `token-${++made}`
    tokens.set(token, now() + tokenMs)
    return json(200, { access_token: token, token_type: 'Bearer', expires_in: tokenMs / 1000 })
  }

  /** Did it send this event? Its body is taken as it is written by `JSON.stringify`. */
  function confirmEvent(text: string): Reply {
    const given = JSON.parse(text) as Record<string, string>
    const { transmission_id: id = '', transmission_time: time = '', webhook_id: webhookId = '' } = given
    const body = Buffer.from(JSON.stringify(given.webhook_event))
    const message = Buffer.from(signedMessage({ id, time, webhookId, body }))
    const signature = Buffer.from(given.transmission_sig ?? '', 'base64')
    const isOurs =
      fake.ownCertificates.has(given.cert_url?.split('/').at(-1) ?? '') &&
      webhookId === settings.webhookId &&
      verify('sha256', message, createPublicKey(pemOf(key)), signature)
    return json(200, { verification_status: isOurs ? 'SUCCESS' : 'FAILURE' })
  }

  /** The same request again has the present state of what the first one made, or its refusal. */
  function repeatable(url: URL, headers: IncomingMessage['headers'], body: string): Reply {
    const id = headers['paypal-request-id']
    if (typeof id !== 'string' || id.length > 108) throw new FakeRefusal(400, 'PAYPAL_REQUEST_ID_REQUIRED')
    const request = `${url.pathname}\n${body}`
    const known = repeats.get(id)
    const kept = url.pathname.startsWith('/v2/payments') ? keptMs.payments : keptMs.orders
    if (known !== undefined && now() < known.time + kept) {
      if (known.request !== request) throw new FakeRefusal(422, 'DUPLICATE_REQUEST_ID')
      return known.answer()
    }
    const isWhole = headers.prefer === 'return=representation'
    const answer = post(url, JSON.parse(body), isWhole)
    repeats.set(id, { request, time: now(), answer })
    return answer()
  }

  function post(url: URL, body: Record<string, unknown>, isWhole: boolean): () => Reply {
    const [, ofOrder] = /^\/v2\/checkout\/orders\/(\w+)\/capture$/.exec(url.pathname) ?? []
    const [, ofCapture] = /^\/v2\/payments\/captures\/(\w+)\/refund$/.exec(url.pathname) ?? []
    const view = (about: FakeOrder | FakeRefund) => {
      const whole = viewOf(books, about, fake.url)
      return isWhole ? whole : { id: whole.id, status: whole.status, links: whole.links }
    }
    try {
      if (url.pathname === '/v2/checkout/orders') {
        const order = books.create(body)
        return () => json(201, view(order))
      }
      if (ofOrder !== undefined) {
        const order = books.capture(ofOrder)
        return () => json(201, view(order))
      }
      if (ofCapture !== undefined) {
        const refund = books.refund(ofCapture, body)
        return () => json(201, view(refund))
      }
      throw new FakeRefusal(404, 'RESOURCE_NOT_FOUND')
    } catch (error) {
      if (!(error instanceof FakeRefusal)) throw error
      return () => refusalReply(error)
    }
  }

  function get(url: URL): Reply {
    const [, kind, id = ''] =
      /^\/v2\/(checkout\/orders|payments\/captures|payments\/refunds)\/(\w+)$/.exec(url.pathname) ?? []
    if (url.pathname === '/v1/reporting/transactions') return report(url.searchParams)
    const about =
      kind === 'checkout/orders'
        ? books.order(id)
        : kind === 'payments/captures'
          ? books.captures.get(id)
          : books.refunds.get(id)
    if (about === undefined) throw new FakeRefusal(404, 'RESOURCE_NOT_FOUND')
    return json(200, viewOf(books, about, fake.url))
  }

  function report(query: URLSearchParams): Reply {
    const [from, to] = [Date.parse(query.get('start_date') ?? ''), Date.parse(query.get('end_date') ?? '')]
    const [size, at] = [Number(query.get('page_size') ?? 100), Number(query.get('page') ?? 1)]
    const isGood = from <= to && to - from <= 31 * 24 * hourMs && size >= 1 && size <= 500 && at >= 1
    if (!isGood) throw new FakeRefusal(400, 'INVALID_REQUEST')
    const rows = [...transactionsOf(books), ...fake.otherTransactions].filter(
      ({ time }) => time >= from && time <= to,
    )
    return json(200, {
      transaction_details: rows
        .slice((at - 1) * size, at * size)
        .map(({ info }) => ({ transaction_info: info })),
      last_refreshed_datetime: new Date(now() - hourMs).toISOString(),
      page: at,
      total_items: rows.length,
      total_pages: Math.ceil(rows.length / size),
    })
  }

  /** Where the buyer is sent to: two buttons, and back to the shop. */
  function page(url: URL, method: string, body: string): Reply {
    const order = books.order(url.searchParams.get('token') ?? '')
    const { amount } = order.unit
    if (method !== 'POST') {
      if (order.status === 'COMPLETED') return html(200, '<h1>This order was paid.</h1>')
      return html(
        200,
        `<h1>Pay ${amount.value} ${amount.currency_code}</h1>
         <form method="post"><button name="do" value="pay">Pay</button><button name="do" value="cancel">Cancel</button></form>`,
      )
    }
    const isPaid = new URLSearchParams(body).get('do') === 'pay'
    if (isPaid) books.approve(order.id)
    const back = new URL(isPaid ? order.returnUrl : order.cancelUrl)
    back.searchParams.set('token', order.id)
    if (isPaid) back.searchParams.set('PayerID', 'QYR5Z8XDVJNXQ')
    return { status: 303, headers: { location: back.href }, body: '' }
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))

  const fake: FakePaypal = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    root: authority.root,
    authority,
    settings,
    books,
    requests: [],
    certificates,
    ownCertificates: new Set(['good']),
    otherTransactions: [],
    hookUrl: null,
    events: [],
    failNext: (failure, path = /^\/v2\//) => failures.push({ failure, path }),
    endTokens: () => tokens.clear(),
    signEvent(text) {
      const body = Buffer.from(text)
      const id = `69cd13f0-d67a-11e5-baa3-${String(++made).padStart(12, '0')}`
      const time = new Date(now()).toISOString().replace(/\.\d+/, '')
      const message = signedMessage({ id, time, webhookId: settings.webhookId, body })
      return {
        body,
        headers: {
          'paypal-transmission-id': id,
          'paypal-transmission-time': time,
          'paypal-transmission-sig': sign('sha256', Buffer.from(message), key).toString('base64'),
          'paypal-cert-url': `${fake.url}/v1/notifications/certs/good`,
          'paypal-auth-algo': 'SHA256withRSA',
          'content-type': 'application/json',
        },
      }
    },
    async post({ headers, body }, url) {
      try {
        const { status } = await fetch(url, { method: 'POST', headers, body: new Uint8Array(body) })
        return status
      } catch {
        return 0
      }
    },
    async posted() {
      while (posts.size > 0) await Promise.all(posts)
    },
    async stop() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return fake
}

function failed(failure: FakeFailure, act: () => Reply): Reply | 'cut' | 'never' {
  switch (failure) {
    case 'cutBefore':
      return 'cut'
    case 'unavailable':
      return json(503, { name: 'SERVICE_UNAVAILABLE', debug_id: 'b1d1' }, { 'retry-after': '7' })
    case 'limited':
      return json(429, { name: 'RATE_LIMIT_REACHED', debug_id: 'b1d1' }, { 'retry-after': '7' })
    case 'unauthorized':
      return json(401, { name: 'AUTHENTICATION_FAILURE', debug_id: 'b1d1' })
  }
  const reply = act()
  switch (failure) {
    case 'cutAfter':
      return 'cut'
    case 'never':
      return 'never'
    case 'error':
      return json(500, { name: 'INTERNAL_SERVER_ERROR', debug_id: 'b1d1' })
    case 'halfJson':
      return { ...reply, body: reply.body.slice(0, reply.body.length >> 1) }
    case 'html':
      return html(reply.status, '<h1>Please wait</h1>')
  }
}

function refusalReply({ status, issue }: FakeRefusal): Reply {
  const names: Record<number, string> = {
    400: 'INVALID_REQUEST',
    401: issue,
    404: issue,
    422: 'UNPROCESSABLE_ENTITY',
  }
  return json(status, {
    name: names[status] ?? issue,
    message: 'The request was refused.',
    debug_id: 'b1d1',
    details: [{ issue: status === 404 ? 'INVALID_RESOURCE_ID' : issue, description: `It says ${issue}.` }],
  })
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers).end(body)
}

/** How the API shows it, and events. */
function viewOf(
  books: PaypalBooks,
  about: FakeRecord,
  url: string,
): Record<string, unknown> & { id: string } {
  if ('unit' in about) return orderView(books, about, url)
  const isCapture = 'orderId' in about
  const captureId = isCapture ? about.id : about.captureId
  const order = books.orderOf(captureId)
  const amount = books.moneyOf(about.amount, captureId)
  if (!isCapture)
    return {
      id: about.id,
      status: 'status' in about ? about.status : 'COMPLETED',
      amount,
      ...('invoiceId' in about &&
        about.invoiceId !== null && { invoice_id: about.invoiceId, custom_id: about.invoiceId }),
      links: [
        { rel: 'self', href: `${url}/v2/payments/refunds/${about.id}` },
        { rel: 'up', href: `${url}/v2/payments/captures/${captureId}` },
      ],
    }
  const { custom_id, invoice_id } = order.unit
  return {
    id: about.id,
    status: about.status,
    ...(about.reason !== null && { status_details: { reason: about.reason } }),
    amount,
    final_capture: true,
    custom_id,
    invoice_id,
    seller_receivable_breakdown: {
      gross_amount: amount,
      paypal_fee: books.moneyOf(about.fee, captureId),
      net_amount: books.moneyOf(about.amount - about.fee, captureId),
    },
    supplementary_data: { related_ids: { order_id: order.id } },
    links: [
      { rel: 'self', href: `${url}/v2/payments/captures/${about.id}` },
      { rel: 'up', href: `${url}/v2/checkout/orders/${order.id}` },
    ],
  }
}

function orderView(
  books: PaypalBooks,
  order: FakeOrder,
  url: string,
): Record<string, unknown> & { id: string } {
  const captures = [...books.captures.values()].filter(({ orderId }) => orderId === order.id)
  const refunds = [...books.refunds.values()].filter(({ captureId }) =>
    captures.some(({ id }) => id === captureId),
  )
  const hasPage = order.status === 'PAYER_ACTION_REQUIRED'
  return {
    id: order.id,
    intent: 'CAPTURE',
    status: order.status,
    create_time: new Date(order.createTime).toISOString(),
    update_time: new Date(order.changeTime).toISOString(),
    purchase_units: [
      {
        reference_id: 'default',
        ...order.unit,
        ...(captures.length > 0 && {
          payments: {
            captures: captures.map((each) => viewOf(books, each, url)),
            ...(refunds.length > 0 && { refunds: refunds.map((each) => viewOf(books, each, url)) }),
          },
        }),
      },
    ],
    links: [
      { rel: 'self', href: `${url}/v2/checkout/orders/${order.id}` },
      ...(hasPage ? [{ rel: 'payer-action', href: `${url}/checkoutnow?token=${order.id}` }] : []),
    ],
  }
}

/** The rows of the transaction search: amounts as the account sees them, what went out is negative. */
function transactionsOf(books: PaypalBooks): { time: number; info: Record<string, unknown> }[] {
  const row = (
    code: string,
    { id, amount, time }: { id: string; amount: number; time: number },
    captureId: string,
    more: object,
  ) => ({
    time,
    info: {
      transaction_id: id,
      transaction_event_code: code,
      transaction_status: 'S',
      transaction_amount: books.moneyOf(amount, captureId),
      ...more,
    },
  })
  const captures = [...books.captures.values()].filter(({ status }) => status !== 'DECLINED')
  return [
    ...captures.map((each) =>
      row('T0006', each, each.id, {
        ...(each.status === 'PENDING' && { transaction_status: 'P' }),
        fee_amount: books.moneyOf(-each.fee, each.id),
        invoice_id: books.orderOf(each.id).unit.invoice_id,
        custom_field: books.orderOf(each.id).unit.custom_id,
      }),
    ),
    ...[...books.refunds.values()]
      .filter(({ status }) => status === 'COMPLETED')
      .map((each) =>
        row('T1107', { ...each, amount: -each.amount }, each.captureId, {
          ...(each.invoiceId !== null && { invoice_id: each.invoiceId }),
        }),
      ),
    ...books.reversals.map((each) => row('T1201', { ...each, amount: -each.amount }, each.captureId, {})),
  ].toSorted((a, b) => a.time - b.time)
}
