import { createPrivateKey, createPublicKey } from 'node:crypto'
import { line } from '@trackway/core/api/call.ts'
import { secret } from '@trackway/core/api/secret.ts'
import { z } from 'zod'
import {
  type ClientTools,
  type KnownPayment,
  type NewPayment,
  type NewRefund,
  type PayClient,
  PayFailure,
  type PaymentFacts,
  type ProviderPaymentState,
  payProvider,
  type RefundFacts,
} from './pay-provider.ts'
import { weixinReport } from './weixin-bill.ts'
import { weixinEvents } from './weixin-events.ts'
import {
  contentOf,
  doubtful,
  failureOf,
  type Reply,
  type WeixinRequests,
  weixinRequests,
} from './weixin-requests.ts'
import { pageFields, type SigningMerchant } from './weixin-signatures.ts'

/**
 * WeChat Pay by its API v3: a QR code (Native), or the mini program's own payment (JSAPI). Source: WeChat Pay,
 * "Native payment", "JSAPI payment", "Refund", "Trade bill", "Callbacks", "Common error codes".
 */
const pem = z.string().trim().max(10_000)

const settings = z.object({
  appId: line(32)
    .regex(/^wx[0-9A-Za-z]{16}$/)
    .describe('App that is bound to the merchant: the mini program, or the official account.'),
  mchId: line(10)
    .regex(/^[0-9]{8,10}$/)
    .describe('Number of the merchant.'),
  certificateSerial: line(64)
    .regex(/^[0-9A-Fa-f]{16,64}$/)
    .describe('Serial number of the merchant’s certificate.'),
  privateKey: secret(
    pem
      .refine(canBe(createPrivateKey))
      .optional()
      .describe('Private key of the merchant, PEM; left out: keep the stored one; secret.'),
  ),
  apiV3Key: secret(
    z
      .string()
      .regex(/^[!-~]{32}$/)
      .optional()
      .describe('APIv3 key, 32 characters; left out: keep the stored one; secret.'),
  ),
  publicKeyId: line(64)
    .regex(/^PUB_KEY_ID_[0-9A-Za-z]+$/)
    .nullable()
    .default(null)
    .describe('Id of WeChat Pay’s public key; null: the merchant has platform certificates.'),
  publicKey: pem
    .refine(canBe(createPublicKey))
    .nullable()
    .default(null)
    .describe('The public key, PEM; null: none.'),
})

export const weixin = payProvider({
  name: 'weixin',
  label: 'WeChat Pay',
  currencies: ['CNY'],
  booksTimeZone: 'Asia/Shanghai',
  settings,
  destination: ['mchId'],
  connect: ({ privateKey, apiV3Key, ...set }, tools) =>
    privateKey === undefined || apiV3Key === undefined
      ? null
      : connect({ ...set, privateKey, apiV3Key }, tools),
})

function canBe(read: (text: string) => { asymmetricKeyType?: string | undefined }) {
  return (text: string) => {
    try {
      return read(text).asymmetricKeyType === 'rsa'
    } catch {
      return false
    }
  }
}

const transaction = z.object({
  mchid: z.string(),
  out_trade_no: z.string(),
  transaction_id: z.string().optional(),
  trade_state: z.enum(['NOTPAY', 'USERPAYING', 'SUCCESS', 'REFUND', 'CLOSED', 'REVOKED', 'PAYERROR']),
  trade_state_desc: z.string().optional(),
  amount: z.object({ total: z.int(), currency: z.string().default('CNY') }).optional(),
})

/** Whether something was refunded is said by its own query alone. */
const paymentStates: Record<z.output<typeof transaction>['trade_state'], ProviderPaymentState> = {
  NOTPAY: 'open',
  USERPAYING: 'open',
  SUCCESS: 'paid',
  REFUND: 'paid',
  CLOSED: 'closed',
  REVOKED: 'closed',
  PAYERROR: 'failed',
}

const refundAnswer = z.object({
  refund_id: z.string(),
  out_refund_no: z.string(),
  status: z.enum(['SUCCESS', 'PROCESSING', 'CLOSED', 'ABNORMAL']),
  amount: z.object({ refund: z.int() }),
})

/** `ABNORMAL`: the payer's card is gone; the money waits until the seller says where it goes. */
const refundStates = { SUCCESS: 'done', PROCESSING: 'pending', CLOSED: 'failed', ABNORMAL: 'failed' } as const

function connect(
  { appId, privateKey, ...set }: Required<z.output<typeof settings>>,
  tools: ClientTools,
): PayClient {
  const merchant = { ...set, privateKey: createPrivateKey(privateKey) }
  const requests = weixinRequests(merchant, tools)
  return {
    ...payments(requests, merchant, appId),
    ...refunds(requests),
    readEvent: weixinEvents({ ...set, appId }, requests, tools.now),
    report: weixinReport(requests, tools.now),
  }
}

