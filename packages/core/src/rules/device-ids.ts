import { codedWire, hasFreeIds } from '../codes/protocols.ts'
import { formatRules } from './validation.ts'

/**
 * Which ids the 808 devices of a type have: `usual` the last eleven digits of their SIM; `long` up to twenty digits, as
 * the header of JT/T 808-2019 carries them and makers fill it with the IMEI. Types of other protocols have their
 * protocol's.
 */
export const idRules = ['usual', 'long'] as const
export type IdRule = (typeof idRules)[number]

/** What of a type decides which ids its devices have. */
export interface TypeOfIds {
  wire: string
  ids: IdRule
}

/** What devices say whose protocol does not carry any id. */
const numberPattern = /^[0-9]{7,20}$/

/** Is it the id of a device of this type? Those of 808 devices have exactly 11 digits, unless the type has long ones. */
export const isIdFor = (terminalId: string, { wire, ids }: TypeOfIds): boolean =>
  wire !== codedWire || (ids === 'long' ? numberPattern.test(terminalId) : formatRules.id808(terminalId))

/** The rule that an id breaks with this type; undefined: the type is not known yet. */
export function idFault(
  terminalId: string,
  type: TypeOfIds | undefined,
): 'id808' | 'id808Long' | 'imei' | null {
  if (type === undefined) return null
  if (!isIdFor(terminalId, type)) return type.ids === 'long' ? 'id808Long' : 'id808'
  return hasFreeIds(type.wire) || numberPattern.test(terminalId) ? null : 'imei'
}
