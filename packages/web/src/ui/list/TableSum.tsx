import { useTranslation } from 'react-i18next'
import type { Column } from './data-table.ts'

interface TableSumProps<Row> {
  columns: Column<Row>[]
  hasActions: boolean
}

/** The row beneath all others: what they amount to. Nothing where no column has a sum. */
export function TableSum<Row>({ columns, hasActions }: TableSumProps<Row>) {
  const { t } = useTranslation()
  if (columns.every(({ sum }) => sum === undefined)) return null
  return (
    <tfoot>
      <tr>
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
        {hasActions && <td className="tw-cell-actions" />}
      </tr>
    </tfoot>
  )
}
