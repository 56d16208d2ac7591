import { RightOutlined } from '@ant-design/icons'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataTableProps } from './data-table.ts'

const skeletons = ['a', 'b', 'c', 'd', 'e', 'f']

/** The rows of a table on a phone. */
export function TableCards<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, isStale, actions, onSelect, selected, label } = props
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
      <SumCard columns={columns} />
      {rows.map((row) => (
        <li key={rowKey(row)} className="tw-row-card" data-selected={rowKey(row) === selected}>
          <div className="tw-row-card-head">
            {onSelect ? (
              <button type="button" className="tw-row-card-title" onClick={() => onSelect(row)}>
                {at('title').map((column) => (
                  <span key={column.key}>{column.render(row)}</span>
                ))}
                <RightOutlined />
              </button>
            ) : (
              <strong>
                {at('title').map((column) => (
                  <Fragment key={column.key}>{column.render(row)}</Fragment>
                ))}
              </strong>
            )}
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

/** What all rows amount to, first, because a phone shows few of them. */
function SumCard<Row>({ columns }: Pick<DataTableProps<Row>, 'columns'>) {
  const { t } = useTranslation()
  const summed = columns.filter(({ sum, card }) => sum !== undefined && card !== 'none')
  if (summed.length === 0) return null
  return (
    <li className="tw-row-card tw-sum-card">
      <div className="tw-row-card-head">
        <strong>{t('ui.table.sum')}</strong>
      </div>
      <dl>
        {summed.map(({ key, title, sum }) => (
          <div key={key}>
            <dt>{title}</dt>
            <dd>{sum}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
