import type { Virtualizer } from '@tanstack/react-virtual'
import type { ReactNode } from 'react'

interface VirtualRowsProps<Row> {
  rows: readonly Row[]
  list: Virtualizer<HTMLDivElement, Element>
  /** Left out: its place. */
  rowKey?: (row: Row) => string | number
  children: (row: Row) => ReactNode
}

/** The rows of a list that draws only those in view, each in its place. */
export function VirtualRows<Row>({ rows, list, rowKey, children }: VirtualRowsProps<Row>) {
  return (
    <div className="tw-relative" style={{ height: list.getTotalSize() }}>
      {list.getVirtualItems().map(({ index, start, size }) => {
        const row = rows[index]
        return (
          row && (
            <div
              key={rowKey?.(row) ?? index}
              role="presentation"
              className="tw-slot"
              style={{ height: size, transform: `translateY(${start}px)` }}
            >
              {children(row)}
            </div>
          )
        )
      })}
    </div>
  )
}
