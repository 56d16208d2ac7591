import { createHash, createPrivateKey, createPublicKey, randomBytes, X509Certificate } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
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
  type PostedEvent,
  type ProviderEvent,
  type ProviderPaymentState,
  payProvider,
  type RefundFacts,
  type ReportLine,
} from './pay-provider.ts'
import { type Answer, sendRequest } from './send-request.ts'
import { readTradeBill } from './weixin-bill.ts'
import { type CertificatesBySerial, PlatformCertificates } from './weixin-certificates.ts'
import { authorization, decrypt, pageFields, signatureFault } from './weixin-signatures.ts'

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

const officialUrl = 'https://api.mch.weixin.qq.com'
/** A callback waits for 5 s, in which its certificate may have to be fetched. */
const certificatesTimeoutMs = 4_000
const maxBillBytes = 64 << 20
const maxUnzippedBytes = 256 << 20
const inflate = promisify(gunzip)

/** An answer of WeChat Pay: what was wanted, or why not. */
interface Reply {
  /** Without underscores, in which pages of the documents differ; null: it was done. */
  code: string | null
  content: unknown
}

const refusal = z.object({ code: z.string(), message: z.string().default('') })

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

const encrypted = z.object({
  ciphertext: z.string(),
  nonce: z.string(),
  associated_data: z.string().optional(),
})
const certificatesAnswer = z.object({
  data: z.array(z.object({ serial_no: z.string(), encrypt_certificate: encrypted })),
})
const eventBody = z.object({ id: z.string().min(1).max(200), event_type: z.string(), resource: encrypted })
const eventContent = z.object({
  mchid: z.string(),
  appid: z.string().optional(),
  out_trade_no: z.string(),
  transaction_id: z.string().optional(),
  out_refund_no: z.string().optional(),
  refund_id: z.string().optional(),
})
const billAnswer = z.object({ hash_value: z.string(), download_url: z.url() })

