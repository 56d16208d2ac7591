import { CaretDownOutlined, CaretUpOutlined } from '@ant-design/icons'
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Column, cellSpans, type DataTableProps, nextSort } from './data-table.ts'
import { useCompactRows } from './density.ts'
import { SelectPage, SelectRow } from './SelectRow.tsx'
import styles from './table.module.css'

/** More skeleton rows than this are below the fold anyway. */
const skeletonRows = 15

/** Rows on a desk: the heading stays in view, arrow keys walk the rows, Enter opens one. */
export function TableRows<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, part, onPart, isStale, actions, onOpen, onSelect } = props
  const { selected, label, selection, isDense } = props
  const { t } = useTranslation()
  const isCompact = useCompactRows()
  const body = useRef<HTMLTableSectionElement>(null)
  const [active, setActive] = useState(0)

  const spans = useMemo(() => columns.map((column) => cellSpans(column, rows ?? [])), [columns, rows])

  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>, index: number, row: Row) => {
    if (event.target !== event.currentTarget) return // a button in the row has the keys
    const last = (rows?.length ?? 1) - 1
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: last }[event.key]
    if (event.key === ' ' && selection) {
      event.preventDefault()
      selection.set([rowKey(row)], !selection.has(rowKey(row)))
    }
    if (event.key === 'Enter') (onOpen ?? onSelect)?.(row)
    if (to === undefined) return
    event.preventDefault()
    const next = Math.min(last, Math.max(0, to))
    setActive(next)
    body.current?.rows[next]?.focus()
  }

  return (
    <table
      className={`${styles.rows} tw-full-width`}
      data-dense={isDense}
      data-compact={isCompact}
      aria-label={label}
      aria-busy={!rows || isStale}
    >
      <thead>
        <tr>
          {selection && (
            <th scope="col" className={styles.check}>
              <SelectPage ids={rows?.map(rowKey) ?? []} selection={selection} />
            </th>
          )}
          {columns.map((column) => (
            <Heading key={column.key} column={column} part={part} onPart={onPart} />
          ))}
          {actions && (
            <th scope="col" className={styles.actions}>
              {t('ui.table.actions')}
            </th>
          )}
        </tr>
      </thead>
      <tbody ref={body} data-stale={isStale}>
        {rows?.map((row, index) => (
          <tr
            key={rowKey(row)}
            tabIndex={index === Math.min(active, rows.length - 1) ? 0 : -1}
            data-selectable={onSelect !== undefined}
            aria-current={onSelect !== undefined && rowKey(row) === selected ? 'true' : undefined}
            onFocus={() => setActive(index)}
            onClick={(event) => {
              if (isForRow(event)) onSelect?.(row)
            }}
            onKeyDown={(event) => onKeyDown(event, index, row)}
            onDoubleClick={(event) => {
              if (isForRow(event)) onOpen?.(row)
            }}
          >
            {selection && (
              <td className={styles.check}>
                <SelectRow {...props} selection={selection} row={row} />
              </td>
            )}
            {columns.map((column, at) => {
              const span = spans[at]?.[index] ?? 1
              if (span === 0) return null
              return (
                <td
                  key={column.key}
                  data-number={column.isNumber}
                  data-merged={column.mergeBy !== undefined}
                  rowSpan={span > 1 ? span : undefined}
                >
                  {column.render(row)}
                </td>
              )
            })}
            {actions && <td className={styles.actions}>{actions(row)}</td>}
          </tr>
        ))}
        {!rows && <SkeletonRows {...props} />}
      </tbody>
      <TableSum columns={columns} hasActions={actions !== undefined} isSelectable={selection !== undefined} />
    </table>
  )
}

/**
 * A click on a button within a row is meant for the button, and one in a dialog that the button opened for the
 * dialog, though React passes it on to the row.
 */
function isForRow({ target, currentTarget }: MouseEvent<HTMLTableRowElement>): boolean {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  return target.closest('button, a, input, label') === null
}

function Heading<Row>({
  column,
  part,
  onPart,
}: { column: Column<Row> } & Pick<DataTableProps<Row>, 'part' | 'onPart'>) {
  const { sort, title } = column
  const isSorted = sort !== undefined && sort === part.sort
  return (
    <th
      scope="col"
      data-number={column.isNumber}
      aria-sort={isSorted ? (part.isDescending ? 'descending' : 'ascending') : undefined}
    >
      {sort ? (
        <button
          type="button"
          className={`${styles.sort} tw-inline tw-gap-4`}
          onClick={() => onPart(nextSort(part, sort, column.isNumber))}
        >
          {title}
          <span data-sorted={isSorted} aria-hidden="true">
            {isSorted && !part.isDescending ? <CaretUpOutlined /> : <CaretDownOutlined />}
          </span>
        </button>
      ) : (
        title
      )}
    </th>
  )
}

function SkeletonRows<Row>({ columns, part, selection, actions }: DataTableProps<Row>) {
  return Array.from({ length: Math.min(part.pageSize, skeletonRows) }, (_, index) => (
    <tr key={`skeleton ${index.toString()}`}>
      {selection && <td className={styles.check} />}
      {columns.map((column, at) => (
        <td key={column.key} data-number={column.isNumber}>
          {/* Uneven lengths read as text, even ones as a form. */}
          <span className="tw-skeleton" style={{ width: `${45 + ((index * 7 + at * 13) % 40)}%` }} />
        </td>
      ))}
      {actions && <td className={styles.actions} />}
    </tr>
  ))
}

interface TableSumProps<Row> {
  columns: Column<Row>[]
  hasActions: boolean
  /** Its rows begin with a box to select them. */
  isSelectable: boolean
}

/** The row beneath all others: what they amount to. Nothing where no column has a sum. */
function TableSum<Row>({ columns, hasActions, isSelectable }: TableSumProps<Row>) {
  const { t } = useTranslation()
  if (columns.every(({ sum }) => sum === undefined)) return null
  return (
    <tfoot>
      <tr>
        {isSelectable && <td className={styles.check} />}
        {columns.map(({ key, isNumber, sum }, index) =>
          index === 0 && sum === undefined ? (
            <th key={key} scope="row">
              {t('ui.table.sum')}
            </th>
          ) : (
            <td key={key} data-number={isNumber}>
              {sum}
            </td>
          ),
        )}
        {hasActions && <td className={styles.actions} />}
      </tr>
    </tfoot>
  )
}
