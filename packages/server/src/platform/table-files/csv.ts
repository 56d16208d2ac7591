import { byteOrderMark, csvLine } from '@trackway/core/rules/csv.ts'
import { cellText, fileFormat } from './cells.ts'
import type { FileRow, TableFile } from './table-file.ts'

export async function* writeCsv(file: TableFile): AsyncGenerator<Uint8Array> {
  const { columns, timeZone, sum } = file
  const format = fileFormat(timeZone)
  const tableRow = (row: FileRow) =>
    csvLine(columns.map(({ form }, i) => cellText(row[i] ?? null, form, format)))
  const head = [[file.title], ...file.facts, [], columns.map(({ title }) => title)]
  yield encode(byteOrderMark + head.map(csvLine).join(''))
  for await (const rows of file.rows) yield encode(rows.map(tableRow).join(''))
  if (sum !== null) yield encode(tableRow(sum))
}

const encode = (text: string) => new TextEncoder().encode(text)