function connect(set: Required<z.output<typeof settings>>, tools: ClientTools): PayClient {
  const { appId, mchId, certificateSerial, apiV3Key, publicKeyId, publicKey } = set
  const merchant = { mchId, certificateSerial, privateKey: createPrivateKey(set.privateKey) }
  const baseUrl = tools.baseUrl ?? officialUrl
  const certificates = new PlatformCertificates()

  const freshness = () => ({
    timestamp: String(Math.floor(tools.now() / 1000)),
    nonce: randomBytes(16).toString('hex').toUpperCase(),
  })

  async function keyOf(serial: string) {
    if (publicKeyId !== null && publicKey !== null && serial === publicKeyId)
      return createPublicKey(publicKey)
    return certificates.keyOf(serial, tools.now(), loadCertificates)
  }

  const faultOf = (answer: Answer, key = keyOf) =>
    signatureFault({ header: (name) => answer.headers.get(name), body: answer.body }, key, tools.now())

  function send(
    method: 'GET' | 'POST',
    path: string,
    {
      body,
      serial,
      ...bounds
    }: { body?: string; serial?: string | null; timeoutMs?: number; maxBytes?: number } = {},
  ): Promise<Answer> {
    const headers: Record<string, string> = {
      authorization: authorization(
        merchant,
        { method, path, ...(body !== undefined && { body }) },
        freshness(),
      ),
      accept: 'application/json',
      'user-agent': 'Trackway',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      // The key by which it is answered.
      ...(serial && { 'wechatpay-serial': serial }),
    }
    const timeoutMs = bounds.timeoutMs ?? tools.timeoutMs
    return sendRequest(new URL(path, baseUrl).href, {
      method,
      headers,
      ...(body !== undefined && { body }),
      ...bounds,
      ...(timeoutMs !== undefined && { timeoutMs }),
    })
  }

  /** The certificates prove themselves by their cipher, and by one of them this answer. */
  async function loadCertificates(): Promise<CertificatesBySerial> {
    const timeoutMs = Math.min(tools.timeoutMs ?? certificatesTimeoutMs, certificatesTimeoutMs)
    const answer = await send('GET', '/v3/certificates', { timeoutMs })
    const { data } = certificatesAnswer.parse(JSON.parse(answer.body.toString()))
    const loaded = new Map(
      data.map((each) => [each.serial_no, new X509Certificate(decrypt(apiV3Key, each.encrypt_certificate))]),
    )
    const fault = await faultOf(answer, async (serial) => loaded.get(serial)?.publicKey ?? null)
    if (fault !== null) throw new Error(fault)
    return loaded
  }

  /** @throws {PayFailure} `silent` also for what WeChat Pay did not sign: it may have been done all the same */
  async function call(method: 'GET' | 'POST', path: string, given?: object): Promise<Reply> {
    const serial = publicKey === null ? certificates.newestSerial(tools.now()) : publicKeyId
    const body = given === undefined ? undefined : JSON.stringify(given)
    const answer = await send(method, path, { serial, ...(body !== undefined && { body }) })
    const isDone = answer.status >= 200 && answer.status < 300
    const fault = isDone ? await faultOf(answer) : null
    if (fault !== null) throw doubtful(fault)
    const content = answer.body.length === 0 ? {} : readJson(answer.body)
    const code = refusal.safeParse(content).data?.code.replaceAll('_', '') ?? null
    if (!isDone && code === null) throw new PayFailure('silent', `${answer.status} ${answer.body}`)
    return { code, content }
  }

  async function find({ number }: Pick<KnownPayment, 'number'>): Promise<PaymentFacts> {
    const reply = await call('GET', `/v3/pay/transactions/out-trade-no/${number}?mchid=${mchId}`)
    if (reply.code === 'ORDERNOTEXIST') return { state: 'unknown' }
    const found = read(transaction, reply)
    if (found.mchid !== mchId || found.out_trade_no !== number) throw doubtful('foreign')
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
      const { code_url: qrText } = read(z.object({ code_url: z.string() }), reply)
      return { ...facts, payPage: { qrText } }
    }
    const { prepay_id: prepayId } = read(z.object({ prepay_id: z.string() }), reply)
    const miniProgram = pageFields(appId, prepayId, merchant.privateKey, freshness())
    return { ...facts, payPage: { miniProgram } }
  }

  async function close(payment: KnownPayment): Promise<PaymentFacts> {
    const before = await find(payment)
    if (before.state !== 'open') return before
    try {
      const reply = await call('POST', `/v3/pay/transactions/out-trade-no/${payment.number}/close`, {
        mchid: mchId,
      })
      const isOvertaken = ['USERPAYING', 'ORDERPAID', 'ORDERCLOSED'].includes(reply.code ?? '')
      if (reply.code !== null && !isOvertaken) throw failureOf(reply)
    } catch (error) {
      // Its answer may be lost, and while the payer types the password it is too early: the query says how it is.
      if (!(error instanceof PayFailure) || error.kind === 'refused') throw error
    }
    return find(payment)
  }

  async function refund(refund: NewRefund): Promise<RefundFacts> {
    const { number, amount, currency, reason, hookUrl, payment } = refund
    const reply = await call('POST', '/v3/refund/domestic/refunds', {
      out_trade_no: payment.number,
      out_refund_no: number,
      ...(reason !== null && { reason: [...reason].slice(0, 80).join('') }),
      notify_url: hookUrl,
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

  async function readEvent({ headers, body }: PostedEvent): Promise<ProviderEvent> {
    const header = (name: string) => [headers[name]].flat()[0]
    const fault = await signatureFault({ header, body }, keyOf, tools.now())
    if (fault !== null) return refusedEvent(fault)
    try {
      const { id, event_type: kind, resource } = eventBody.parse(JSON.parse(body.toString()))
      const about = eventContent.parse(JSON.parse(decrypt(apiV3Key, resource)))
      if (about.mchid !== mchId || (about.appid ?? appId) !== appId) return refusedEvent('body')
      const { out_trade_no, transaction_id, out_refund_no, refund_id } = about
      const numbers = [out_trade_no, transaction_id, out_refund_no, refund_id].filter(
        (each) => each !== undefined,
      )
      return { refusal: null, id, kind, numbers }
    } catch {
      return refusedEvent('body')
    }
  }

  async function report(day: string): Promise<ReportLine[] | null> {
    const reply = await call('GET', `/v3/bill/tradebill?bill_date=${day}&bill_type=ALL&tar_type=GZIP`)
    if (reply.code === 'STATEMENTCREATING') return null
    // A day without payments has no bill; neither has one before ten o'clock of the next day.
    if (reply.code === 'NOSTATEMENTEXIST') return tools.now() < billTime(day) ? null : []
    const { hash_value: hash, download_url: url } = read(billAnswer, reply)
    const { origin, pathname, search } = new URL(url)
    if (origin !== new URL(baseUrl).origin) throw doubtful('foreign')
    // The file alone is not signed: its hash is, in the answer before.
    const answer = await send('GET', pathname + search, { maxBytes: maxBillBytes })
    if (answer.status !== 200) throw new PayFailure('silent', `${answer.status} ${answer.body}`)
    try {
      const file = await inflate(answer.body, { maxOutputLength: maxUnzippedBytes })
      if (createHash('sha1').update(file).digest('hex') !== hash.toLowerCase())
        throw new Error('another hash')
      return readTradeBill(file.toString())
    } catch (error) {
      throw doubtful('body', (error as Error).message)
    }
  }

  return { create, find, capture: find, close, refund, findRefund, readEvent, report }
}

/** An answer that nothing follows from. */
const doubtful = (code: string, words = 'the answer proves nothing') =>
  new PayFailure('silent', `${words}: ${code}`, { code })

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    throw doubtful('body')
  }
}

/** What was wanted of a reply. */
function read<S extends z.ZodType>(schema: S, reply: Reply): z.output<S> {
  if (reply.code !== null) throw failureOf(reply)
  const { data } = schema.safeParse(reply.content)
  if (data === undefined) throw doubtful('body')
  return data
}

function failureOf(reply: Reply, kind: 'refused' | 'busy' = 'refused'): PayFailure {
  const { code, message } = refusal.parse(reply.content)
  return new PayFailure(kind, `${code} ${message}`.trim(), { code })
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
  const found = read(refundAnswer, reply)
  if (found.out_refund_no !== number || found.amount.refund !== amount) throw doubtful('foreign')
  const state = refundStates[found.status]
  return { state, providerRefund: found.refund_id, ...(state === 'failed' && { failure: found.status }) }
}

const refusedEvent = (refusal: string): ProviderEvent => ({ refusal, id: null, kind: null, numbers: [] })

const beijingMs = 8 * 3_600_000
const beijingTime = (time: number) => `${new Date(time + beijingMs).toISOString().slice(0, 19)}+08:00`
/** From when on the bill of a day is there: 10:00 of the next day in Beijing. */
const billTime = (day: string) => Date.parse(`${day}T00:00:00Z`) - beijingMs + 34 * 3_600_000
