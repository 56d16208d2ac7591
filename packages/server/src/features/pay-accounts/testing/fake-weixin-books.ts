import { randomBytes } from 'node:crypto'
import { z } from 'zod'

/** Orders and refunds as WeChat Pay keeps them, with the rules by which it refuses. */

/** How WeChat Pay says no. */
export class WeixinRefusal extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

export interface FakeWeixinOrder {
  number: string
  appId: string
  description: string
  total: number
  currency: string
  notifyUrl: string
  openId: string | null
  expireTime: number
  createTime: number
  state: 'NOTPAY' | 'SUCCESS' | 'REFUND' | 'CLOSED'
  transactionId: string | null
  successTime: number | null
  /** By which the payer finds it: of the QR code, or the prepay id. */
  codes: string[]
  /** What it was ordered with, word for word. */
  fields: string
  /** The payer is typing the password: it cannot be closed. */
  isPayerTyping: boolean
  /** What is said of it instead of the truth. */
  shown: Record<string, unknown>
}

export interface FakeWeixinRefund {
  number: string
  refundId: string
  order: FakeWeixinOrder
  amount: number
  reason: string | null
  notifyUrl: string | null
  status: 'PROCESSING' | 'SUCCESS' | 'CLOSED' | 'ABNORMAL'
  createTime: number
  fields: string
}

export interface FakeWeixinBooks {
  orders: Map<string, FakeWeixinOrder>
  refunds: Map<string, FakeWeixinRefund>
  /** Who may pay in the app. */
  openIds: Set<string>
  /** What the merchant has at most to refund from. */
  available: number
}

const dayMs = 86_400_000
const minuteMs = 60_000
const maxRefunds = 50
const refundDays = 365
/** An order that nobody pays ends by itself. */
const openDays = 7

const money = z.int().min(1).max(100_000_000)
/** No query: WeChat Pay would not call it. */
const notifyUrl = z
  .url({ protocol: /^https?$/ })
  .max(255)
  .refine((url) => new URL(url).search === '')

const orderFields = z.strictObject({
  appid: z.string(),
  mchid: z.string(),
  description: z.string().min(1).max(127),
  out_trade_no: z.string().regex(/^[0-9A-Za-z_\-*]{6,32}$/),
  time_expire: z.iso.datetime({ offset: true, precision: 0 }).optional(),
  attach: z.string().max(128).optional(),
  notify_url: notifyUrl,
  amount: z.strictObject({ total: money, currency: z.literal('CNY') }),
  payer: z.strictObject({ openid: z.string() }).optional(),
})

const refundFields = z.strictObject({
  out_trade_no: z.string().optional(),
  transaction_id: z.string().optional(),
  out_refund_no: z.string().regex(/^[0-9A-Za-z_\-|*@]{1,64}$/),
  reason: z.string().min(1).max(80).optional(),
  notify_url: notifyUrl.optional(),
  amount: z.strictObject({ refund: money, total: money, currency: z.literal('CNY') }),
})

function parse<S extends z.ZodType>(schema: S, body: string): z.output<S> {
  let content: unknown
  try {
    content = JSON.parse(body)
  } catch {
    throw new WeixinRefusal(400, 'PARAM_ERROR', '请求体不是合法的JSON')
  }
  const { data, error } = schema.safeParse(content)
  if (data === undefined)
    throw new WeixinRefusal(400, 'PARAM_ERROR', `参数错误 ${error?.issues[0]?.path.join('.')}`)
  return data
}

/** @returns the order, and the new code by which it is paid */
export function placeOrder(
  { orders, openIds }: FakeWeixinBooks,
  body: string,
  { appId, mchId, isApp, now }: { appId: string; mchId: string; isApp: boolean; now: number },
): { order: FakeWeixinOrder; code: string } {
  const given = parse(orderFields, body)
  if (given.appid !== appId || given.mchid !== mchId)
    throw new WeixinRefusal(400, 'APPID_MCHID_NOT_MATCH', 'appid和mch_id不匹配')
  if (isApp !== (given.payer !== undefined)) throw new WeixinRefusal(400, 'PARAM_ERROR', '参数错误 payer')
  if (given.payer && !openIds.has(given.payer.openid))
    throw new WeixinRefusal(400, 'INVALID_REQUEST', '无效的openid')
  const expireTime = given.time_expire ? Date.parse(given.time_expire) : now + openDays * dayMs
  const fields = JSON.stringify([isApp, given])
  const known = orders.get(given.out_trade_no)
  if (known) endIfExpired(known, now)
  if (known?.state === 'CLOSED') throw new WeixinRefusal(400, 'ORDER_CLOSED', '订单已关闭')
  if (known && known.state !== 'NOTPAY') throw new WeixinRefusal(400, 'ORDERPAID', '该订单已支付')
  if (known && known.fields !== fields) throw new WeixinRefusal(403, 'OUT_TRADE_NO_USED', '商户订单号重复')
  if (expireTime <= now) throw new WeixinRefusal(400, 'PARAM_ERROR', 'time_expire 早于当前时间')
  const order = known ?? {
    number: given.out_trade_no,
    appId,
    description: given.description,
    total: given.amount.total,
    currency: given.amount.currency,
    notifyUrl: given.notify_url,
    openId: given.payer?.openid ?? null,
    expireTime: Math.min(expireTime, now + openDays * dayMs),
    createTime: now,
    state: 'NOTPAY' as const,
    transactionId: null,
    successTime: null,
    codes: [],
    fields,
    isPayerTyping: false,
    shown: {},
  }
  const code = isApp ? `wx${randomBytes(17).toString('hex')}` : randomBytes(8).toString('hex')
  order.codes.push(code)
  orders.set(order.number, order)
  return { order, code }
}

