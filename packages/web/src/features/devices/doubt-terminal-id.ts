import { isLuhnValid, terminalIdPattern } from '@trackway/core/rules/validation.ts'

/**
 * What is doubtful about a terminal id that may be registered all the same: makers do print serials that are no
 * IMEI, and a JT/T 808-2019 number may have 20 digits where the 2013 one has 11 (S2 section 5).
 */
export function doubtTerminalId(id: string, wire: string | undefined): 'luhn' | 'not808' | null {
  const digits = id.trim()
  if (!terminalIdPattern.test(digits)) return null
  if (wire === 'jt808') return digits.length === 11 || digits.length > 15 ? null : 'not808'
  return digits.length === 15 && !isLuhnValid(digits) ? 'luhn' : null
}
