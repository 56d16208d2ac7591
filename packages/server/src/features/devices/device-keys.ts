import { isImei } from '@trackway/core/rules/validation.ts'
import type { Identity } from '@trackway/protocols/protocol.ts'

/**
 * The ids in a frame, in the spelling of the table `device_keys`, in look-up order. The table leads from each to
 * its device (`device_keys_of` in 0002-devices.sql).
 */
export function keysOf({ terminalIds }: Identity): string[] {
  return [...new Set(terminalIds.map(keyOf))]
}

/** Digits count without zeros in front. */
export function keyOf(terminalId: string): string {
  return /^\d+$/.test(terminalId) ? terminalId.replace(/^0+/, '') : terminalId
}

/**
 * The keys that a device registered under this id is found by: the same as `device_keys_of` in 0002-devices.sql, which
 * explains them. Querying the database for those of 50,000 ids takes ten seconds.
 */
export function deviceKeysOf(terminalId: string): string[] {
  const own = keyOf(terminalId)
  if (!isImei(terminalId) || terminalId.startsWith('0')) return [own]
  const endings = [10, 11, 12, 13, 14].map((digits) => keyOf(terminalId.slice(-digits)))
  const binary = Number(terminalId.slice(0, 14)).toString(16).padStart(12, '0')
  const others = [`${terminalId}0`, `1${terminalId.slice(-10)}`, binary, ...endings]
  return [...new Set([own, ...others.filter(({ length }) => length >= 10)])]
}
