/**
 * From the id bytes of a header to the names a device may be registered under.
 * Source: JT/T 808-2013 and -2019, 4.4.3 "Terminal phone number"; GOOME's firmware and public frames of Jimi for
 * their own forms.
 */

import { isImei, luhnDigit } from '@trackway/core/rules/validation.ts'
import type { Identity } from '../protocol.ts'
import { toHex } from '../wire/bytes.ts'

/**
 * In look-up order: digits without leading zeros, digits as sent (2019 also in twelve), and, where the
 * bytes are no BCD, the IMEI whose first 14 digits they are as a binary number (Jimi). An id of zeros or
 * of FF is nobody.
 */
export function identityOf(rawId: Uint8Array): Identity {
  const digits = toHex(rawId)
  if (/^(0+|f+)$/.test(digits)) return { terminalIds: [] }
  if (/[a-f]/.test(digits)) {
    const imei = binaryImei(rawId)
    return { terminalIds: imei === undefined ? [digits] : [digits, imei] }
  }
  const stripped = digits.replace(/^0+/, '')
  const terminalIds = [stripped]
  if (digits.length > 12 && stripped.length < 12) terminalIds.push(stripped.padStart(12, '0'))
  if (digits !== stripped) terminalIds.push(digits)
  return { terminalIds }
}

/** Six bytes as a number are 14 digits; the 15th is the Luhn digit. */
function binaryImei(rawId: Uint8Array): string | undefined {
  let value = 0
  for (const byte of rawId) value = value * 256 + byte
  const digits = String(value).padStart(14, '0')
  return digits.length === 14 ? digits + luhnDigit(digits) : undefined
}

/** The IMEI that a code given to us holds: plain, or in Base64 with something after it. */
export function imeiInCode(code: string): string | undefined {
  if (isImei(code)) return code
  if (!/^[A-Za-z0-9+/]{20,}={0,2}$/.test(code)) return undefined
  try {
    const start = atob(code.slice(0, 20))
    return isImei(start) ? start : undefined
  } catch {
    // Not Base64 after all.
    return undefined
  }
}

/** With the sender's ids in a body too: the header's forms go first. */
export function withBodyId(identity: Identity, id: string): Identity {
  const fromHeader = identity.terminalIds.filter((each) => each !== identity.bodyId)
  if (fromHeader.includes(id)) return { terminalIds: fromHeader }
  return { terminalIds: [...fromHeader, id], bodyId: id }
}
