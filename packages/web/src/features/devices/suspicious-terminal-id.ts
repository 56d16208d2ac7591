import { isLuhnValid } from '@trackway/core/rules/validation.ts'

/** What is doubtful about a terminal id that may be registered all the same: makers do print serials that are no IMEI. */
export function suspiciousTerminalId(id: string, wire: string | undefined): 'luhn' | null {
  const digits = id.trim()
  if (wire === 'jt808') return null
  return /^\d{15}$/.test(digits) && !isLuhnValid(digits) ? 'luhn' : null
}
