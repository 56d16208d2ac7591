import type { Currency } from '@trackway/core/codes/currencies.ts'
import { amountText, readAmount } from '@trackway/core/rules/money.ts'

/** What PayPal keeps of orders, captures and refunds, with what it refuses. Source: PayPal, "Orders v2", "Payments v2". */

export interface FakeMoney {
  currency_code: string
  value: string
}
export interface FakeOrder {
  id: string
  status: 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED'
  unit: { amount: FakeMoney; custom_id: string; invoice_id: string }
  description: string
  locale: string
  returnUrl: string
  cancelUrl: string
  changeTime: number
  createTime: number
}
export interface FakeCapture {
  id: string
  orderId: string
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'REFUNDED'
  reason: string | null
  amount: number
  fee: number
  time: number
}
export interface FakeRefund {
  id: string
  captureId: string
  status: 'COMPLETED' | 'PENDING' | 'FAILED' | 'CANCELLED'
  amount: number
  invoiceId: string | null
  time: number
}
/** What PayPal took back itself. */
export interface FakeReversal {
  id: string
  captureId: string
  amount: number
  time: number
}

export class FakeRefusal extends Error {
  readonly status: number
  readonly issue: string
  constructor(status: number, issue: string) {
    super(issue)
    this.status = status
    this.issue = issue
  }
}
const refuse = (issue: string, status = 422): never => {
  throw new FakeRefusal(status, issue)
}

/** An issue by which PayPal refuses, or how the money comes: at once, after days, or not at all though the order ends. */
export type CaptureOutcome = 'paid' | 'pending' | 'declined' | { issue: string }
export type RefundOutcome = 'done' | 'pending' | { issue: string }

const hourMs = 3_600_000
const lapseMs = 3 * hourMs
const withoutDecimals = ['HUF', 'JPY', 'TWD']

type Body = Record<string, unknown>
export type FakeRecord = FakeOrder | FakeCapture | FakeRefund | FakeReversal
type Publish = (kind: string, about: FakeRecord) => void

export class PaypalBooks {
  readonly orders = new Map<string, FakeOrder>()
  readonly captures = new Map<string, FakeCapture>()
  readonly refunds = new Map<string, FakeRefund>()
  readonly reversals: FakeReversal[] = []
  /** How the next captures and refunds end, in their order; afterwards each is good. */
  readonly captureOutcomes: CaptureOutcome[] = []
  readonly refundOutcomes: RefundOutcome[] = []
  readonly #now: () => number
  readonly #publish: Publish
  #made = 0

  constructor(now: () => number, publish: Publish) {
    this.#now = now
    this.#publish = publish
  }

  create(body: Body): FakeOrder {
    if (body.intent !== 'CAPTURE') refuse('INVALID_PARAMETER_VALUE', 400)
    const units = body.purchase_units as Body[] | undefined
    if (units?.length !== 1) refuse('INVALID_ARRAY_MAX_ITEMS', 400)
    const unit = units![0]!
    for (const name of ['custom_id', 'invoice_id', 'description'] as const) assertLength(unit[name], 127)
    const amount = unit.amount as FakeMoney & { breakdown?: Record<string, FakeMoney> }
    const total = readMoney(amount)
    if (total <= 0) refuse('CANNOT_BE_ZERO_OR_NEGATIVE')
    const items = (unit.items ?? []) as Body[]
    assertSums(amount, total, items)
    const context = (body.payment_source as { paypal?: { experience_context?: Body } } | undefined)?.paypal
      ?.experience_context
    const { return_url: returnUrl, cancel_url: cancelUrl, locale } = context ?? {}
    if (!URL.canParse(String(returnUrl)) || !URL.canParse(String(cancelUrl)))
      refuse('INVALID_PARAMETER_SYNTAX', 400)
    const order: FakeOrder = {
      id: this.#newId('ORDER'),
      status: 'PAYER_ACTION_REQUIRED',
      unit: {
        amount: { currency_code: amount.currency_code, value: amount.value },
        custom_id: String(unit.custom_id),
        invoice_id: String(unit.invoice_id),
      },
      description: String(unit.description),
      locale: String(locale),
      returnUrl: String(returnUrl),
      cancelUrl: String(cancelUrl),
      createTime: this.#now(),
      changeTime: this.#now(),
    }
    this.orders.set(order.id, order)
    return order
  }

