import { useTranslation } from 'react-i18next'
import type { DataTableProps } from './data-table.ts'

const skeletons = ['a', 'b', 'c', 'd', 'e', 'f']

/** The rows of a table on a phone. */
export function TableCards<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, isStale, actions, label } = props
  const { t } = useTranslation()
  const at = (place: string) => columns.filter((column) => (column.card ?? 'line') === place)

  if (!rows)
    return (
      <div className="tw-cards" aria-busy="true" role="status" aria-label={t('app.loading')}>
        {skeletons.map((key) => (
          <div key={key} className="tw-row-card">
            <span className="tw-skeleton" style={{ width: '45%' }} />
            <span className="tw-skeleton" style={{ width: '80%' }} />
            <span className="tw-skeleton" style={{ width: '65%' }} />
          </div>
        ))}
      </div>
    )

  return (
    <ul className="tw-cards" aria-label={label} aria-busy={isStale} data-stale={isStale}>
      {rows.map((row) => (
        <li key={rowKey(row)} className="tw-row-card">
          <div className="tw-row-card-head">
            <strong>{at('title').map((column) => column.render(row))}</strong>
            {at('sign').map((column) => (
              <span key={column.key}>{column.render(row)}</span>
            ))}
          </div>
          <dl>
            {at('line').map((column) => (
              <div key={column.key}>
                <dt>{column.title}</dt>
                <dd>{column.render(row)}</dd>
              </div>
            ))}
          </dl>
          {actions && <div className="tw-row-card-actions">{actions(row)}</div>}
        </li>
      ))}
    </ul>
  )
}
