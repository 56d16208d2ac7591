import type { IncomingHttpHeaders } from 'node:http'
import type { Currency } from '@trackway/core/codes/currencies.ts'
import type { OnlinePayType } from '@trackway/core/codes/orders.ts'
import type { z } from 'zod'
import type { Db } from '../../../platform/database/database.ts'
import type { Provider, ProviderParts } from '../../../platform/provider.ts'

/** A payment provider: who takes a buyer's money and hands it to the holder of an account there. */
export interface PayProvider extends Provider {
  name: OnlinePayType
  currencies: readonly Currency[]
  /** No money moves: offered only where the operator allows that. */
  isSandbox?: true
  /**
   * The secret that alone says whose account there it is: when it is replaced, {@link PayClient.identity} tells whether
   * that is the same one. Left out: `destination` says it.
   */
  accountKey?: string
  /** In which its days begin; left out: UTC. */
  booksTimeZone?: string
  /** Are these settings of the provider's own test environment, where no money moves either? */
  isTest(stored: object): boolean
  /**
   * Whoever uses the client keeps it while the settings stay: it holds the provider's token and certificates.
   * @param stored its settings
   * @returns null where a secret is missing
   */
  connect(stored: object, tools: ClientTools): PayClient | null
}

export interface ClientTools {
  now(): number
  /**
   * Where the provider is reached instead of at its own address. It comes from who runs the server, never from
   * settings of an account: who answers there says what is paid.
   */
  baseUrl?: string
  /** Of the account, for the sandbox, whose books are in our database. */
  db?: Db
  payAccountId?: number
  /** How long an answer may take. */
  timeoutMs?: number
  /** Certificates (PEM) that are trusted in addition to those of the system, which has `NODE_EXTRA_CA_CERTS` too. */
  trust?: string
}

interface PayProviderParts<S extends z.ZodObject>
  extends Omit<PayProvider, 'connect' | 'isTest' | 'settings' | 'destination'>,
    ProviderParts<S> {
  name: OnlinePayType
  isTest?(settings: z.output<S>): boolean
  connect(settings: z.output<S>, tools: ClientTools): PayClient | null
}

export const payProvider = <S extends z.ZodObject>(parts: PayProviderParts<S>): PayProvider => ({
  ...parts,
  isTest: (stored) => parts.isTest?.(parts.settings.parse(stored)) ?? false,
  connect: (stored, tools) => parts.connect(parts.settings.parse(stored), tools),
})

/**
 * One account at a provider. Every request is safe to repeat: its key there follows from our row. A method throws
 * `PayFailure` alone; what a provider says of a payment (refused, lapsed) is an answer, not an error.
 */
export interface PayClient {
  /** Makes a payment known there; the same again gives the same. */
  create(payment: NewPayment): Promise<PaymentFacts>
  /** What the provider says of it now: the truth. `state: 'unknown'`: it does not know of it. */
  find(payment: KnownPayment): Promise<PaymentFacts>
  /** Takes the money that the buyer approved, where approval alone moves none. */
  capture(payment: KnownPayment): Promise<PaymentFacts>
  /** Sees to it that it cannot be paid any more, where the provider has such a call, and says how it is now. */
  close(payment: KnownPayment): Promise<PaymentFacts>
  /** Gives money back; accepted is not done. */
  refund(refund: NewRefund): Promise<RefundFacts>
  findRefund(refund: NewRefund): Promise<RefundFacts>
  /**
   * Reads what was posted to the account's address at `/hooks/<provider>/<account>`: checks that the provider sent it,
   * and says what it is about. It is a reason to ask, and proves nothing.
   */
  readEvent(posted: PostedEvent): Promise<ProviderEvent>
  /** What moved on a day of the provider's books; null: not ready yet. */
  report(day: string): Promise<ReportLine[] | null>
  /** The provider's id of the account that its settings open, of providers with an `accountKey`. */
  identity?(): Promise<string>
}

