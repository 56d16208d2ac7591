import type { ImportColumnKey } from '@trackway/core/features/imports/columns.ts'
import { kindOf } from '@trackway/core/features/imports/kinds.ts'
import { textOfCell } from '@trackway/core/rules/csv.ts'
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react'
import type { Batch } from './use-batch.ts'

export interface CheckGridProps {
  batch: Batch
  /** Indexes of the rows that the filter lets through. */
  shown: readonly number[]
}

interface CellKeysHandlers {
  /** Shows the row at an index. */
  onReach: (at: number) => void
  onFocus: () => void
}

/** The active cell of a sheet and what is typed into it. */
export function useCellKeys({ batch, shown }: CheckGridProps, { onReach, onFocus }: CellKeysHandlers) {
  const { columns } = kindOf(batch.name)
  const [active, setActive] = useState({ at: 0, column: 0 })
  const [editing, setEditing] = useState<string | null>(null)
  const goTo = (at: number, column: number) => {
    const next = {
      at: Math.max(0, Math.min(shown.length - 1, at)),
      column: Math.max(0, Math.min(columns.length - 1, column)),
    }
    setActive(next)
    setEditing(null)
    onReach(next.at)
    onFocus()
  }
  const current = shown[active.at]
  const textAt = (index: number | undefined, column: ImportColumnKey | undefined) =>
    (index !== undefined && column !== undefined && batch.rows[index]?.[column]) || ''
  const commit = (text: string) => {
    const column = columns[active.column]
    if (current !== undefined && column && text !== textAt(current, column)) batch.set(current, column, text)
    setEditing(null)
    onFocus()
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
      lines.map((line) => line.split('\t').map(textOfCell)),
    )
  }

  return { active, current, editing, setEditing, textAt, goTo, commit, onKeyDown, onPaste }
}

export type CellKeys = ReturnType<typeof useCellKeys>
