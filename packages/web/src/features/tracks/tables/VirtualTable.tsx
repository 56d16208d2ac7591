import { useEffect, useRef, useState } from 'react'
import type { Column } from '../../../ui/list/data-table.ts'
import styles from './VirtualTable.module.css'
import { contentPx, rowWindow, scrollTopFor } from './virtual-rows.ts'

const rowPx = 28

/** A column of rows that are known by their index. */
export interface VirtualColumn extends Pick<Column<number>, 'key' | 'title' | 'isNumber' | 'render'> {
  /** CSS width of its track in the grid. */
  width: string
}

interface Props {
  label: string
  columns: readonly VirtualColumn[]
  count: number
  /** The row under the cursor; -1: none. It is kept in view. */
  current: number
  onRow(index: number): void
  onHover?(index: number | null): void
  isMuted?(index: number): boolean
}

/** A table of any number of rows, of which those in view exist. */
export function VirtualTable({ label, columns, count, current, onRow, onHover, isMuted }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const [scroll, setScroll] = useState({ top: 0, viewPx: 200 })
  const { first, last, topPx } = rowWindow(count, rowPx, scroll.top, scroll.viewPx)
  const grid = { gridTemplateColumns: columns.map(({ width }) => width).join(' ') }

  useEffect(() => {
    const element = box.current
    if (!element) return
    const read = () => setScroll({ top: element.scrollTop, viewPx: element.clientHeight - rowPx })
    const observer = new ResizeObserver(read)
    observer.observe(element)
    element.addEventListener('scroll', read, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', read)
    }
  }, [])

  useEffect(() => {
    const element = box.current
    if (!element || current < 0) return
    const top = scrollTopFor(current, count, rowPx, element.scrollTop, element.clientHeight - rowPx)
    if (top !== null) element.scrollTop = top
  }, [current, count])

  const rows = Array.from({ length: Math.max(0, last - first) }, (_, n) => first + n)
  return (
    <div ref={box} className={`${styles.table} tw-fill tw-tiny tw-scroll`}>
      <table aria-label={label} aria-rowcount={count + 1}>
        <thead>
          <tr style={grid}>
            {columns.map(({ key, title, isNumber }) => (
              <th key={key} scope="col" data-number={isNumber}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody style={{ height: contentPx(count, rowPx) }}>
          {rows.map((index) => (
            <tr
              key={index}
              className="tw-choice"
              aria-rowindex={index + 2}
              aria-current={index === current}
              data-muted={isMuted?.(index) ?? false}
              style={{ ...grid, height: rowPx, top: topPx + (index - first) * rowPx }}
              onPointerEnter={() => onHover?.(index)}
              onPointerLeave={() => onHover?.(null)}
            >
              {columns.map(({ key, isNumber, render }, at) => (
                <td key={key} data-number={isNumber}>
                  {/* The button of the first cell covers the whole row. */}
                  {at === 0 ? (
                    <button type="button" className={styles.go} onClick={() => onRow(index)}>
                      {render(index)}
                    </button>
                  ) : (
                    render(index)
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
