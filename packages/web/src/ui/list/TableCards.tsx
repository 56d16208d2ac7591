import { RightOutlined } from '@ant-design/icons'
import { Flex } from 'antd'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { PlainNames } from '../link/NameLink.tsx'
import styles from './cards.module.css'
import type { DataTableProps } from './data-table.ts'
import { SelectRow } from './SelectRow.tsx'

const skeletons = ['a', 'b', 'c', 'd', 'e', 'f']

/** The rows of a table on a phone. */
export function TableCards<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, isStale, actions, onSelect, selected, label, selection } = props
  const { t } = useTranslation()
  const at = (place: string) => columns.filter((column) => (column.card ?? 'line') === place)
  const title = (row: Row) =>
    at('title').map((column) => <Fragment key={column.key}>{column.render(row)}</Fragment>)

  if (!rows)
    return (
      <div className={`${styles.cards} tw-grid`} aria-busy="true" role="status" aria-label={t('app.loading')}>
        {skeletons.map((key) => (
          <div key={key} className={`${styles.card} tw-frame tw-relative tw-grid`}>
            <span className="tw-skeleton tw-width-130" />
            <span className="tw-skeleton" />
            <span className="tw-skeleton tw-width-180" />
          </div>
        ))}
      </div>
    )

  return (
    <ul
      className={`${styles.cards} tw-grid`}
      aria-label={label}
      aria-busy={isStale}
      data-stale={isStale}
      data-narrow={props.isNarrow}
    >
      {rows.map((row) => (
        <li
          key={rowKey(row)}
          className={`${styles.card} tw-frame tw-relative tw-grid`}
          data-selected={rowKey(row) === selected}
        >
          <Flex align="center" gap={12}>
            {selection && <SelectRow {...props} selection={selection} row={row} />}
            {onSelect ? (
              <button
                type="button"
                className={`${styles.title} tw-grow tw-bold tw-anywhere`}
                onClick={() => onSelect(row)}
              >
                {/* The button opens the row: within it is no room for a link. */}
                <PlainNames value>{title(row)}</PlainNames>
                <RightOutlined />
              </button>
            ) : (
              <strong className={`${styles.title} tw-grow tw-bold tw-anywhere`}>{title(row)}</strong>
            )}
            {at('sign').map((column) => (
              <span key={column.key}>{column.render(row)}</span>
            ))}
          </Flex>
          <dl>
            {at('line').map((column) => (
              <div key={column.key} className="tw-flex tw-spread tw-gap-16">
                <dt className="tw-rigid tw-muted">{column.title}</dt>
                <dd>{column.render(row)}</dd>
              </div>
            ))}
          </dl>
          {actions && (
            <div className={`${styles.actions} tw-line-above tw-flex tw-gap-4`}>{actions(row)}</div>
          )}
        </li>
      ))}
    </ul>
  )
}
