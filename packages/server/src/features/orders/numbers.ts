import { randomInt } from 'node:crypto'

const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** A new number of an order: nobody can guess another one by it. */
export function newOrderNo(now: number): string {
  const day = new Date(now).toISOString().slice(0, 10).replaceAll('-', '')
  return `TW${day}${Array.from({ length: 9 }, () => letters[randomInt(letters.length)]).join('')}`
}

/** What provider and payer call an attempt to pay an order. */
export const paymentNumber = (orderNo: string, paymentId: number): string =>
  `${orderNo}P${paymentId.toString(36).toUpperCase()}`

export const refundNumber = (orderNo: string, refundId: number): string =>
  `${orderNo}R${refundId.toString(36).toUpperCase()}`

/** The row that a number is of; null: it is none of ours. */
export function readNumber(text: string): { kind: 'payment' | 'refund'; id: number } | null {
  const [, kind, digits] = /^TW\d{8}[0-9A-Z]{9}([PR])([0-9A-Z]{1,9})$/.exec(text) ?? []
  if (digits === undefined) return null
  return { kind: kind === 'P' ? 'payment' : 'refund', id: Number.parseInt(digits, 36) }
}
