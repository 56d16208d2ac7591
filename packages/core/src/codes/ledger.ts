import { type Currency, currencyCodes } from './currencies.ts'
import { type DurationId, durationIds } from './durations.ts'

/** What moves: credits to add devices, cards of each duration, money of each currency. */
export type LedgerAsset = 'import' | CardAsset | Currency
/** What an account's number is of: what it holds, and of money also what the platform owes it for sales. */
export type BalanceAsset = LedgerAsset | `owed${Currency}`
export type CardAsset = `card${DurationId}`

export const cardAsset = (duration: DurationId): CardAsset => `card${duration}`
export const cardAssets = durationIds.map(cardAsset)
export const owedAsset = (currency: Currency): BalanceAsset => `owed${currency}`
export const balanceAssets: readonly BalanceAsset[] = [
  'import',
  ...cardAssets,
  ...currencyCodes,
  ...currencyCodes.map(owedAsset),
]

/** The currency that a number is of; null: it counts pieces. */
export function currencyOf(asset: BalanceAsset): Currency | null {
  const code = asset.replace(/^owed/, '')
  return (currencyCodes as string[]).includes(code) ? (code as Currency) : null
}

/**
 * Where numbers stand: with an account (`held`; `owed` is what the platform owes it for sales, below zero where it
 * received money itself), or a book of the platform: what it issued, what was used, money at payment providers and
 * their fees, its own income, money that a seller's own provider account received, money that goes back to its buyer,
 * and what was paid out.
 */
export const ledgerBooks = [
  'held',
  'owed',
  'issued',
  'used',
  'provider',
  'fee',
  'income',
  'received',
  'suspense',
  'paidOut',
] as const
export type LedgerBook = (typeof ledgerBooks)[number]

/**
 * Why numbers moved: issued by the platform, handed on, taken back, used by adding devices, an addition undone, used by
 * renewing devices, an account deleted, or no agent any more; money paid for an order, refunded, taken back by a payment
 * provider or kept as its fee, paid out to a seller.
 */
export const ledgerKinds = [
  'issue',
  'grant',
  'takeBack',
  'use',
  'undo',
  'renew',
  'accountDeleted',
  'roleChanged',
  'sale',
  'topUp',
  'refund',
  'reversal',
  'fee',
  'payOut',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]
