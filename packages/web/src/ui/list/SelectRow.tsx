import { Checkbox } from 'antd'
import { useTranslation } from 'react-i18next'
import type { DataTableProps } from './data-table.ts'
import type { RowId, Selection } from './use-selection.ts'

interface SelectRowProps<Row> extends Pick<DataTableProps<Row>, 'rowKey' | 'rowName'> {
  selection: Selection
  row: Row
}

/** Chooses one row. */
export function SelectRow<Row>({ selection, row, rowKey, rowName }: SelectRowProps<Row>) {
  const { t } = useTranslation()
  const id = rowKey(row)
  return (
    <Checkbox
      aria-label={t('lists.selectRow', { name: rowName?.(row) ?? id })}
      checked={selection.has(id)}
      onChange={({ target }) => selection.set([id], target.checked)}
    />
  )
}

/** Chooses the rows of a page, or drops them. */
export function SelectPage({ selection, ids }: { selection: Selection; ids: readonly RowId[] }) {
  const { t } = useTranslation()
  const chosen = ids.filter(selection.has).length
  return (
    <Checkbox
      aria-label={t('lists.selectPage')}
      checked={ids.length > 0 && chosen === ids.length}
      indeterminate={chosen > 0 && chosen < ids.length}
      onChange={({ target }) => selection.set(ids, target.checked)}
    />
  )
}
