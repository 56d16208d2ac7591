import { createHash, createPublicKey, randomBytes, verify } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { amountText } from '@trackway/core/rules/money.ts'
import {
  type Answer,
  type FakeServer,
  type Request,
  startFakeServer,
} from '../../../testing/fakes/fake-server.ts'
import { exampleKey, pemOf } from './example-keys.ts'
import { type BillRow, billRows, billText } from './fake-weixin-bill.ts'
import {
  acceptRefund,
  closeOrder,
  type FakeWeixinBooks,
  type FakeWeixinOrder,
  type FakeWeixinRefund,
  findOrder,
  findRefund,
  payOrder,
  placeOrder,
  refundOf,
  transactionOf,
  WeixinRefusal,
} from './fake-weixin-books.ts'
import {
  encrypt,
  type PlatformCertificate,
  platformCertificate,
  type Signer,
  signedHeaders,
} from './fake-weixin-keys.ts'

/**
 * WeChat Pay on this machine, with books of its own: it refuses what WeChat Pay refuses, has a page that a browser can
 * pay on, posts what happened, and fails as it is told to.
 */
export interface FakeWeixin extends FakeServer, FakeWeixinBooks {
  /** What the next requests come to; what is called happens just before one. */
  faults: (WeixinFault | (() => unknown))[]
  /** The first one signs, where no other is asked for. */
  certificates: PlatformCertificate[]
  /** Merchants that have it may ask for answers by this key; `hasCertificates` false: it signs all. */
  publicKey: Signer
  hasCertificates: boolean
  /** Nothing is posted by itself. */
  isSilent: boolean
  /** What is not as the books are in the bill of a day. */
  alterBill: (rows: BillRow[]) => BillRow[]
  isBillLate: boolean
  alterBillAnswer: Record<string, string>
  /** As behind a proxy, it names WeChat Pay's own host. */
  isNamedOfficially: boolean
  /** The payer pays. @returns the status that the callback was answered; null: none was posted */
  pay(number: string): Promise<number | null>
  endRefund(number: string, status: FakeWeixinRefund['status']): Promise<number | null>
  /** What is posted of an order or a refund, which a test may change before. */
  eventOf(number: string, changes?: EventChanges): PostedWeixinEvent
  post(event: PostedWeixinEvent): Promise<number>
}

/**
 * `cutBefore`, `429`, `html`: nothing was done; `cutAfter`, `hang`, `500` and the others: it was, and the answer is lost,
 * late, or proves nothing.
 */
export type WeixinFault =
  | 'cutBefore'
  | 'cutAfter'
  | 'hang'
  | '429'
  | '500'
  | 'half'
  | 'html'
  | 'unsigned'
  | 'otherKey'
  | 'otherSerial'
  | 'oldTime'

export interface EventChanges {
  id?: string
  content?: Record<string, unknown>
  apiV3Key?: string
  signer?: Signer
  time?: number
}

export interface PostedWeixinEvent {
  url: string
  headers: Record<string, string>
  body: string
}

export const weixinMerchant = {
  appId: 'wx00000000000000ab',
  mchId: '1900000001',
  certificateSerial: '1DDE55AD98ED71D6EDD4A4A16996DE7B47773A8C',
  privateKey: pemOf(exampleKey('merchant')),
  apiV3Key: 'trackway-example-apiv3-key-32-by',
}
/** Settings of a merchant that has WeChat Pay's public key. */
export const weixinPublicKey = {
  publicKeyId: 'PUB_KEY_ID_0119000000012026112200000000',
  publicKey: pemOf(createPublicKey(pemOf(exampleKey('weixin')))),
}
export const weixinOpenId = 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o'

const maxApartMs = 300_000
const linkMs = 30_000
const dayMs = 86_400_000

