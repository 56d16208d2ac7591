import { Button, Pagination } from 'antd'
import { useIsPhone } from '../../base/use-is-phone.ts'
import { useTexts } from '../../base/use-texts.ts'
import { EmptyState } from '../EmptyState.tsx'
import { usePrintFacts } from '../print/print-head.ts'
import { ColumnChooser } from './ColumnChooser.tsx'
import { type DataTableProps, pageSizes, visibleColumns } from './data-table.ts'
import { usualPageSize } from './density.ts'
import { PrintedTable } from './PrintedTable.tsx'
import { TableCards } from './TableCards.tsx'
import { TableRows } from './TableRows.tsx'
import styles from './table.module.css'
import { useColumnChoice } from './use-column-choice.ts'

/** The table of every list: pages and order come from the server; on a phone the rows are cards. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, columns, rows, total, part, onPart, tools, toolsEnd, error, onRetry, empty, failed } = props
  const { t, format, toText } = useTexts()
  const isNarrow = useIsPhone() || props.isNarrow === true
  const [chosen, choose] = useColumnChoice(name)
  const isEmpty = rows?.length === 0
  const view = { ...props, columns: visibleColumns(columns, chosen) }
  const isReport = usePrintFacts() !== null

  return (
    <section className={`${styles.table} tw-edge-on-phone tw-frame tw-column tw-fill tw-clip`}>
      <div className={`${styles.tools} tw-row tw-wrap tw-line-below tw-padded-narrow`} data-narrow={isNarrow}>
        {tools}
        <div className={`${styles.end} tw-push tw-flex`}>
          {!isNarrow && (
            <ColumnChooser
              columns={columns}
              chosen={chosen}
              onChoose={choose}
              // Pages have another size then.
              onDensity={() => onPart({ ...part, pageNum: 1, pageSize: usualPageSize() })}
            />
          )}
          {toolsEnd?.(view.columns)}
        </div>
      </div>
      {/* Cards may hold nothing that takes the keyboard: it then scrolls them. */}
      <div className={`${styles.body} tw-fill tw-scroll`} {...(isNarrow && { tabIndex: 0 })}>
        {error && !rows ? (
          (failed ?? (
            <EmptyState
              title={t('ui.table.failed')}
              text={toText(error)}
              action={
                <Button type="primary" onClick={onRetry}>
                  {t('ui.error.again')}
                </Button>
              }
            />
          ))
        ) : isEmpty && total > 0 ? (
          // The last row of the last page was deleted, or a link names a page there was once.
          <EmptyState
            title={t('ui.table.beyond')}
            text={t('ui.table.beyondText', { total: format.number(total) })}
            action={
              <Button
                type="primary"
                onClick={() => onPart({ ...part, pageNum: Math.ceil(total / part.pageSize) })}
              >
                {t('ui.table.lastPage')}
              </Button>
            }
          />
        ) : isEmpty ? (
          empty
        ) : isNarrow ? (
          <TableCards {...view} />
        ) : (
          <TableRows {...view} />
        )}
      </div>
      {isReport && props.print && (
        <PrintedTable
          title={props.label}
          columns={view.columns}
          rowKey={props.rowKey}
          rows={rows}
          total={total}
          {...props.print}
        />
      )}
      {props.bulkBar}
      {!isEmpty && rows && (
        <div className={`${styles.foot} tw-padded-bar tw-row tw-spread tw-line-above tw-gap-16`}>
          <span className="tw-muted tw-number">
            {t('ui.table.range', {
              from: format.number((part.pageNum - 1) * part.pageSize + 1),
              to: format.number(Math.min(total, part.pageNum * part.pageSize)),
              total: format.number(total),
            })}
          </span>
          <Pagination
            current={part.pageNum}
            pageSize={part.pageSize}
            total={total}
            simple={isNarrow}
            showSizeChanger={!isNarrow}
            pageSizeOptions={pageSizes}
            showQuickJumper={!isNarrow && total > part.pageSize * 10}
            onChange={(pageNum, pageSize) =>
              onPart({ ...part, pageSize, pageNum: pageSize === part.pageSize ? pageNum : 1 })
            }
          />
        </div>
      )}
    </section>
  )
}
