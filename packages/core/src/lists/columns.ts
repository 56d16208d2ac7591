import type { Permission } from '../codes/permissions.ts'

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
  /** The server sorts by it, under this key. */
  sort?: boolean
  /** Cannot be hidden. */
  isFixed?: boolean
  /** Hidden until chosen. */
  isOptional?: boolean
  /** On a card of a phone: its heading, the sign beside it, a labelled line (default), or nothing. */
  card?: 'title' | 'sign' | 'line' | 'none'
  /** Shown to those who hold any one of these keys; left out: to all who see the list. */
  permission?: readonly Permission[]
}

/** How a value is written; `columnForms` says what each form is. */
export type ColumnForm = keyof typeof columnForms

/**
 * Every form of a column: whether numbers line up on the right, and the unit in the heading of a file's column
 * (a text under `reports.unit`), which keeps numbers as numbers in that unit. Unknown is null.
 */
export const columnForms = {
  text: {},
  /** Digits that people carry elsewhere: a button copies them. */
  identifier: {},
  /** `YYYY-MM-DD`. */
  day: {},
  /** Date and time in the reader's zone. */
  instant: {},
  /** An instant of which the screen says how long ago it was. */
  age: {},
  /** An instant of which the day is enough; without one it never comes. */
  term: {},
  /** Milliseconds, shown as hours and minutes. */
  duration: { isNumber: true, unit: 'hours' },
  /** Metres, shown as km. */
  distance: { isNumber: true, unit: 'km' },
  speed: { isNumber: true, unit: 'kmh' },
  count: { isNumber: true },
  bytes: { isNumber: true, unit: 'bytes' },
  percent: { isNumber: true },
  litres: { isNumber: true, unit: 'litres' },
  /** `fromPlace` is the place at `fromLat`, `fromLon` (WGS-84), shown as an address. */
  place: {},
  /** A code of `episodeReasons`. */
  reason: { codes: 'reason' },
  /** A connection state. */
  state: { codes: 'state' },
  /** A key of a report or a list. */
  report: { codes: 'name' },
  exportState: { codes: 'exportState' },
  /** A key of a failure; what a mail server said is shown as it was said. */
  failure: { codes: 'failure' },
  rhythm: { codes: 'rhythm' },
  language: {},
  yesNo: { codes: 'yesNo' },
  /** Several texts. */
  texts: {},
} as const satisfies Record<string, FormFacts>

interface FormFacts {
  isNumber?: true
  unit?: string
  /** The value is a code whose words are texts under `reports.<codes>`. */
  codes?: string
}

/** What is known of a form. */
export function factsOfForm(form: ColumnForm): FormFacts {
  return columnForms[form]
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
  return value === undefined || value === '' ? null : value
}