function payments(
  { call, freshness }: WeixinRequests,
  { mchId, privateKey }: SigningMerchant,
  appId: string,
) {
  const pathOf = ({ number }: KnownPayment | NewPayment) => `/v3/pay/transactions/out-trade-no/${number}`

  async function find(payment: KnownPayment | NewPayment): Promise<PaymentFacts> {
    const reply = await call('GET', `${pathOf(payment)}?mchid=${mchId}`)
    if (reply.code === 'ORDERNOTEXIST') return { state: 'unknown' }
    const found = contentOf(transaction, reply)
    if (found.mchid !== mchId || found.out_trade_no !== payment.number) throw doubtful('foreign')
    return factsOf(found)
  }

  async function create(payment: NewPayment): Promise<PaymentFacts> {
    const { number, description, expireTime, hookUrl, amount, currency, openId } = payment
    const reply = await call('POST', `/v3/pay/transactions/${openId === null ? 'native' : 'jsapi'}`, {
      appid: appId,
      mchid: mchId,
      description: [...description].slice(0, 127).join(''),
      out_trade_no: number,
      time_expire: beijingTime(expireTime),
      notify_url: hookUrl,
      amount: { total: amount, currency },
      ...(openId !== null && { payer: { openid: openId } }),
    })
    // An earlier attempt with this number arrived; what became of it is for the query to say.
    if (['ORDERCLOSED', 'OUTTRADENOUSED', 'ORDERPAID'].includes(reply.code ?? '')) return find(payment)
    const facts = { state: 'open', providerPayment: number } as const
    if (openId === null) {
      const { code_url: qrText } = contentOf(z.object({ code_url: z.string() }), reply)
      return { ...facts, payPage: { qrText } }
    }
    const { prepay_id: prepayId } = contentOf(z.object({ prepay_id: z.string() }), reply)
    const miniProgram = pageFields(appId, prepayId, privateKey, freshness())
    return { ...facts, payPage: { miniProgram } }
  }

  async function close(payment: KnownPayment): Promise<PaymentFacts> {
    const before = await find(payment)
    if (before.state !== 'open') return before
    try {
      const reply = await call('POST', `${pathOf(payment)}/close`, { mchid: mchId })
      const isOvertaken = ['USERPAYING', 'ORDERPAID', 'ORDERCLOSED'].includes(reply.code ?? '')
      if (reply.code !== null && !isOvertaken) throw failureOf(reply)
    } catch (error) {
      // Its answer may be lost, and while the payer types the password it is too early: the query says how it is.
      if (!(error instanceof PayFailure) || error.kind === 'refused') throw error
    }
    return find(payment)
  }

  return { create, find, capture: find, close }
}

function refunds({ call }: WeixinRequests) {
  async function refund(refund: NewRefund): Promise<RefundFacts> {
    const { number, amount, currency, reason, hookUrl, payment } = refund
    const reply = await call('POST', '/v3/refund/domestic/refunds', {
      out_trade_no: payment.number,
      out_refund_no: number,
      ...(reason && { reason: [...reason].slice(0, 80).join('') }),
      ...(hookUrl !== null && { notify_url: hookUrl }),
      amount: { refund: amount, total: payment.amount, currency },
    })
    // The merchant has to top up; then the same refund goes through.
    if (reply.code === 'NOTENOUGH') throw failureOf(reply, 'busy')
    return refundFacts(refund, reply)
  }

  async function findRefund(refund: NewRefund): Promise<RefundFacts> {
    const reply = await call('GET', `/v3/refund/domestic/refunds/${refund.number}`)
    if (reply.code === 'RESOURCENOTEXISTS') return { state: 'unknown' }
    return refundFacts(refund, reply)
  }

  return { refund, findRefund }
}

function factsOf(found: z.output<typeof transaction>): PaymentFacts {
  const { out_trade_no, transaction_id, trade_state, trade_state_desc = trade_state, amount } = found
  const state = paymentStates[trade_state]
  if (state === 'paid' && (transaction_id === undefined || amount === undefined)) throw doubtful('body')
  return {
    state,
    providerPayment: out_trade_no,
    ...(transaction_id !== undefined && { providerCapture: transaction_id }),
    ...(amount !== undefined && { amount: amount.total, currency: amount.currency }),
    ...(state === 'failed' && { failure: trade_state_desc }),
  }
}

function refundFacts({ number, amount }: NewRefund, reply: Reply): RefundFacts {
  const found = contentOf(refundAnswer, reply)
  if (found.out_refund_no !== number || found.amount.refund !== amount) throw doubtful('foreign')
  const state = refundStates[found.status]
  return { state, providerRefund: found.refund_id, ...(state === 'failed' && { failure: found.status }) }
}

const beijingTime = (time: number) => `${new Date(time + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`