  /** Orders without a payment are forgotten after some hours. */
  order(id: string): FakeOrder {
    const order = this.orders.get(id)
    const isThere = order && (order.status === 'COMPLETED' || this.#now() < order.createTime + lapseMs)
    return isThere ? order : refuse('RESOURCE_NOT_FOUND', 404)
  }

  /** The buyer said yes. */
  approve(id: string): FakeOrder {
    const order = this.order(id)
    if (order.status === 'COMPLETED') refuse('ORDER_ALREADY_CAPTURED')
    this.#change(order, 'APPROVED')
    this.#publish('CHECKOUT.ORDER.APPROVED', order)
    return order
  }

  capture(id: string): FakeOrder {
    const order = this.order(id)
    if (order.status === 'COMPLETED') refuse('ORDER_ALREADY_CAPTURED')
    if (order.status !== 'APPROVED') refuse('ORDER_NOT_APPROVED')
    const isUsed = [...this.captures.values()].some(
      (other) => this.orders.get(other.orderId)!.unit.invoice_id === order.unit.invoice_id,
    )
    if (isUsed) refuse('DUPLICATE_INVOICE_ID')
    const outcome = this.captureOutcomes.shift() ?? 'paid'
    if (typeof outcome === 'object') {
      if (outcome.issue === 'INSTRUMENT_DECLINED') this.#change(order, 'PAYER_ACTION_REQUIRED')
      refuse(outcome.issue)
    }
    const amount = readMoney(order.unit.amount)
    const capture: FakeCapture = {
      id: this.#newId('CAPTURE'),
      orderId: order.id,
      status: outcome === 'paid' ? 'COMPLETED' : outcome === 'pending' ? 'PENDING' : 'DECLINED',
      reason: outcome === 'pending' ? 'ECHECK' : null,
      amount,
      fee: Math.round((amount * 349) / 10_000),
      time: this.#now(),
    }
    this.captures.set(capture.id, capture)
    this.#change(order, 'COMPLETED')
    this.#publish(`PAYMENT.CAPTURE.${capture.status}`, capture)
    return order
  }

  /** What becomes of a payment that took days. */
  settle(captureId: string, status: 'COMPLETED' | 'DECLINED'): void {
    const capture = this.captures.get(captureId)!
    Object.assign(capture, { status, reason: null })
    this.#publish(`PAYMENT.CAPTURE.${status === 'COMPLETED' ? 'COMPLETED' : 'DENIED'}`, capture)
  }

  refund(captureId: string, body: Body): FakeRefund {
    const capture = this.captures.get(captureId) ?? refuse('RESOURCE_NOT_FOUND', 404)
    if (capture.status === 'PENDING') refuse('PENDING_CAPTURE')
    if (capture.status === 'DECLINED') refuse('REFUND_NOT_ALLOWED')
    assertLength(body.invoice_id, 127)
    assertLength(body.note_to_payer, 255)
    const asked = body.amount as FakeMoney | undefined
    const { currency_code: currency } = this.orders.get(capture.orderId)!.unit.amount
    if (asked !== undefined && asked.currency_code !== currency) refuse('CURRENCY_MISMATCH')
    const rest = this.#restOf(capture)
    if (rest === 0) refuse('CAPTURE_FULLY_REFUNDED')
    const amount = asked === undefined ? rest : readMoney(asked)
    if (amount > rest) refuse('REFUND_AMOUNT_EXCEEDED')
    const outcome = this.refundOutcomes.shift() ?? 'done'
    if (typeof outcome === 'object') refuse(outcome.issue)
    const refund: FakeRefund = {
      id: this.#newId('REFUND'),
      captureId,
      status: outcome === 'done' ? 'COMPLETED' : 'PENDING',
      amount,
      invoiceId: typeof body.invoice_id === 'string' ? body.invoice_id : null,
      time: this.#now(),
    }
    this.refunds.set(refund.id, refund)
    this.#afterRefund(refund)
    return refund
  }

  settleRefund(id: string, status: FakeRefund['status']): void {
    const refund = this.refunds.get(id)!
    refund.status = status
    this.#afterRefund(refund)
  }

  /** A dispute that the seller lost: all that is left is taken back. */
  reverse(captureId: string): void {
    const capture = this.captures.get(captureId)!
    const reversal = {
      id: this.#newId('REVERSAL'),
      captureId,
      amount: this.#restOf(capture),
      time: this.#now(),
    }
    this.reversals.push(reversal)
    capture.status = 'REFUNDED'
    this.#publish('PAYMENT.CAPTURE.REVERSED', reversal)
  }

  /** What the seller has of it all, fees left aside. */
  balance(currency: Currency): number {
    const isOf = (captureId: string) => this.currencyOf(captureId) === currency
    const captured = [...this.captures.values()].filter(
      ({ id, status }) => isOf(id) && !['PENDING', 'DECLINED'].includes(status),
    )
    const refunded = [...this.refunds.values()].filter(
      ({ captureId, status }) => isOf(captureId) && status === 'COMPLETED',
    )
    const reversed = this.reversals.filter(({ captureId }) => isOf(captureId))
    const sum = (rows: { amount: number }[]) => rows.reduce((total, { amount }) => total + amount, 0)
    return sum(captured) - sum(refunded) - sum(reversed)
  }

  currencyOf(captureId: string): Currency {
    return this.orderOf(captureId).unit.amount.currency_code as Currency
  }

  orderOf(captureId: string): FakeOrder {
    return this.orders.get(this.captures.get(captureId)!.orderId)!
  }

  moneyOf(amount: number, captureId: string): FakeMoney {
    const currency = this.currencyOf(captureId)
    return { currency_code: currency, value: amountText(amount, currency) }
  }

  #restOf({ id, amount }: FakeCapture): number {
    const taken = [...this.refunds.values(), ...this.reversals].filter(
      (back) => back.captureId === id && !isOver(back),
    )
    return taken.reduce((rest, back) => rest - back.amount, amount)
  }

