import {
  type ImportProtocol,
  type ImportProtocolName,
  importProtocolNames,
  importProtocols,
} from '../../codes/import-protocols.ts'
import { codedWire, isServed } from '../../codes/protocols.ts'
import { isScientific } from '../../rules/csv.ts'
import { type IdRule, idFault } from '../../rules/device-ids.ts'
import type { RuleName } from '../../rules/rule-texts.ts'
import { formatRules, isImei, isLuhnValid } from '../../rules/validation.ts'
import { hasCheckDigit, operatorOf } from '../sim-cards/sim-codes.ts'
import { columnOf, type ImportColumn, type ImportColumnKey, optionOf } from './columns.ts'
import type { ImportKind } from './kinds.ts'

/** A row as it is sent: texts by the keys of its columns; what is left out or empty has no value. */
export type ImportCells = Partial<Record<ImportColumnKey, string>>

/** What is wrong, or may be, with a row. */
export interface Finding {
  /** Number of the row among those given, from 1. */
  row: number
  /** Null: the row as a whole. */
  column: ImportColumnKey | null
  reason: RuleName
  /** What the text of the reason names. */
  values?: Record<string, string | number> | undefined
  /** The row can be written all the same. */
  isWarning?: boolean | undefined
}

/** A device type as far as checks need it. */
export interface KnownType {
  id: number
  name: string
  label: string | null
  wire: string
  ids: IdRule
  importProtocol: ImportProtocol
}

