import { isLuhnValid, terminalIdPattern } from '@trackway/core/rules/validation.ts'

/** What a form of a device holds; empty text means that there is none. */
export interface DeviceFields {
  terminalID: string
  deviceType: number
  userId: number | undefined
  carNumber: string
  nickname: string
  iccid: string
  sim: string
  remark: string
}

export type IdDoubt = 'malformed' | 'luhn' | 'not808' | null

/**
 * What is wrong, or doubtful, about a terminal id. Only `malformed` is refused: makers do print serials that
 * are no IMEI, and a JT/T 808-2019 number may have 20 digits where the 2013 one has 11 (S2 section 5).
 */
export function doubtTerminalId(id: string, wire: string | undefined): IdDoubt {
  const digits = id.trim()
  if (!terminalIdPattern.test(digits)) return 'malformed'
  if (wire === 'jt808') return digits.length === 11 || digits.length > 15 ? null : 'not808'
  if (digits.length === 15 && !isLuhnValid(digits)) return 'luhn'
  return null
}

/** The texts as the contract takes them: trimmed, and null where there is none. */
export function detailsOf(fields: Partial<DeviceFields>) {
  const text = (value: string | undefined) => value?.trim() || null
  return {
    carNumber: text(fields.carNumber),
    nickname: text(fields.nickname),
    iccid: text(fields.iccid),
    sim: text(fields.sim),
    remark: text(fields.remark),
  }
}
