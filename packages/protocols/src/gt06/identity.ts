/**
 * Who a GT06 login is from: eight bytes of BCD that should hold a 15-digit IMEI.
 * Source: GT06 V1.8.1 "Login packet", "Terminal ID"; public frames of clones.
 */
import { isLuhnValid } from '@trackway/core/rules/validation.ts'
import type { Identity } from '../protocol.ts'

/**
 * What sixteen nibbles may mean, likeliest first. By the document a zero precedes the IMEI; clones begin with the
 * IMEI and put F or a zero after it. Null for digits above 9 and for nothing but zeros.
 */
export function identityOf(digits: string): Identity | null {
  if (!/^\d{15}[\df]$/.test(digits) || /^0*f?$/.test(digits)) return null
  const head = digits.slice(0, 15)
  if (digits.endsWith('f')) return { terminalIds: [head] }
  if (digits.startsWith('0')) {
    const tail = digits.slice(1)
    const bare = tail.replace(/^0+/, '')
    return { terminalIds: bare === tail ? [tail] : [tail, bare] }
  }
  return { terminalIds: digits.endsWith('0') && isLuhnValid(head) ? [head, digits] : [digits] }
}