const hidden = /[\p{Cc}\p{Cs}\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/u
/**
 * Checks rows without the database: forms, lengths, required cells, and values that two rows share. The page runs it
 * while its user types, the server before it imports. The rows are given one after the other.
 */
export function rowChecker(
  kind: ImportKind,
  findType: (named: string) => KnownType | undefined,
): (cells: ImportCells, row: number) => Finding[] {
  const seen = new Map<string, number>()
  return (cells, row) => [...checkRow(kind, cells, row, findType), ...duplicates(kind, cells, row, seen)]
}

/** Checks of rows that passed the others what may have changed since: types. */
export const typeChecker =
  (findType: (named: string) => KnownType | undefined): ReturnType<typeof rowChecker> =>
  ({ deviceType }, row) => {
    const fault = deviceType?.trim() ? typeFault(deviceType.trim(), findType) : null
    return fault ? [{ row, column: 'deviceType', ...fault }] : []
  }

function checkRow(
  kind: ImportKind,
  cells: ImportCells,
  row: number,
  findType: (named: string) => KnownType | undefined,
): Finding[] {
  const findings: Finding[] = []
  for (const key of kind.columns) {
    const text = cells[key]?.trim() ?? ''
    if (text === '') {
      if (kind.required.includes(key)) findings.push({ row, column: key, reason: 'required' })
      continue
    }
    const fault = faultOf(columnOf(key), text, findType)
    if (fault) findings.push({ row, column: key, ...fault })
  }
  for (const owner of ['platform', 'user'] as const) findings.push(...termFaults(cells, owner, row))
  const hasOtherCells = kind.columns.some((key) => !kind.required.includes(key) && cells[key]?.trim())
  const needsOtherCells = kind.of === 'device' && kind.required.length === 1 && kind.columns.length > 1
  if (needsOtherCells && !hasOtherCells) findings.push({ row, column: null, reason: 'nothingToChange' })
  const id = cells.terminalID?.trim() ?? ''
  if (kind.isImei && id !== '' && !isImei(id))
    findings.push({ row, column: 'terminalID', reason: /^\d{15}$/.test(id) ? 'luhn' : 'imei15' })
  const isNew = kind.of === 'newDevice' || kind.of === 'newStockItem'
  if (isNew && id !== '' && !findings.some(({ column }) => column === 'terminalID')) {
    const suspicion = suspicionOf(id, cells.deviceType ? findType(cells.deviceType.trim()) : undefined)
    if (suspicion) findings.push({ row, column: 'terminalID', ...suspicion })
  }
  if (kind.of === 'simCard' && !findings.some(({ column }) => column === 'cardIccid'))
    findings.push(...cardHints(cells).map((hint) => ({ row, ...hint, isWarning: true })))
  const other = otherProtocol(cells, findType)
  if (other) findings.push({ row, column: 'deviceType', ...other })
  return findings
}

/** What of a card looks odd; numbers move between operators, and not all have a check digit. */
function cardHints({ cardIccid, simOperator }: ImportCells): Pick<Finding, 'column' | 'reason' | 'values'>[] {
  const iccid = cardIccid?.trim() ?? ''
  const operator = operatorOf(iccid)
  const given = simOperator ? optionOf(columnOf('simOperator'), simOperator) : undefined
  const isOther = operator !== null && given !== undefined && given !== operator
  return [
    ...(hasCheckDigit(iccid) && !isLuhnValid(iccid)
      ? [{ column: 'cardIccid' as const, reason: 'iccidLuhn' as const }]
      : []),
    ...(isOther
      ? [{ column: 'simOperator' as const, reason: 'otherOperator' as const, values: { operator } }]
      : []),
  ]
}

/** A term from activation needs its months; months mean nothing without it. */
function termFaults(cells: ImportCells, owner: 'platform' | 'user', row: number): Finding[] {
  const isFromActivation = cells[`${owner}Term`]?.trim().toLowerCase() === 'activation'
  if (isFromActivation === Boolean(cells[`${owner}Months`]?.trim())) return []
  const column = isFromActivation ? (`${owner}Months` as const) : (`${owner}Term` as const)
  const values = { options: 'activation' }
  return [{ row, column, ...(isFromActivation ? { reason: 'required' } : { reason: 'choice', values }) }]
}

type Fault = Pick<Finding, 'reason' | 'values' | 'isWarning'>

function faultOf(
  column: ImportColumn,
  text: string,
  findType: (named: string) => KnownType | undefined,
): Fault | null {
  const { rule, maxLength, options, isNumber, whole } = column
  if (isScientific(text, isNumber ?? false)) return { reason: 'scientific' }
  if (hidden.test(text)) return { reason: 'hidden' }
  if (rule && !formatRules[rule](text)) return { reason: rule }
  if (maxLength !== undefined && text.length > maxLength)
    return { reason: 'tooLong', values: { count: maxLength } }
  if (options && optionOf(column, text) === undefined)
    return { reason: 'choice', values: { options: options.join(', ') } }
  if (whole && !(/^\d{1,9}$/.test(text) && Number(text) >= whole[0] && Number(text) <= whole[1]))
    return { reason: 'whole', values: { min: whole[0], max: whole[1] } }
  return column.isDeviceType ? typeFault(text, findType) : null
}

function typeFault(text: string, findType: (named: string) => KnownType | undefined): Fault | null {
  const type = findType(text)
  if (type === undefined) return { reason: 'unknownDeviceType' }
  return isServed(type) ? null : { reason: 'protocolMissing' }
}

/**
 * What an id may be is the type's to say. Makers print serials that are no IMEI: a check digit that does not fit, and a
 * GT06 id that is none of 15 digits, are doubted, not refused.
 */
function suspicionOf(id: string, type: KnownType | undefined): Fault | null {
  const fault = idFault(id, type)
  if (fault || type?.wire === codedWire) return fault && { reason: fault }
  if (/^\d{15}$/.test(id)) return isLuhnValid(id) ? null : { reason: 'luhn', isWarning: true }
  const isOdd = type?.importProtocol === importProtocols.GT06
  return isOdd ? { reason: 'idOfGt06', isWarning: true } : null
}

/** The protocol that a sheet is imported as takes types of its own only. */
function otherProtocol(
  { importProtocol, deviceType }: ImportCells,
  findType: (named: string) => KnownType | undefined,
): Fault | null {
  const type = deviceType ? findType(deviceType.trim()) : undefined
  const name = importProtocolNamed(importProtocol?.trim() ?? '')
  if (type === undefined || name === undefined || type.importProtocol === importProtocols[name]) return null
  return { reason: 'typeOfOtherProtocol', values: { protocol: name } }
}

/** In any case of letters. */
const importProtocolNamed = (text: string): ImportProtocolName | undefined =>
  importProtocolNames.find((name) => name.toLowerCase() === text.toLowerCase())

function duplicates(kind: ImportKind, cells: ImportCells, row: number, seen: Map<string, number>): Finding[] {
  return kind.columns.flatMap((column): Finding[] => {
    const text = cells[column]?.trim().toLowerCase()
    if (!text || !columnOf(column).isUnique) return []
    const key = `${column} ${columnOf(column).keyOf?.(text) ?? text}`
    const first = seen.get(key)
    if (first === undefined) seen.set(key, row)
    return first === undefined ? [] : [{ row, column, reason: 'duplicate', values: { row: first } }]
  })
}

/** Finds a type by its id or, in any case of letters, its name. */
export function typeFinder<T extends KnownType>(types: readonly T[]): (named: string) => T | undefined {
  const byName = new Map(
    types.flatMap((type) =>
      [type.label, type.name].flatMap((name) => (name === null ? [] : [[name.toLowerCase(), type] as const])),
    ),
  )
  const byId = new Map(types.map((type) => [String(type.id), type]))
  return (named) => byName.get(named.toLowerCase()) ?? byId.get(named)
}
