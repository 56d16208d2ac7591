import { type Currency, currencies } from '../../codes/currencies.ts'

/** Rates are decimals in texts, and reckoned with as whole numbers: a float holds neither 0.1379 nor 19.99. */

const form = /^(\d{1,9})(?:\.(\d{1,12}))?$/

/** A decimal as a whole number and how many of its digits are decimals. */
interface Decimal {
  digits: bigint
  scale: number
}

/** Is this a decimal above zero, with a point? */
export const isRate = (text: string): boolean => (read(text)?.digits ?? 0n) > 0n

function read(text: string): Decimal | null {
  const [, whole, part = ''] = form.exec(text) ?? []
  return whole === undefined ? null : { digits: BigInt(whole + part), scale: part.length }
}

/** @throws {RangeError} for what is no rate: callers have it from the database or checked it */
function decimal(text: string): Decimal {
  const found = read(text)
  if (found === null || found.digits === 0n) throw new RangeError(`no rate: ${text}`)
  return found
}

/** Decimals that crossed rates have. */
const crossedScale = 10

/**
 * What one unit of a currency is worth in another, from what both are for one unit of a third: to the tenth decimal,
 * half of it rounded up.
 */
export function crossRate(target: string, base: string): string {
  const [a, b] = [decimal(target), decimal(base)]
  const quotient = roundedQuotient(
    a.digits * 10n ** BigInt(b.scale + crossedScale),
    b.digits * 10n ** BigInt(a.scale),
  )
  const digits = String(quotient).padStart(crossedScale + 1, '0')
  const part = digits.slice(-crossedScale).replace(/0+$/, '')
  const whole = digits.slice(0, -crossedScale)
  return part === '' ? whole : `${whole}.${part}`
}

/** An amount of a currency in US cents, by US dollars for one unit; half a cent is rounded up. */
export function usdCents(amount: number, currency: Currency, usdRate: string): number {
  const { digits, scale } = decimal(usdRate)
  const sign = amount < 0 ? -1 : 1
  const cents = BigInt(Math.abs(amount)) * digits * 100n
  return sign * Number(roundedQuotient(cents, 10n ** BigInt(scale + currencies[currency].decimals)))
}

const roundedQuotient = (dividend: bigint, divisor: bigint): bigint =>
  (2n * dividend + divisor) / (2n * divisor)
