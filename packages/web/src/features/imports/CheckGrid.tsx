import { useVirtualizer } from '@tanstack/react-virtual'
import type { Finding } from '@trackway/core/features/imports/check-cells.ts'
import type { ImportColumnKey } from '@trackway/core/features/imports/columns.ts'
import { kindOf } from '@trackway/core/features/imports/kinds.ts'
import { Tag, Tooltip } from 'antd'
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useTexts } from '../../base/use-texts.ts'
import styles from './imports.module.css'
import type { Batch } from './use-batch.ts'

const rowHeight = 38
const cellWidth = 165

interface CheckGridProps {
  batch: Batch
  /** Indexes of the rows that the filter lets through. */
  shown: readonly number[]
}

/**
 * The rows as a sheet: arrows walk, Enter or a letter edits, a pasted block fills the cells from here on, F goes to
 * the next error. Only the rows in view are drawn.
 */
export function CheckGrid({ batch, shown }: CheckGridProps) {
  const { t, format } = useTexts()
  const { columns, required } = kindOf(batch.name)
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState({ at: 0, column: 0 })
  const [editing, setEditing] = useState<string | null>(null)
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

  const goTo = (at: number, column: number) => {
    const next = {
      at: Math.max(0, Math.min(shown.length - 1, at)),
      column: Math.max(0, Math.min(columns.length - 1, column)),
    }
    setActive(next)
    setEditing(null)
    virtual.scrollToIndex(next.at)
    scroller.current?.focus()
  }
  const current = shown[active.at]
  const textAt = (index: number | undefined, column: ImportColumnKey | undefined) =>
    (index !== undefined && column !== undefined && batch.rows[index]?.[column]) || ''
  const commit = (text: string) => {
    const column = columns[active.column]
    if (current !== undefined && column && text !== textAt(current, column)) batch.set(current, column, text)
    setEditing(null)
    scroller.current?.focus()
  }
  const toNextError = () => {
    for (let step = 1; step <= shown.length; step++) {
      const at = (active.at + step) % shown.length
      const fault = batch.findings.get(shown[at]!)?.find(({ isWarning }) => !isWarning)
      if (fault) return goTo(at, Math.max(0, columns.indexOf(fault.column ?? columns[0])))
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (editing !== null) return
    const move = { ArrowDown: [1, 0], ArrowUp: [-1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] }[event.key]
    if (move) goTo(active.at + move[0]!, active.column + move[1]!)
    else if (event.key === 'Enter' || event.key === 'F2') setEditing(textAt(current, columns[active.column]))
    else if (event.key === 'Delete') commit('')
    else if (event.key.toLowerCase() === 'f' && !event.ctrlKey && !event.metaKey) toNextError()
    else return
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent) => {
    if (editing !== null || current === undefined) return
    const lines = event.clipboardData
      .getData('text')
      .replace(/\r?\n$/, '')
      .split(/\r?\n/)
    event.preventDefault()
    const columnsHere = columns.slice(active.column)
    batch.setBlock(
      current,
      columnsHere,
      lines.map((line) => line.split('\t')),
    )
  }

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
      <div role="row" className={`${styles.heads} tw-line-below tw-muted tw-small tw-surface`} style={width}>
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
              className={`${styles.row} tw-line-below`}
              style={{ ...width, transform: `translateY(${start}px)` }}
            >
              <span role="rowheader" className="tw-number tw-muted">
                {format.number(index + 1)}
              </span>
              <span role="gridcell">
                <RowStatus findings={findings} />
              </span>
              {columns.map((key, column) => {
                const isActive = at === active.at && column === active.column
                const fault = findings.find((finding) => finding.column === key)
                return (
                  <Tooltip key={key} title={fault && t(`rules.${fault.reason}`, { ...fault.values })}>
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
                          <span className="tw-ellipsis">{batch.rows[index]?.[key]}</span>
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
              })}
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