export interface NewPayment {
  /** Our row, of which the provider's keys for repeats are made. */
  id: number
  /** 6 to 32 letters and digits, new for each attempt: what payer and provider call it. */
  number: string
  amount: number
  currency: Currency
  /** What is bought, in the buyer's words: "Trackway: 服务时长 × 3". */
  description: string
  /** When it can no longer be paid, epoch ms. */
  expireTime: number
  /** Where the payer comes back to, paid and cancelled, and where events are posted to. */
  returnUrl: string
  cancelUrl: string
  hookUrl: string
  language: string
  /** Who pays in the mini program, by WeChat's id of him; null: on another screen. */
  openId: string | null
}

export interface KnownPayment extends Pick<NewPayment, 'id' | 'number' | 'amount' | 'currency'> {
  /** What the provider calls it; null: its answer never came. */
  providerPayment: string | null
  providerCapture: string | null
}

/**
 * `unknown`: the provider does not know of it. `open`: to be paid. `approved`: {@link PayClient.capture} takes it.
 * `pending`: the provider says that it takes days. `paid`: the money is there. `failed`, `closed`: it never will be.
 */
export type ProviderPaymentState = 'unknown' | 'open' | 'approved' | 'pending' | 'paid' | 'failed' | 'closed'

export interface PaymentFacts {
  state: ProviderPaymentState
  providerPayment?: string
  /** The id of the money that moved, which refunds and reports name. */
  providerCapture?: string
  /** What was paid: it must be what was to be paid. */
  amount?: number
  currency?: string
  feeAmount?: number
  /** Taken back there, by us or by others. */
  refundedAmount?: number
  /** Taken back by the provider against the seller's will, for a dispute. */
  reversedAmount?: number
  /** How the buyer pays it. */
  payPage?: PayPage
  /** The provider's code and words, for the seller. */
  failure?: string
  /** It failed for something at the seller's account there: a limit, a block. */
  sellerMustAct?: true
}

/** An address to be sent to, a text for a QR code, or what the mini program's own payment takes. */
export interface PayPage {
  url?: string
  qrText?: string
  miniProgram?: Record<string, string>
}

export interface NewRefund {
  id: number
  /** 6 to 32 letters and digits; a repeat keeps it, for a new one would pay twice. */
  number: string
  amount: number
  currency: Currency
  reason: string | null
  payment: KnownPayment
  /** Null: not known yet. */
  providerRefund: string | null
  /** Null: nobody knows where events could be posted to. */
  hookUrl: string | null
}

export interface RefundFacts {
  /** `unknown`: the provider does not know of it. */
  state: 'unknown' | 'pending' | 'done' | 'failed'
  providerRefund?: string
  failure?: string
}

export interface PostedEvent {
  headers: IncomingHttpHeaders
  /** As it came: signatures are of bytes. */
  body: Buffer
}

export interface ProviderEvent {
  /** Null: it proves nothing, for this reason: 'headerMissing', 'signature', 'time', 'certificate', 'probe', 'body'. */
  refusal: string | null
  /** Unique at the provider; of one that proves nothing null. */
  id: string | null
  kind: string | null
  /** What it is about: our number, or the provider's id of a payment, a capture or a refund. */
  numbers: readonly string[]
}

/** A line of a provider's report: money that came (positive) or went. */
export interface ReportLine {
  /** Its id of the capture or refund. */
  reference: string
  /** Our number of it, where the report has it. */
  number: string | null
  amount: number
  currency: string
  feeAmount: number | null
}

/**
 * A request to a provider failed. `unreached`: nothing was sent; `silent`: it may have been accepted; `busy`: it was
 * refused for now, to be repeated after `retryAfterMs`; `refused`: for good, with the provider's code.
 */
export class PayFailure extends Error {
  readonly kind: 'unreached' | 'silent' | 'busy' | 'refused'
  readonly code: string | null
  readonly retryAfterMs: number | null

  constructor(
    kind: PayFailure['kind'],
    message: string,
    { code = null, retryAfterMs = null }: { code?: string | null; retryAfterMs?: number | null } = {},
  ) {
    super(message.slice(0, 300))
    this.kind = kind
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}
