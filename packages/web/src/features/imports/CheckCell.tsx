import type { Finding } from '@trackway/core/features/imports/check-cells.ts'
import type { ImportColumnKey } from '@trackway/core/features/imports/columns.ts'
import { Tooltip } from 'antd'
import { useTranslation } from 'react-i18next'
import styles from './imports.module.css'
import type { Batch } from './use-batch.ts'
import type { CellKeys } from './use-cell-keys.ts'

interface CheckCellProps {
  batch: Batch
  cellKeys: CellKeys
  findings: readonly Finding[]
  /** The place of its row among those shown. */
  at: number
  /** The place of its row among all. */
  index: number
  column: number
  columnKey: ImportColumnKey
}

/** A cell of the sheet, with what is wrong with it; the active one is an input while it is edited. */
export function CheckCell({ batch, cellKeys, findings, at, index, column, columnKey: key }: CheckCellProps) {
  const { t } = useTranslation()
  const { active, editing, setEditing, textAt, goTo, commit } = cellKeys
  const isActive = at === active.at && column === active.column
  const fault = findings.find((finding) => finding.column === key)
  return (
    <Tooltip title={fault && t(`rules.${fault.reason}`, { ...fault.values })}>
      {/* biome-ignore lint/a11y/useSemanticElements: part of the grid */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the grid has the keys */}
      <span
        id={`cell-${index}-${column}`}
        role="gridcell"
        className={styles.cell}
        data-active={isActive}
        data-fault={fault ? (fault.isWarning ? 'warning' : 'error') : undefined}
        aria-invalid={fault && !fault.isWarning ? true : undefined}
        onClick={() => goTo(at, column)}
        onDoubleClick={() => {
          goTo(at, column)
          setEditing(textAt(index, key))
        }}
      >
        {isActive && editing !== null ? (
          <input
            // biome-ignore lint/a11y/noAutofocus: it was opened to be typed into
            autoFocus
            defaultValue={editing}
            aria-label={t(`imports.column.${key}`)}
            onBlur={(event) => commit(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') {
                commit(event.currentTarget.value)
                goTo(active.at + 1, active.column)
              } else if (event.key === 'Escape') setEditing(null)
              event.stopPropagation()
            }}
          />
        ) : (
          <>
            <span className="tw-ellipsis">{batch.shownAt(index, key)}</span>
            {fault && (
              <span className={`${styles.reason} tw-ellipsis`}>
                {t(`rules.${fault.reason}`, { ...fault.values })}
              </span>
            )}
          </>
        )}
      </span>
    </Tooltip>
  )
}
