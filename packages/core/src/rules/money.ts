import { type Currency, currencies } from '../codes/currencies.ts'

/** Amounts are integers of a currency's smallest unit everywhere; these are the only places where they are text or parts. */

/** An amount as people and providers write it: `1999` of US dollars is `19.99`, of yen `1999`. */
export function amountText(amount: number, currency: Currency): string {
  const { decimals } = currencies[currency]
  const digits = String(Math.abs(amount)).padStart(decimals + 1, '0')
  const sign = amount < 0 ? '-' : ''
  if (decimals === 0) return sign + digits
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/** An amount with its currency, as people are told it everywhere: `19.99 USD`. */
export function moneyText(amount: number, currency: Currency): string {
  return `${amountText(amount, currency)} ${currency}`
}

/** Reads an amount by its digits, for a float holds none of `19.99` exactly; null: it is none of this currency. */
export function readAmount(text: string, currency: Currency): number | null {
  const { decimals } = currencies[currency]
  const [, sign, whole, part = ''] = /^(-?)(\d{1,12})(?:\.(\d+))?$/.exec(text.trim()) ?? []
  if (whole === undefined || /[1-9]/.test(part.slice(decimals))) return null
  const amount = Number(whole + part.slice(0, decimals).padEnd(decimals, '0'))
  return sign === '-' && amount !== 0 ? -amount : amount
}

/** What a discount in hundredths of a percent takes off a total, half a unit rounded up. */
export function discountOf(total: number, basisPoints: number): number {
  return Number((BigInt(total) * BigInt(basisPoints) + 5_000n) / 10_000n)
}

/**
 * Parts of an amount in proportion to weights, which add up to it: the largest remainders get what is left over, of
 * equal ones the first. No part is greater than its weight where the amount is not greater than their sum.
 * @param weights none negative; where all are 0, the first part is all
 */
export function splitAmount(amount: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((total, weight) => total + BigInt(weight), 0n)
  if (sum === 0n) return weights.map((_, n) => (n === 0 ? amount : 0))
  const shares = weights.map((weight, n) => {
    const product = BigInt(amount) * BigInt(weight)
    return { n, part: Number(product / sum), remainder: product % sum }
  })
  let left = amount - shares.reduce((total, { part }) => total + part, 0)
  const byRemainder = shares.toSorted((a, b) =>
    a.remainder === b.remainder ? a.n - b.n : a.remainder > b.remainder ? -1 : 1,
  )
  for (const share of byRemainder) {
    if (left === 0) break
    share.part++
    left--
  }
  return shares.map(({ part }) => part)
}
