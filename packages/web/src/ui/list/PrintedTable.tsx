import { limits } from '@trackway/core/codes/limits.ts'
import { App } from 'antd'
import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { useTexts } from '../../base/use-texts.ts'
import { usePageEvent } from '../keys/use-page-event.ts'
import { PrintHead } from '../print/PrintHead.tsx'
import styles from '../print/print.module.css'
import type { PrintFacts } from '../print/print-head.ts'
import type { Column } from './data-table.ts'

interface PrintedTableProps<Row> {
  title: string
  facts?: PrintFacts | undefined
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string | number
  /** Those on the screen, and how many there are. */
  rows: readonly Row[] | undefined
  total: number
  readPage: (pageNum: number, pageSize: number) => Promise<readonly Row[]>
}

/** Addresses take their time; what is not there by then is printed as coordinates. */
const mostWaitMs = 10_000

/** A table on paper: its shortcut reads all rows up to a bound first; printed from the browser's menu it has those of the screen. */
export function PrintedTable<Row>(props: PrintedTableProps<Row>) {
  const { title, facts, columns, rowKey, total } = props
  const { t, format } = useTexts()
  const printed = usePrintedRows(props)
  if (!printed) return null
  const hasSum = columns.some(({ sum }) => sum !== undefined)
  return createPortal(
    <section className={styles.sheet} data-print="sheet" data-page="report">
      <PrintHead title={title} more={facts} />
      <table>
        <thead>
          <tr>
            {columns.map(({ key, title, isNumber }) => (
              <th key={key} data-number={isNumber}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {printed.map((row) => (
            <tr key={rowKey(row)}>
              {columns.map(({ key, isNumber, render }) => (
                <td key={key} data-number={isNumber}>
                  {render(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {hasSum && (
          <tfoot>
            <tr>
              {columns.map(({ key, isNumber, sum }, at) => (
                <td key={key} data-number={isNumber}>
                  {at === 0 && sum === undefined ? t('ui.table.sum') : sum}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
      {printed.length < total && (
        <p>
          {t('ui.print.cut', {
            shown: format.number(printed.length),
            total: format.number(total),
            most: format.number(limits.printedRows),
          })}
        </p>
      )}
    </section>,
    document.querySelector('#content') ?? document.body,
  )
}

/** The rows while they are being printed, else null. */
function usePrintedRows<Row>({ rows, total, readPage }: PrintedTableProps<Row>): readonly Row[] | null {
  const { toText, t } = useTexts()
  const { message } = App.useApp()
  const [printed, setPrinted] = useState<readonly Row[] | null>(null)
  const [isReady, setIsReady] = useState(false)
  const start = async () => {
    const close = message.loading(t('ui.print.preparing'), 0)
    try {
      const all: Row[] = []
      const most = Math.min(total, limits.printedRows)
      for (let pageNum = 1; all.length < most; pageNum++) {
        const page = await readPage(pageNum, limits.maxPageSize)
        if (page.length === 0) break
        all.push(...page)
      }
      setPrinted(all)
      setIsReady(true)
    } catch (error) {
      message.error(toText(error))
    } finally {
      close()
    }
  }
  usePageEvent('keydown', (event) => {
    if (
      !(event.ctrlKey || event.metaKey) ||
      event.altKey ||
      event.shiftKey ||
      event.key.toLowerCase() !== 'p'
    )
      return
    event.preventDefault()
    void start()
  })
  useEffect(() => {
    if (!isReady) return
    const begin = Date.now()
    const timer = setInterval(() => {
      const isBusy = document.querySelector('[data-print=sheet] [aria-busy=true]') !== null
      if (isBusy && Date.now() - begin < mostWaitMs) return
      clearInterval(timer)
      window.print()
      setIsReady(false)
      setPrinted(null)
    }, 100)
    return () => clearInterval(timer)
  }, [isReady])
  // The sheet has to be on the page when this returns: the browser takes its picture then.
  usePageEvent('beforeprint', () => {
    if (printed === null) flushSync(() => setPrinted(rows ?? []))
  })
  usePageEvent('afterprint', () => {
    if (!isReady) setPrinted(null)
  })
  return printed
}
