import { factsOfForm, sheetValue } from '@trackway/core/lists/forms.ts'
import {
  type Cell,
  type CellStyle,
  type CellValue,
  type ColumnDef,
  rangeRef,
  writeXlsx as writeWorkbook,
  writeXlsxStream,
} from 'hucre/xlsx'
import type { FileRow, TableFile } from './table-file.ts'
import { columnChars } from './widths.ts'

/**
 * A sheet whose numbers are numbers, whose times are those of the reader's clocks, whose head stays in sight.
 * Short ones are made in one piece, with filters and bold heads; long ones row by row in constant memory: the
 * library's streaming writer has neither, but writes 1,000,000 rows within 140 MB.
 */
const maxRowsInOnePiece = 20_000
/** Facts in a line above the table. */
const factsPerLine = 4

export async function* writeXlsx(file: TableFile): AsyncGenerator<Uint8Array> {
  const head = headOf(file)
  const columns = file.columns.map((column): ColumnDef => {
    const numFmt = factsOfForm(column.form).numFmt
    return { width: columnChars(column), ...(numFmt === undefined ? {} : { numFmt }) }
  })
  const sheet = { name: sheetName(file.title), columns, freezePane: { rows: head.length } }
  if (file.total <= maxRowsInOnePiece) {
    const rows = await Array.fromAsync(rowsOf(file, head))
    const filter = {
      range: rangeRef(head.length - 1, 0, rows.length - 1 - (file.sum ? 1 : 0), columns.length - 1),
    }
    yield await writeWorkbook({
      sheets: [{ ...sheet, rows, autoFilter: filter, cells: boldCells(file, rows, head) }],
    })
  } else {
    yield* writeXlsxStream(rowsOf(file, head), sheet)
  }
}

/** The lines above the table, its column names last. */
function headOf({ title, facts, columns }: TableFile): CellValue[][] {
  const texts = facts.map(([label, value]) => (label === '' ? value : `${label}: ${value}`))
  const lines: CellValue[][] = [[title]]
  for (let i = 0; i < texts.length; i += factsPerLine)
    lines.push([texts.slice(i, i + factsPerLine).join(' · ')])
  return [...lines, columns.map((column) => column.title)]
}

async function* rowsOf(file: TableFile, head: CellValue[][]): AsyncGenerator<CellValue[]> {
  const toRow = (row: FileRow) =>
    file.columns.map(({ form }, i) => sheetValue(row[i] ?? null, form, file.timeZone))
  yield* head
  for await (const rows of file.rows) for (const row of rows) yield toRow(row)
  if (file.sum !== null) yield toRow(file.sum)
}

/** Title, column names and sum. */
function boldCells(file: TableFile, rows: CellValue[][], head: CellValue[][]): Map<string, Partial<Cell>> {
  const cells = new Map<string, Partial<Cell>>([['0,0', { style: { font: { bold: true, size: 14 } } }]])
  const bold = (row: number, style: CellStyle = {}) => {
    for (const [column, { form }] of file.columns.entries()) {
      const numFmt = factsOfForm(form).numFmt
      const format = numFmt === undefined ? {} : { numFmt }
      cells.set(`${row},${column}`, { style: { font: { bold: true }, ...format, ...style } })
    }
  }
  bold(head.length - 1, { alignment: { wrapText: true, vertical: 'center' } })
  if (file.sum !== null) bold(rows.length - 1)
  return cells
}

/** Sheets have names of 31 characters at most, without those that formulas use. */
function sheetName(title: string): string {
  return title.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31)
}