function endIfExpired(order: FakeWeixinOrder, now: number): void {
  if (order.state === 'NOTPAY' && now >= order.expireTime) order.state = 'CLOSED'
}

export function findOrder({ orders }: FakeWeixinBooks, number: string, now: number): FakeWeixinOrder {
  const order =
    orders.get(number) ?? [...orders.values()].find(({ transactionId }) => transactionId === number)
  if (order === undefined) throw new WeixinRefusal(404, 'ORDER_NOT_EXIST', '订单不存在')
  endIfExpired(order, now)
  return order
}

export function closeOrder(books: FakeWeixinBooks, number: string, now: number): void {
  const order = findOrder(books, number, now)
  if (order.state === 'SUCCESS' || order.state === 'REFUND')
    throw new WeixinRefusal(400, 'ORDER_PAID', '订单已支付')
  if (order.isPayerTyping) throw new WeixinRefusal(202, 'USER_PAYING', '用户支付中，需要输入密码')
  order.state = 'CLOSED'
}

export function payOrder(books: FakeWeixinBooks, number: string, now: number): FakeWeixinOrder {
  const order = findOrder(books, number, now)
  if (order.state !== 'NOTPAY') throw new WeixinRefusal(400, 'INVALID_REQUEST', '订单不能支付')
  order.state = 'SUCCESS'
  order.isPayerTyping = false
  order.transactionId = `42000${randomBytes(11).toString('hex').replace(/\D/g, '7')}`
  order.successTime = now
  books.available += order.total
  return order
}

/** A repeat has its number and all else equal. Accepted is not done. */
export function acceptRefund(books: FakeWeixinBooks, body: string, now: number): FakeWeixinRefund {
  const given = parse(refundFields, body)
  const { out_refund_no: number, amount } = given
  const fields = JSON.stringify(given)
  const known = books.refunds.get(number)
  if (known?.fields === fields) return known
  if (known)
    throw new WeixinRefusal(400, 'INVALID_REQUEST', '订单金额或退款金额与之前请求不一致，请核实后再试')
  const order = findOrder(books, given.transaction_id ?? given.out_trade_no ?? '', now)
  const earlier = [...books.refunds.values()].filter((refund) => refund.order === order)
  const refunded = earlier
    .filter(({ status }) => status !== 'CLOSED')
    .reduce((sum, refund) => sum + refund.amount, 0)
  if (order.successTime === null) throw new WeixinRefusal(400, 'INVALID_REQUEST', '订单未支付')
  if (now - order.successTime > refundDays * dayMs)
    throw new WeixinRefusal(400, 'INVALID_REQUEST', '订单已超过可退款的最大期限')
  if (amount.total !== order.total || refunded + amount.refund > order.total)
    throw new WeixinRefusal(400, 'INVALID_REQUEST', '退款金额大于支付金额')
  if (earlier.length >= maxRefunds) throw new WeixinRefusal(403, 'RULE_LIMIT', '退款次数超过限制')
  if (earlier.some(({ createTime }) => now - createTime < minuteMs))
    throw new WeixinRefusal(429, 'FREQUENCY_LIMITED', '频率限制')
  if (amount.refund > books.available) throw new WeixinRefusal(403, 'NOT_ENOUGH', '基本账户余额不足')
  const refund: FakeWeixinRefund = {
    number,
    refundId: `50000${randomBytes(11).toString('hex').replace(/\D/g, '3')}`,
    order,
    amount: amount.refund,
    reason: given.reason ?? null,
    notifyUrl: given.notify_url ?? null,
    status: 'PROCESSING',
    createTime: now,
    fields,
  }
  books.refunds.set(number, refund)
  order.state = 'REFUND'
  books.available -= refund.amount
  return refund
}

export function findRefund({ refunds }: FakeWeixinBooks, number: string): FakeWeixinRefund {
  const refund = refunds.get(number)
  if (refund === undefined) throw new WeixinRefusal(404, 'RESOURCE_NOT_EXISTS', '退款单不存在')
  return refund
}

const isoTime = (time: number) => `${new Date(time + 8 * 3_600_000).toISOString().slice(0, 19)}+08:00`
const stateNames = { NOTPAY: '订单未支付', SUCCESS: '支付成功', REFUND: '转入退款', CLOSED: '订单已关闭' }

/** What a query says of an order, and a callback within its ciphertext. */
export function transactionOf(order: FakeWeixinOrder, mchId: string): Record<string, unknown> {
  const { number, appId, state, transactionId, successTime, total, currency, openId } = order
  const said = { appid: appId, mchid: mchId, out_trade_no: number, trade_state: state, attach: '' }
  const names = { trade_state_desc: stateNames[state] }
  if (transactionId === null) return { ...said, ...names, ...order.shown }
  return {
    ...said,
    ...names,
    transaction_id: transactionId,
    trade_type: openId === null ? 'NATIVE' : 'JSAPI',
    bank_type: 'OTHERS',
    success_time: isoTime(successTime!),
    payer: { openid: openId ?? 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o' },
    amount: { total, payer_total: total, currency, payer_currency: currency },
    ...order.shown,
  }
}

export function refundOf({ number, refundId, order, amount, status, createTime }: FakeWeixinRefund) {
  return {
    refund_id: refundId,
    out_refund_no: number,
    transaction_id: order.transactionId,
    out_trade_no: order.number,
    channel: 'ORIGINAL',
    user_received_account: '支付用户零钱',
    create_time: isoTime(createTime),
    status,
    funds_account: 'AVAILABLE',
    amount: {
      total: order.total,
      refund: amount,
      payer_total: order.total,
      payer_refund: amount,
      settlement_refund: amount,
      settlement_total: order.total,
      discount_refund: 0,
      currency: order.currency,
    },
    ...order.shown,
  }
}
