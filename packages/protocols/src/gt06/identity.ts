/** Who a GT06 login is from: eight bytes of BCD that should hold a 15-digit IMEI. */
import { isLuhnValid } from '@trackway/core/rules/validation.ts'
import type { Identity } from '../protocol.ts'

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
  } else if (isLuhnValid(head) && !isLuhnValid(tail)) terminalIds.unshift(head)
  else terminalIds.push(head)
  if (!digits.startsWith('0')) terminalIds.push(digits)
  return { terminalIds }
}