export async function startFakeWeixin(now: () => number = Date.now): Promise<FakeWeixin> {
  const { appId, mchId, certificateSerial, apiV3Key } = weixinMerchant
  const merchantKey = createPublicKey(weixinMerchant.privateKey)
  const nonces = new Set<string>()
  const links = new Map<string, { file: Buffer; time: number }>()

  const server = await startFakeServer(async (request) =>
    request.path.startsWith('/pay/') ? page(request) : answerTo(request),
  )
  const fake: FakeWeixin = {
    ...server,
    orders: new Map(),
    refunds: new Map(),
    openIds: new Set([weixinOpenId]),
    available: 0,
    faults: [],
    certificates: [await platformCertificate('platform', now() - 30 * dayMs)],
    publicKey: { serial: weixinPublicKey.publicKeyId, key: exampleKey('weixin') },
    hasCertificates: true,
    isSilent: false,
    alterBill: (rows) => rows,
    isBillLate: false,
    alterBillAnswer: {},
    isNamedOfficially: false,
    async pay(number) {
      payOrder(fake, number, now())
      return fake.isSilent ? null : fake.post(eventOf(number))
    },
    async endRefund(number, status) {
      const refund = findRefund(fake, number)
      if (status === 'CLOSED') fake.available += refund.amount
      refund.status = status
      return fake.isSilent || refund.notifyUrl === null ? null : fake.post(eventOf(number))
    },
    eventOf,
    async post({ url, headers, body }) {
      const response = await fetch(url, { method: 'POST', headers, body })
      await response.arrayBuffer()
      return response.status
    },
  }
  return fake

  async function answerTo(request: Request): Promise<Answer | 'cut'> {
    const next = fake.faults.shift()
    const fault = typeof next === 'function' ? null : next
    if (typeof next === 'function') await next()
    if (fault === 'cutBefore') return 'cut'
    if (fault === 'html') return html(200, '<h1>Sign in to this network</h1>')
    if (fault === '429') return refused(new WeixinRefusal(429, 'FREQUENCY_LIMITED', '频率过高'))
    const { status, body, isFile } = process(request)
    switch (fault) {
      case 'cutAfter':
        return 'cut'
      case 'hang':
        return new Promise<never>(() => {})
      case '500':
        return refused(new WeixinRefusal(500, 'SYSTEM_ERROR', '系统错误'))
    }
    const signer = signerOf(request)
    if (isFile) return { status, body }
    const headers = signedHeaders(
      fault === 'otherKey' ? { ...signer, key: exampleKey('stranger') } : signer,
      body.toString(),
      fault === 'oldTime' ? now() - maxApartMs - 1000 : now(),
    )
    const type = { 'content-type': 'application/json; charset=utf-8' }
    if (fault === 'unsigned') return { status, headers: type, body }
    if (fault === 'otherSerial') headers['wechatpay-serial'] = 'FFFF'
    return { status, headers: { ...type, ...headers }, body: fault === 'half' ? halfOf(body) : body }
  }

  function halfOf(body: string | Buffer): string {
    return body.toString().slice(0, body.length / 2)
  }

  function refused({ status, code, message }: WeixinRefusal): Answer & { body: string } {
    return { status, body: JSON.stringify({ code, message }) }
  }

  function process(request: Request): { status: number; body: string | Buffer; isFile?: true } {
    try {
      checkSignature(request)
      signerOf(request)
      return route(request)
    } catch (error) {
      if (error instanceof WeixinRefusal) return refused(error)
      throw error
    }
  }

  /** Refuses what is not signed by the merchant over the bytes that came, now, and for the first time. */
  function checkSignature({ method, path, headers, body }: Request): void {
    const [scheme, list = ''] = (headers.authorization ?? '').split(/ (.*)/)
    const fields = Object.fromEntries(
      [...list.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
    )
    const { mchid, nonce_str: nonce = '', timestamp = '', serial_no: serial, signature = '' } = fields
    const message = `${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`
    const refuse = (why: string) => new WeixinRefusal(401, 'SIGN_ERROR', why)
    if (scheme !== 'WECHATPAY2-SHA256-RSA2048') throw refuse('Authorization 认证类型错误')
    if (mchid !== mchId) throw refuse('商户号不存在')
    if (serial !== certificateSerial) throw refuse('商户证书序列号有误')
    if (!/^\d{10}$/.test(timestamp) || Math.abs(Number(timestamp) * 1000 - now()) > maxApartMs)
      throw refuse('Http头Authorization中的timestamp与发起请求的时间不得超过5分钟')
    if (!/^[0-9A-Za-z]{1,32}$/.test(nonce) || nonces.has(nonce)) throw refuse('nonce_str 重复')
    if (!verify('sha256', Buffer.from(message), merchantKey, Buffer.from(signature, 'base64')))
      throw refuse('签名错误')
    nonces.add(nonce)
    if (!headers['user-agent'] || !headers.accept?.includes('application/json'))
      throw new WeixinRefusal(400, 'PARAM_ERROR', 'Http头Accept、User-Agent不正确')
    if (method === 'POST' && !headers['content-type']?.startsWith('application/json'))
      throw new WeixinRefusal(415, 'PARAM_ERROR', 'Http头Content-Type不正确')
  }

  /** Answers are signed by the key that was asked for. */
  function signerOf({ headers }: Request): Signer {
    const wanted = headers['wechatpay-serial']
    const signers = [...(fake.hasCertificates ? fake.certificates : []), fake.publicKey]
    const signer = wanted === undefined ? signers[0] : signers.find(({ serial }) => serial === wanted)
    if (signer === undefined) throw new WeixinRefusal(400, 'PARAM_ERROR', 'Wechatpay-Serial 无效')
    return signer
  }

  function route({ method, path, body }: Request): { status: number; body: string | Buffer; isFile?: true } {
    const { pathname, searchParams } = new URL(path, fake.url)
    const json = (content: object) => ({ status: 200, body: JSON.stringify(content) })
    const [, number = ''] =
      /^\/v3\/pay\/transactions\/(?:out-trade-no|id)\/([^/]+)(?:\/close)?$/.exec(pathname) ?? []
    const [, refundNumber = ''] = /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/.exec(pathname) ?? []
    const isPost = method === 'POST'
    if (isPost && (pathname === '/v3/pay/transactions/native' || pathname === '/v3/pay/transactions/jsapi')) {
      const isApp = pathname.endsWith('jsapi')
      const { code } = placeOrder(fake, body.toString(), { appId, mchId, isApp, now: now() })
      return json(isApp ? { prepay_id: code } : { code_url: `weixin://wxpay/bizpayurl?pr=${code}` })
    }
    if (isPost && number !== '' && pathname.endsWith('/close')) {
      if (JSON.parse(body.toString()).mchid !== mchId) throw new WeixinRefusal(400, 'PARAM_ERROR', 'mchid')
      closeOrder(fake, number, now())
      return { status: 204, body: '' }
    }
    if (!isPost && number !== '') {
      if (searchParams.get('mchid') !== mchId) throw new WeixinRefusal(400, 'PARAM_ERROR', 'mchid')
      return json(transactionOf(findOrder(fake, number, now()), mchId))
    }
    if (isPost && pathname === '/v3/refund/domestic/refunds')
      return json(refundOf(acceptRefund(fake, body.toString(), now())))
    if (!isPost && refundNumber !== '') return json(refundOf(findRefund(fake, refundNumber)))
    if (!isPost && pathname === '/v3/certificates') return json(certificateList())
    if (!isPost && pathname === '/v3/bill/tradebill') return json(makeBill(searchParams))
    if (!isPost && pathname === '/v3/billdownload/file') {
      const link = links.get(searchParams.get('token') ?? '')
      if (!link || now() - link.time > linkMs)
        throw new WeixinRefusal(400, 'INVALID_REQUEST', '下载链接已失效')
      return { status: 200, body: link.file, isFile: true }
    }
    throw new WeixinRefusal(404, 'RESOURCE_NOT_EXISTS', '请求的资源不存在')
  }

  function certificateList(): object {
    if (!fake.hasCertificates) throw new WeixinRefusal(404, 'RESOURCE_NOT_EXISTS', '无可用的平台证书')
    return {
      data: fake.certificates.map(({ serial, pem, fromTime, toTime }) => ({
        serial_no: serial,
        effective_time: new Date(fromTime).toISOString(),
        expire_time: new Date(toTime).toISOString(),
        encrypt_certificate: encrypt(apiV3Key, pem, 'certificate'),
      })),
    }
  }

  function makeBill(query: URLSearchParams): object {
    const day = query.get('bill_date') ?? ''
    if (
      !/^\d{4}-\d\d-\d\d$/.test(day) ||
      query.get('bill_type') !== 'ALL' ||
      query.get('tar_type') !== 'GZIP'
    )
      throw new WeixinRefusal(400, 'PARAM_ERROR', '参数错误')
    const readyTime = Date.parse(`${day}T10:00:00+08:00`) + dayMs
    const rows = fake.alterBill(billRows(fake, mchId, day))
    if (now() < readyTime || rows.length === 0)
      throw new WeixinRefusal(400, 'NO_STATEMENT_EXIST', '账单文件不存在')
    if (fake.isBillLate) throw new WeixinRefusal(400, 'STATEMENT_CREATING', '账单生成中')
    const text = billText(rows)
    const token = randomBytes(12).toString('hex')
    links.set(token, { file: gzipSync(text), time: now() })
    return {
      hash_type: 'SHA1',
      hash_value: createHash('sha1').update(text).digest('hex'),
      download_url: `${fake.isNamedOfficially ? 'https://api.mch.weixin.qq.com' : fake.url}/v3/billdownload/file?token=${token}`,
      ...fake.alterBillAnswer,
    }
  }

  function eventOf(number: string, changes: EventChanges = {}): PostedWeixinEvent {
    const refund = fake.refunds.get(number)
    const order = refund?.order ?? fake.orders.get(number)!
    const usual = refund
      ? { ...refundOf(refund), mchid: mchId, refund_status: refund.status }
      : transactionOf(order, mchId)
    const kind = refund ? `REFUND.${refund.status}` : 'TRANSACTION.SUCCESS'
    const text = JSON.stringify({ ...usual, ...changes.content })
    const name = refund ? 'refund' : 'transaction'
    const body = JSON.stringify({
      id: changes.id ?? `EV-${number}-${kind}`,
      create_time: new Date(now()).toISOString(),
      resource_type: 'encrypt-resource',
      event_type: kind,
      summary: refund ? '退款' : '支付成功',
      resource: {
        original_type: name,
        ...encrypt(changes.apiV3Key ?? apiV3Key, text, name),
      },
    })
    const usualSigner = fake.hasCertificates ? fake.certificates[0]! : fake.publicKey
    const signed = signedHeaders(changes.signer ?? usualSigner, body, changes.time ?? now())
    return {
      url: refund?.notifyUrl ?? order.notifyUrl,
      headers: { 'content-type': 'application/json', ...signed },
      body,
    }
  }

  /** Where a browser pays: `/pay/<code of the QR code, or prepay id>`. */
  async function page({ method, path, body }: Request): Promise<Answer> {
    const code = path.slice('/pay/'.length)
    const order = [...fake.orders.values()].find(({ codes }) => codes.includes(code))
    if (order === undefined) return html(404, '<h1>No such order</h1>')
    const choice = new URLSearchParams(body.toString()).get('choice')
    if (method === 'POST' && choice === 'pay') {
      try {
        await fake.pay(order.number)
      } catch (error) {
        if (!(error instanceof WeixinRefusal)) throw error
        return html(409, `<h1>Not paid</h1><p>${error.message}</p>`)
      }
      return html(200, '<h1>Paid</h1>')
    }
    // A try that failed leaves the order to be paid.
    if (method === 'POST') return html(200, '<h1>Refused</h1>')
    return html(200, payForm(order))
  }
}

const html = (status: number, content: string): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!doctype html><html lang="en"><title>WeChat Pay</title><body>${content}</body></html>`,
})

const payForm = ({ description, total, number }: FakeWeixinOrder) => `<h1>WeChat Pay</h1>
<p>${description.replaceAll('<', '&lt;')}</p><p>¥${amountText(total, 'CNY')}</p><p>${number}</p>
<form method="post"><button name="choice" value="pay">Pay</button><button name="choice" value="refuse">Refuse</button></form>`
