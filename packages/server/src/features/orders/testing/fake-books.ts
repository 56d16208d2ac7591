import {
  type KnownPayment,
  type NewRefund,
  type PayClient,
  PayFailure,
  type PaymentFacts,
  type PostedEvent,
  type RefundFacts,
} from '../../pay-accounts/providers/pay-provider.ts'

/** A payment provider in memory, with books of its own: what it says is paid is the truth that ours are held to. */

type State = 'open' | 'approved' | 'pending' | 'paid' | 'failed' | 'closed'

interface FakePayment {
  number: string
  amount: number
  currency: string
  state: State
  /** What becomes of it when its approval is taken. */
  outcome: 'paid' | 'pending' | 'failed'
  refunds: Map<string, { amount: number; state: 'pending' | 'done' | 'failed'; isOurs: boolean }>
  reversed: number
}

/** `before`: nothing was done; `after`: all was, and the answer is lost; `busy`: not now. */
export type FakeFault = 'before' | 'after' | 'busy'

const fee = (amount: number) => Math.floor(amount / 30)
const isOver = ({ state }: { state: string }) => state === 'failed'
const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + amount, 0)

export class FakeBooks {
  readonly payments = new Map<string, FakePayment>()
  /** What was posted, or is to be. */
  events: PostedEvent[] = []
  /** What the next requests come to; null: good. */
  faults: (FakeFault | null)[] = []
  /** How the next refunds end. */
  refundOutcomes: ('done' | 'pending' | 'failed')[] = []
  /** Whether approval alone moves no money, as with PayPal. */
  hasCapture = true
  #made = 0

  /** The money of a payment that is there, by its number. */
  moneyOf(number: string): number {
    const payment = this.payments.get(number)
    if (payment?.state !== 'paid') return 0
    const back = [...payment.refunds.values()].filter(({ state }) => state === 'done')
    return payment.amount - payment.reversed - sum(back.map(({ amount }) => amount))
  }

  /** The buyer says yes. */
  approve(number: string, outcome: FakePayment['outcome']): void {
    const payment = this.payments.get(number)
    if (payment === undefined || !['open', 'approved'].includes(payment.state)) return
    payment.outcome = outcome
    payment.state = 'approved'
    if (!this.hasCapture) this.#take(payment)
    this.#post(number)
  }

  /** What became of a payment that took days. */
  settle(number: string, state: 'paid' | 'failed'): void {
    const payment = this.payments.get(number)
    if (payment?.state !== 'pending') return
    payment.state = state
    this.#post(number)
  }

  settleRefunds(state: 'done' | 'failed'): void {
    for (const { number, refunds } of this.payments.values())
      for (const refund of refunds.values())
        if (refund.state === 'pending') {
          refund.state = state
          this.#post(number)
        }
  }

  /** Refunded from the provider's own pages. */
  refundThere(number: string, amount: number): void {
    const payment = this.payments.get(number)
    if (payment?.state !== 'paid') return
    const given = Math.min(amount, this.#restOf(payment))
    if (given <= 0) return
    payment.refunds.set(`there${++this.#made}`, { amount: given, state: 'done', isOurs: false })
    this.#post(number)
  }

  /** A dispute that the seller lost: all that is left is taken back. */
  reverse(number: string): void {
    const payment = this.payments.get(number)
    if (payment?.state !== 'paid' || this.#restOf(payment) <= 0) return
    payment.reversed += this.#restOf(payment)
    this.#post(number)
  }

  client(): PayClient {
    const find = ({ number }: Pick<KnownPayment, 'number'>) => this.#factsOf(number)
    return {
      create: (payment) =>
        this.#answer(() => {
          const { number, amount, currency } = payment
          if (!this.payments.has(number))
            this.payments.set(number, {
              number,
              amount,
              currency,
              state: 'open',
              outcome: 'paid',
              refunds: new Map(),
              reversed: 0,
            })
          return find(payment)
        }),
      find: (payment) => this.#answer(() => find(payment)),
      capture: (payment) =>
        this.#answer(() => {
          const known = this.payments.get(payment.number)
          if (known?.state === 'approved') {
            this.#take(known)
            this.#post(known.number)
          }
          return find(payment)
        }),
      close: (payment) =>
        this.#answer(() => {
          const known = this.payments.get(payment.number)
          if (known?.state === 'open' || known?.state === 'approved') known.state = 'closed'
          return find(payment)
        }),
      refund: (refund) => this.#answer(() => this.#refund(refund)),
      findRefund: (refund) => this.#answer(() => this.#refundFacts(refund)),
      readEvent: async ({ headers, body }) => {
        if (headers.signature !== 'good') return { refusal: 'signature', id: null, kind: null, numbers: [] }
        const { id, number } = JSON.parse(body.toString()) as { id: string; number: string }
        return { refusal: null, id, kind: 'changed', numbers: [number] }
      },
      report: async () => null,
    }
  }

  async #answer<T>(act: () => T): Promise<T> {
    const fault = this.faults.shift()
    if (fault === 'before') throw new PayFailure('unreached', 'cut')
    if (fault === 'busy') throw new PayFailure('busy', 'later')
    const answer = act()
    if (fault === 'after') throw new PayFailure('silent', 'cut')
    return answer
  }

  #factsOf(number: string): PaymentFacts {
    const payment = this.payments.get(number)
    if (payment === undefined) return { state: 'unknown' }
    const { state, amount, currency, refunds, reversed } = payment
    const done = [...refunds.values()].filter((refund) => refund.state === 'done')
    return {
      state,
      providerPayment: `there ${number}`,
      ...(state === 'paid' && {
        providerCapture: `money ${number}`,
        feeAmount: fee(amount),
        refundedAmount: sum(done.map((refund) => refund.amount)),
        reversedAmount: reversed,
      }),
      amount,
      currency,
      ...(state === 'open' && { payPage: { url: `https://pay.example/${number}` } }),
    }
  }

  #take(payment: FakePayment): void {
    payment.state = payment.outcome
  }

  #restOf({ amount, refunds, reversed }: FakePayment): number {
    const back = [...refunds.values()].filter((refund) => !isOver(refund))
    return amount - reversed - sum(back.map((refund) => refund.amount))
  }

  #refund(refund: NewRefund): RefundFacts {
    const payment = this.payments.get(refund.payment.number)
    if (payment?.state !== 'paid') throw new PayFailure('refused', 'not paid')
    if (!payment.refunds.has(refund.number)) {
      const state = this.refundOutcomes.shift() ?? 'done'
      if (refund.amount > this.#restOf(payment)) return { state: 'failed', failure: 'more than is left' }
      payment.refunds.set(refund.number, { amount: refund.amount, state, isOurs: true })
      this.#post(payment.number)
    }
    return this.#refundFacts(refund)
  }

  #refundFacts({ number, payment }: NewRefund): RefundFacts {
    const refund = this.payments.get(payment.number)?.refunds.get(number)
    return refund === undefined
      ? { state: 'unknown' }
      : { state: refund.state, providerRefund: `back ${number}` }
  }

  #post(number: string): void {
    const body = Buffer.from(JSON.stringify({ id: `event ${++this.#made}`, number }))
    this.events.push({ headers: { signature: 'good' }, body })
  }
}
