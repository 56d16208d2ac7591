/** Who a GT06 login is from: eight bytes of BCD that should hold a 15-digit IMEI. */
import type { Identity } from '../protocol.ts'

/** The check digit of an IMEI. */
function isLuhn(digits: string): boolean {
  let sum = 0
  for (let i = 0; i < digits.length; i++) {
    const digit = Number(digits[digits.length - 1 - i])
    const doubled = digit * 2
    sum += i % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

/**
 * The readings of sixteen nibbles, likeliest first. By the document a zero stands before the IMEI; clones
 * begin with the IMEI and pad at the end. Null for digits above 9 and for nothing but zeros.
 */
export function identityOf(digits: string): Identity | null {
  if (!/^\d{15}[\df]$/.test(digits) || /^0*f?$/.test(digits)) return null
  const tail = digits.slice(1)
  const head = digits.slice(0, 15)
  if (digits.endsWith('f')) return { terminalIds: [head] }
  const terminalIds = [tail]
  if (digits.startsWith('0')) {
    const bare = tail.replace(/^0+/, '')
    if (bare !== tail) terminalIds.push(bare)
  } else if (isLuhn(head) && !isLuhn(tail)) terminalIds.unshift(head)
  else terminalIds.push(head)
  if (!digits.startsWith('0')) terminalIds.push(digits)
  return { terminalIds }
}
