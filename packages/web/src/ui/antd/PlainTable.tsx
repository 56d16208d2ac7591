import { Table, type TableProps } from 'antd'
import { useEffect, useRef } from 'react'
import { useCompactRows, usualPageSize } from '../list/density.ts'
import styles from './PlainTable.module.css'

interface PlainTableProps<Row> extends Omit<TableProps<Row>, 'size' | 'pagination'> {
  /** Rows of a page; left out: all are on one. */
  pageSize?: number
}

/** Antd's table, for rows that are no list of the contract. One that is wider than its place is scrolled by keys too. */
export function PlainTable<Row extends object>({ pageSize, ...table }: PlainTableProps<Row>) {
  const isCompact = useCompactRows()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    for (const content of box.current?.querySelectorAll<HTMLElement>('.ant-table-content') ?? [])
      content.tabIndex = content.scrollWidth > content.clientWidth ? 0 : -1
  })
  return (
    <div ref={box} className={isCompact ? styles.compact! : ''}>
      <Table
        size="small"
        scroll={{ x: 'max-content' }}
        pagination={
          pageSize !== undefined && {
            pageSize: isCompact ? Math.max(pageSize, usualPageSize()) : pageSize,
            hideOnSinglePage: true,
            showSizeChanger: false,
          }
        }
        {...table}
      />
    </div>
  )
}
