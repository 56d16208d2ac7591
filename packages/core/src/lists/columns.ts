import type { Permission } from '../codes/permissions.ts'
import type { ColumnForm } from './forms.ts'

/** Things with a page of their own, which their names lead to in every list. */
export type NamedKind = 'device' | 'account' | 'fence' | 'riskPoint' | 'line'

interface NamedThing {
  kind: NamedKind
  /** Key of the row that says which one. */
  by: string
}

/** What columns of these keys name, in whatever list they are. */
export const namedThings: Readonly<Record<string, NamedThing>> = {
  displayName: { kind: 'device', by: 'terminalID' },
  username: { kind: 'account', by: 'username' },
  fenceName: { kind: 'fence', by: 'fenceId' },
  riskPointName: { kind: 'riskPoint', by: 'riskPointId' },
  line: { kind: 'line', by: 'lineId' },
}

/**
 * A column of a list or a report: screen, file and mail show the same from it. Its name is the text
 * `reports.column.<name>`.
 */
export interface ListColumn {
  /** Key of the row, which is what a user's choice of columns and a file name it by. */
  key: string
  /** Key of its name, where it is not that of the row. */
  name?: string
  form: ColumnForm
  /** The value, where the row does not hold it under the key. */
  // biome-ignore lint/suspicious/noExplicitAny: each list knows the shape of its own rows
  of?: (row: any) => unknown
  /** The server sorts by it, under its key or this name. */
  sort?: true | string
  /** Cannot be hidden. */
  isFixed?: boolean
  /** Hidden until chosen. */
  isOptional?: boolean
  /** Key of the column in whose cell the screen shows it, below its value; a file has both. */
  beneath?: string
  /** On a card of a phone: its heading, the sign beside it, a labelled line (default), or nothing. */
  card?: 'title' | 'sign' | 'line' | 'none'
  /** What it names, where that does not follow from its key; null: nothing that has a page. */
  names?: NamedThing | null
  /** Shown to those who hold any one of these keys; left out: to all who see the list. */
  permission?: readonly Permission[]
}

/** The columns chosen, in the order chosen; unknown keys are left out. Without any: those not hidden. */
export function pickColumns<C extends ListColumn>(
  columns: readonly C[],
  keys: readonly string[] = [],
): readonly C[] {
  const found = [...new Set(keys)].flatMap((key) => columns.find((column) => column.key === key) ?? [])
  return found.length > 0 ? found : columns.filter(({ isOptional }) => !isOptional)
}

/** The value of a column in a row, in our units; null where there is none. */
export function columnValue(column: ListColumn, row: object): unknown {
  const value = column.of ? column.of(row) : (row as Record<string, unknown>)[column.key]
  const isEmpty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
  return isEmpty ? null : value
}

/** Keys of the row that hold the place of a column of form `place`: `fromPlace` is at `fromLat`, `fromLon`; `place` at `lat`, `lon`. */
export function placeKeys(key: string): [lat: string, lon: string] {
  const end = key.replace(/Place$/, '')
  return key === 'place' ? ['lat', 'lon'] : [`${end}Lat`, `${end}Lon`]
}

/** What the value of a column names in a row; null: nothing that has a page. */
export function namedIn(column: ListColumn, row: object): { kind: NamedKind; id: string | number } | null {
  const { names = namedThings[column.key] } = column
  const id = names && (row as Record<string, unknown>)[names.by]
  return names && (typeof id === 'string' || typeof id === 'number') ? { kind: names.kind, id } : null
}
