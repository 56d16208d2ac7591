import { Table, type TableProps } from 'antd'
import { useEffect, useRef } from 'react'

/** Antd's table, for rows that are no list of the contract. One that is wider than its place is scrolled by keys too. */
export function PlainTable<Row extends object>(props: TableProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    for (const content of box.current?.querySelectorAll<HTMLElement>('.ant-table-content') ?? [])
      content.tabIndex = content.scrollWidth > content.clientWidth ? 0 : -1
  })
  return (
    <div ref={box}>
      <Table {...props} />
    </div>
  )
}
