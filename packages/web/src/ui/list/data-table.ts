import type { ListColumn } from '@trackway/core/lists/columns.ts'
import { factsOfForm } from '@trackway/core/lists/forms.ts'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import type { PrintFacts } from '../print/print-head.ts'
import type { ColumnChoice } from './use-column-choice.ts'
import type { Selection } from './use-selection.ts'

/** A column of a table that shows `Row`s; on a phone it becomes a line of a card. */
export interface Column<Row> {
  key: string
  title: string
  render: (row: Row) => ReactNode
  /** What the server calls the order by this column; without it the column cannot be sorted. */
  sort?: string
  isNumber?: boolean
  /** Cannot be hidden. */
  isFixed?: boolean
  /** Hidden until the user chooses it. */
  isOptional?: boolean
  /** On a card: its heading, the sign beside the heading, a labelled line (default), or nothing. */
  card?: 'title' | 'sign' | 'line' | 'none'
  /** Rows that follow each other with the same value here share one cell. */
  mergeBy?: (row: Row) => string | number
  /** What all rows, also those of other pages, amount to; shown in a row beneath them. */
  sum?: ReactNode
}

/** Which part of the rows is shown, and in which order. */
export interface TablePart {
  pageNum: number
  pageSize: number
  sort: string
  isDescending: boolean
}

export interface DataTableProps<Row> {
  /** Under which the user's choice of columns is remembered. */
  name: string
  /** What the rows are, for assistive technology. */
  label: string
  columns: Column<Row>[]
  rowKey: (row: Row) => string | number
  /** What a row is called, for assistive technology; left out: its key. */
  rowName?: (row: Row) => string
  /** Undefined while the first page is on its way. */
  rows: Row[] | undefined
  total: number
  part: TablePart
  onPart: (part: TablePart) => void
  /** Another page is on its way; the rows of the last one stay meanwhile. */
  isStale: boolean
  error: unknown
  onRetry: () => void
  /** Shown instead of the error's own text, where more can be done than to try again. */
  failed?: ReactNode
  empty: ReactNode
  /** Reads any page, for a table that is printed as a report; `facts` stand above it. */
  print?: {
    readPage: (pageNum: number, pageSize: number) => Promise<readonly Row[]>
    facts?: PrintFacts | undefined
  }
  actions?: (row: Row) => ReactNode
  /** Enter or a double click on a row. */
  onOpen?: (row: Row) => void
  /** It is in a narrow column: the rows are cards, as on a phone. */
  isNarrow?: boolean
  /** Rows are lower: many are looked at, and none has a second line. */
  isDense?: boolean
  /** Search and filters. */
  tools?: ReactNode
  /** Drawn after the choice of columns, from those that are shown. */
  toolsEnd?: (shown: Column<Row>[]) => ReactNode
  /** A click or Enter on a row; `selected` is the key of the row it was last. */
  onSelect?: (row: Row) => void
  selected?: string | number | null
  /** Rows can be chosen for what is done with many at once. */
  selection?: Selection
  /** What can be done with those chosen; beneath the rows, which it does not move. */
  bulkBar?: ReactNode
}

/** A column of a list or a report as a table shows it. */
export function tableColumn<Row>(
  { key, name = key, form, sort, isFixed = false, isOptional = false, card = 'line' }: ListColumn,
  t: TFunction,
  render: (row: Row) => ReactNode,
): Column<Row> {
  return {
    key,
    title: t(`reports.column.${name}`),
    isNumber: factsOfForm(form).isNumber ?? false,
    isFixed,
    isOptional,
    card,
    ...(sort && { sort: sort === true ? key : sort }),
    render,
  }
}

/** Page sizes offered; the default of 15 is shown beside them. */
export const pageSizes = [10, 15, 20, 30, 40, 50, 60, 70, 80, 90, 100]

/** Columns to show, from the user's choice if there is one. Unknown names of an older choice are left out. */
export function visibleColumns<C extends Pick<Column<never>, 'key' | 'isFixed' | 'isOptional'>>(
  columns: readonly C[],
  chosen: ColumnChoice,
): C[] {
  return columns.filter((column) =>
    column.isFixed ? true : chosen ? chosen.includes(column.key) : !column.isOptional,
  )
}

/** The order after a click on a column's heading: first rising, then falling. */
export function nextSort(part: TablePart, sort: string, isNumber = false): TablePart {
  // Of numbers the largest are looked for.
  const isDescending = part.sort === sort ? !part.isDescending : isNumber
  return { ...part, sort, isDescending, pageNum: 1 }
}

/**
 * How many rows each cell of a column reaches over: 0 where the cell above does. Undefined for a column that
 * merges nothing.
 */
export function cellSpans<Row>(column: Column<Row>, rows: readonly Row[]): number[] | undefined {
  const { mergeBy } = column
  if (!mergeBy) return undefined
  const spans: number[] = []
  let first = 0
  rows.forEach((row, index) => {
    const above = rows[index - 1]
    if (above !== undefined && mergeBy(row) === mergeBy(above)) {
      spans[first]!++
      spans.push(0)
    } else {
      first = index
      spans.push(1)
    }
  })
  return spans
}
