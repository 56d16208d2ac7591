import { useVirtualizer } from '@tanstack/react-virtual'
import type { Finding } from '@trackway/core/features/imports/check-cells.ts'
import { kindOf } from '@trackway/core/features/imports/kinds.ts'
import { Tag, Tooltip } from 'antd'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useTexts } from '../../base/use-texts.ts'
import { CheckCell } from './CheckCell.tsx'
import styles from './imports.module.css'
import { type CheckGridProps, useCellKeys } from './use-cell-keys.ts'

const rowHeight = 38
const cellWidth = 165

/**
 * The rows as a sheet: arrows walk, Enter or a letter edits, a pasted block fills the cells from here on, F goes to
 * the next error. Only the rows in view are drawn.
 */
export function CheckGrid({ batch, shown }: CheckGridProps) {
  const { t, format } = useTexts()
  const { columns, required } = kindOf(batch.name)
  const scroller = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 10,
  })
  const width = {
    gridTemplateColumns: `64px 110px repeat(${columns.length}, minmax(${cellWidth}px, 1fr))`,
    minWidth: 174 + columns.length * cellWidth,
  }

  const cellKeys = useCellKeys(
    { batch, shown },
    { onReach: (at) => virtual.scrollToIndex(at), onFocus: () => scroller.current?.focus() },
  )
  const { active, current, onKeyDown, onPaste } = cellKeys

  return (
    // biome-ignore lint/a11y/useSemanticElements: a table of 50,000 rows is not drawn as a table
    <div
      ref={scroller}
      className={`${styles.grid} tw-frame tw-scroll tw-rigid tw-relative`}
      role="grid"
      tabIndex={0}
      aria-label={t('imports.grid.title')}
      aria-rowcount={shown.length + 1}
      aria-activedescendant={current === undefined ? undefined : `cell-${current}-${active.column}`}
      onKeyDown={onKeyDown}
      onPaste={onPaste}
    >
      {/* biome-ignore-start lint/a11y/useSemanticElements: parts of that grid */}
      {/* biome-ignore-start lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell */}
      <div
        role="row"
        className={`${styles.heads} tw-grid tw-gap-0 tw-medium tw-line-below tw-muted tw-small tw-surface`}
        style={width}
      >
        <span role="columnheader">{t('imports.grid.row')}</span>
        <span role="columnheader">{t('imports.grid.status')}</span>
        {columns.map((key) => (
          <span key={key} role="columnheader">
            {t(`imports.column.${key}`)}
            {required.includes(key) && ' *'}
          </span>
        ))}
      </div>
      <div className="tw-relative" style={{ height: virtual.getTotalSize(), minWidth: width.minWidth }}>
        {virtual.getVirtualItems().map(({ index: at, start }) => {
          const index = shown[at]!
          const findings = batch.findings.get(index) ?? []
          return (
            <div
              key={index}
              role="row"
              aria-rowindex={at + 2}
              className={`${styles.row} tw-grid tw-gap-0 tw-slot tw-line-below`}
              style={{ ...width, transform: `translateY(${start}px)` }}
            >
              <span role="rowheader" className="tw-number tw-muted">
                {format.number(index + 1)}
              </span>
              <span role="gridcell">
                <RowStatus findings={findings} />
              </span>
              {columns.map((key, column) => (
                <CheckCell
                  key={key}
                  batch={batch}
                  cellKeys={cellKeys}
                  findings={findings}
                  at={at}
                  index={index}
                  column={column}
                  columnKey={key}
                />
              ))}
            </div>
          )
        })}
      </div>
      {/* biome-ignore-end lint/a11y/useFocusableInteractive: the grid has the focus and names its active cell */}
      {/* biome-ignore-end lint/a11y/useSemanticElements: parts of that grid */}
    </div>
  )
}

function RowStatus({ findings }: { findings: readonly Finding[] }) {
  const { t } = useTranslation()
  const errors = findings.filter(({ isWarning }) => !isWarning)
  const ofRow = findings.find(({ column }) => column === null)
  const color = errors.length > 0 ? 'error' : findings.length > 0 ? 'warning' : 'success'
  const word = errors.length > 0 ? 'bad' : findings.length > 0 ? 'doubtful' : 'ready'
  return (
    <Tooltip title={ofRow && t(`rules.${ofRow.reason}`, { ...ofRow.values })}>
      <Tag color={color}>{t(`imports.grid.${word}`)}</Tag>
    </Tooltip>
  )
}