  #afterRefund(refund: FakeRefund): void {
    const capture = this.captures.get(refund.captureId)!
    const rest = this.#restOf(capture)
    capture.status = rest === 0 ? 'REFUNDED' : rest < capture.amount ? 'PARTIALLY_REFUNDED' : 'COMPLETED'
    if (refund.status === 'COMPLETED') this.#publish('PAYMENT.CAPTURE.REFUNDED', refund)
  }

  #change(order: FakeOrder, status: FakeOrder['status']): void {
    order.status = status
    // Never twice the same, as no two changes of PayPal's are at one moment.
    order.changeTime = Math.max(this.#now(), order.changeTime + 1_000)
  }

  #newId(kind: string): string {
    return `${kind}${String(++this.#made).padStart(8, '0')}`
  }
}

const isOver = (back: FakeRefund | FakeReversal) =>
  'status' in back && ['FAILED', 'CANCELLED'].includes(back.status)

function readMoney({ currency_code: currency, value }: FakeMoney): number {
  if (typeof value !== 'string' || !/^\d{1,25}(\.\d+)?$/.test(value)) refuse('INVALID_PARAMETER_SYNTAX', 400)
  if (withoutDecimals.includes(currency) && value.includes('.')) refuse('DECIMALS_NOT_SUPPORTED')
  if (/\.\d{3,}$/.test(value)) refuse('DECIMAL_PRECISION')
  return readAmount(value, currency as Currency) ?? refuse('DECIMAL_PRECISION')
}

function assertLength(text: unknown, most: number): void {
  if (text !== undefined && (typeof text !== 'string' || text === '' || text.length > most))
    refuse('INVALID_STRING_LENGTH', 400)
}

function assertSums(
  amount: FakeMoney & { breakdown?: Record<string, FakeMoney> },
  total: number,
  items: Body[],
): void {
  const { breakdown } = amount
  if (items.length > 0 && breakdown?.item_total === undefined) refuse('ITEM_TOTAL_REQUIRED')
  if (breakdown === undefined) return
  const all = [breakdown, ...items.map(({ unit_amount: each }) => ({ each: each as FakeMoney }))]
  if (all.some((row) => Object.values(row).some((each) => each.currency_code !== amount.currency_code)))
    refuse('CURRENCY_MISMATCH')
  const sum = Object.entries(breakdown).reduce(
    (before, [name, part]) => before + (name.endsWith('discount') ? -1 : 1) * readMoney(part),
    0,
  )
  if (sum !== total) refuse('AMOUNT_MISMATCH')
  for (const { name } of items) assertLength(name, 127)
  const ofItems = items.reduce(
    (before, { quantity, unit_amount: each }) => before + Number(quantity) * readMoney(each as FakeMoney),
    0,
  )
  if (items.length > 0 && ofItems !== readMoney(breakdown.item_total!)) refuse('ITEM_TOTAL_MISMATCH')
}
