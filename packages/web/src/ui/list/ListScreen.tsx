import { holdsAny } from '@trackway/core/codes/permissions.ts'
import { columnValue, type ListColumn } from '@trackway/core/lists/columns.ts'
import type { List } from '@trackway/core/lists/list.ts'
import { Button } from 'antd'
import type { TFunction } from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useUser } from '../../base/session.ts'
import { useTexts } from '../../base/use-texts.ts'
import { EmptyState } from '../EmptyState.tsx'
import type { MenuItems } from '../RowMenu.tsx'
import { useMatches } from '../search/use-matches.ts'
import { BulkBar } from './BulkBar.tsx'
import { DataTable } from './DataTable.tsx'
import { tableColumn } from './data-table.ts'
import { ListCell, valueText } from './ListCell.tsx'
import { ListEnd } from './ListEnd.tsx'
import { ListFilters } from './ListFilters.tsx'
import { isOpenTo, type RowAction, RowActions } from './RowActions.tsx'
import type { BulkBarProps } from './use-bulk-action.tsx'
import { type ListQuery, type RowOf, useList } from './use-list.ts'
import { type RowId, useSelection } from './use-selection.ts'

export interface ListScreenProps<L extends List> extends ListQuery<L> {
  list: L
  /** Where the list has no rows at all: what to do about it, and texts in place of the list's own. */
  empty?: { title?: string; text?: string; action?: ReactNode }
  rowActions?: readonly RowAction<RowOf<L>>[]
  /** A menu after the actions of a row; where there is little room it begins with those of them that are folded. */
  rowMenu?: (row: RowOf<L>, name: string, folded: MenuItems) => ReactNode
  /** Enter or a double click on a row. */
  onOpen?: ((row: RowOf<L>) => void) | undefined
  /** A click on a row; `selected` is the id of the row it was last. */
  onSelect?: (row: RowOf<L>) => void
  selected?: RowId | null
  /** It is beneath the form that makes its rows: one line is enough when there are none. */
  isBrief?: boolean
  /** It is in a narrow column: the rows are cards, as on a phone. */
  isNarrow?: boolean
  /** How a column is drawn where its form does not say enough, by its key. */
  cells?: Partial<Record<string, (row: RowOf<L>) => ReactNode>>
  /** Shown before search and filters. */
  tools?: ReactNode
  bulkFields?: BulkBarProps['bulkFields']
  onBulk?: BulkBarProps['onBulk']
  bulkMore?: BulkBarProps['bulkMore']
}

/**
 * A list by its description: search, filters, order and page in the address, choice of columns, saved views,
 * files, selection with what can be done with many rows, and why there is nothing to show.
 */
export function ListScreen<L extends List>(props: ListScreenProps<L>) {
  const { list, rowMenu, cells, tools, onOpen } = props
  const { url, filter, part, query, readPage, isFiltered, ...change } = useList(list, props)
  const { t, format } = useTexts()
  const empty = {
    title: t(`list.none.${list.name}`),
    text: t(`list.noneText.${list.name}`, { defaultValue: '' }),
    ...props.empty,
  }
  const { permissions } = useUser()
  const { list: rows, total = 0 } = query.data ?? {}
  const selection = useSelection(JSON.stringify(filter), total, list.mostAtOnce)

  // The only row that is found is opened by Enter; arrows and marks are those of the table.
  const open = onOpen ?? props.onSelect
  const searchKey = list.filters.find(({ kind }) => kind === 'search')?.key
  const searched = String((searchKey && url[searchKey]) ?? '')
  const matches = useMatches({
    matches: searched !== '' && rows?.length === 1 ? rows : [],
    searched,
    isPending: query.isFetching,
    onTake: (row) => open?.(row),
  })

  const rowActions = props.rowActions?.filter(({ call, permission = call?.permission }) =>
    isOpenTo(permissions, permission),
  )
  const canChoose =
    props.bulkMore !== undefined || list.bulk.some(({ call }) => isOpenTo(permissions, call.permission))
  const columns = list.columns.filter(({ permission }) => !permission || holdsAny(permissions, permission))
  const title = columns.find(({ card }) => card === 'title') ?? columns[0]!
  const idOf = (row: RowOf<L>) => (row as Record<string, RowId>)[list.rowId]!
  const nameOf = (row: RowOf<L>) => valueText(columnValue(title, row as object), title.form, { t, format })

  // Beneath the form that makes the first row, a table without rows would only be in the way.
  if (props.isBrief && rows?.length === 0 && !isFiltered) return <p className="tw-muted">{empty.title}</p>

  return (
    <DataTable<RowOf<L>>
      name={list.name}
      label={t(`reports.name.${list.name}`)}
      columns={tableColumns(columns, cells, t)}
      rowKey={idOf}
      rowName={nameOf}
      rows={rows}
      total={total}
      part={part}
      print={{ readPage }}
      onPart={change.onPart}
      isStale={query.isPlaceholderData}
      error={query.error}
      onRetry={() => void query.refetch()}
      {...(onOpen && { onOpen })}
      {...(props.onSelect && { onSelect: props.onSelect, selected: props.selected ?? null })}
      isNarrow={props.isNarrow ?? false}
      {...(rowActions &&
        (rowActions.length > 0 || rowMenu) && {
          actions: (row: RowOf<L>) => (
            <RowActions
              actions={rowActions}
              row={row}
              name={nameOf(row)}
              menu={rowMenu && ((folded) => rowMenu(row, nameOf(row), folded))}
            />
          ),
        })}
      {...(canChoose && { selection })}
      bulkBar={
        selection.count > 0 && (
          <BulkBar
            list={list}
            selection={selection}
            filter={filter}
            total={total}
            bulkFields={props.bulkFields}
            onBulk={props.onBulk}
            bulkMore={props.bulkMore}
            nameOf={(id) => {
              const row = rows?.find((each) => idOf(each) === id)
              return row === undefined ? String(id) : nameOf(row)
            }}
          />
        )
      }
      tools={
        <>
          {tools}
          <ListFilters
            list={list}
            url={url}
            onFilter={change.onFilter}
            isNarrow={props.isNarrow ?? false}
            matches={open && matches}
          />
        </>
      }
      toolsEnd={(visible) => (
        <ListEnd
          list={list}
          url={url}
          filter={filter}
          columns={columns}
          visible={visible}
          selection={selection}
          total={total}
          onView={change.onView}
        />
      )}
      empty={isFiltered ? <NoneFound onClear={() => change.onView()} /> : <EmptyState {...empty} />}
    />
  )
}

/** The columns as the table draws them; one beneath another is drawn within it. */
function tableColumns<L extends List>(
  columns: readonly ListColumn[],
  cells: ListScreenProps<L>['cells'],
  t: TFunction,
) {
  const isBeneath = ({ beneath }: ListColumn) => columns.some(({ key }) => key === beneath)
  return columns
    .filter((column) => !isBeneath(column))
    .map((column) =>
      tableColumn<RowOf<L>>(
        column,
        t,
        cells?.[column.key] ??
          ((row) => (
            <ListCell
              column={column}
              beneath={columns.find(({ beneath }) => beneath === column.key)}
              row={row as object}
            />
          )),
      ),
    )
}

function NoneFound({ onClear }: { onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      title={t('lists.noneFound')}
      text={t('lists.noneFoundText')}
      action={<Button onClick={onClear}>{t('lists.clearFilters')}</Button>}
    />
  )
}
