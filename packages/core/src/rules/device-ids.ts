import { codedWire, hasFreeIds } from '../codes/protocols.ts'
import { formatRules } from './validation.ts'

/** What devices say whose protocol does not carry any id. */
const numberPattern = /^[0-9]{7,20}$/

/** Is it the id of a device that speaks this protocol? Those of 808 devices have exactly 11 digits. */
export const isIdFor = (terminalId: string, wire: string): boolean =>
  wire !== codedWire || formatRules.id808(terminalId)

/** The rule that an id breaks with this protocol; '': the protocol is not known yet. */
export function idFault(terminalId: string, wire: string): 'id808' | 'imei' | null {
  if (!isIdFor(terminalId, wire)) return 'id808'
  return wire === '' || hasFreeIds(wire) || numberPattern.test(terminalId) ? null : 'imei'
}
