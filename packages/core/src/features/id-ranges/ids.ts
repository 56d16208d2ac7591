import { luhnDigit } from '../../rules/validation.ts'

/** Kinds of ids that are handed to production. */
export const idRangeKinds = ['imei', 'id808', 'own'] as const
export type IdRangeKind = (typeof idRangeKinds)[number]

/** Ids that a range may hold: what a type allocation code has, ten times. */
export const maxIdsOfRange = 10_000_000

const tacDigits = 8
const imeiSerialDigits = 6
/** Serials are counted as numbers. */
const maxSerialDigits = 15

/** Ids that follow each other: a prefix, a serial of a fixed number of digits, and for some a check digit behind it. */
export interface IdScheme {
  prefix: string
  digits: number
  hasCheckDigit: boolean
}

export interface NewIdRange extends IdScheme {
  firstSerial: number
  lastSerial: number
}

/** Why two ids are no first and last id of a range. */
export type IdRangeFault =
  | { field: 'firstId' | 'lastId'; reason: 'imei15' | 'luhn' | 'idForm' | 'id808Form' }
  | { field: 'lastId'; reason: 'tacDiffers' | 'idLengths' | 'idOrder' | 'idRangeTooLarge' }

/** The id of a serial: an IMEI is its type allocation code, six digits, and the Luhn digit over the fourteen. */
export function idOfSerial({ prefix, digits, hasCheckDigit }: IdScheme, serial: number): string {
  const id = prefix + String(serial).padStart(digits, '0')
  return hasCheckDigit ? id + luhnDigit(id) : id
}

/** The serial of an id of this scheme; null: it is none, or its check digit is wrong. */
export function serialOfId(scheme: IdScheme, id: string): number | null {
  const text = id.slice(scheme.prefix.length, scheme.prefix.length + scheme.digits)
  if (!id.startsWith(scheme.prefix) || !/^\d+$/.test(text)) return null
  const serial = Number(text)
  return idOfSerial(scheme, serial) === id ? serial : null
}

/**
 * The range from one id to another, as people write both: an IMEI with its check digit or without, ids of 808 devices of
 * 11 to 20 digits, own numbers of digits or with letters in front, whose last digit may be a Luhn digit.
 */
export function rangeOfIds(
  kind: IdRangeKind,
  firstId: string,
  lastId: string,
  hasCheckDigit: boolean,
): NewIdRange | IdRangeFault {
  if (kind === 'imei') return imeiRange(firstId, lastId)
  const form = kind === 'id808' ? /^\d{11,20}$/ : /^(?=.{6,40}$)[0-9A-Za-z][0-9A-Za-z._-]*\d$/
  const isChecked = kind === 'own' && hasCheckDigit
  for (const [field, id] of Object.entries({ firstId, lastId }) as ['firstId' | 'lastId', string][]) {
    if (!form.test(id)) return { field, reason: kind === 'id808' ? 'id808Form' : 'idForm' }
    if (isChecked && (!/^\d+$/.test(id) || luhnDigit(id.slice(0, -1)) !== id.at(-1)))
      return { field, reason: 'luhn' }
  }
  if (firstId.length !== lastId.length) return { field: 'lastId', reason: 'idLengths' }
  const bodyOf = (id: string) => (isChecked ? id.slice(0, -1) : id)
  const [first, last] = [bodyOf(firstId), bodyOf(lastId)]
  let same = 0
  while (same < first.length - 1 && first[same] === last[same]) same++
  const rests = [first.slice(same), last.slice(same)]
  if (rests.some((rest) => !/^\d+$/.test(rest))) return { field: 'lastId', reason: 'idForm' }
  return within(
    { prefix: first.slice(0, same), digits: first.length - same, hasCheckDigit: isChecked },
    Number(rests[0]),
    Number(rests[1]),
  )
}

function imeiRange(firstId: string, lastId: string): NewIdRange | IdRangeFault {
  for (const [field, id] of Object.entries({ firstId, lastId }) as ['firstId' | 'lastId', string][]) {
    if (!/^\d{14,15}$/.test(id)) return { field, reason: 'imei15' }
    if (id.length === 15 && luhnDigit(id.slice(0, -1)) !== id.at(-1)) return { field, reason: 'luhn' }
  }
  const prefix = firstId.slice(0, tacDigits)
  if (lastId.slice(0, tacDigits) !== prefix) return { field: 'lastId', reason: 'tacDiffers' }
  const serialOf = (id: string) => Number(id.slice(tacDigits, tacDigits + imeiSerialDigits))
  const scheme = { prefix, digits: imeiSerialDigits, hasCheckDigit: true }
  return within(scheme, serialOf(firstId), serialOf(lastId))
}

function within(scheme: IdScheme, firstSerial: number, lastSerial: number): NewIdRange | IdRangeFault {
  if (scheme.digits > maxSerialDigits) return { field: 'lastId', reason: 'idRangeTooLarge' }
  if (lastSerial < firstSerial) return { field: 'lastId', reason: 'idOrder' }
  if (lastSerial - firstSerial >= maxIdsOfRange) return { field: 'lastId', reason: 'idRangeTooLarge' }
  return { ...scheme, firstSerial, lastSerial }
}
