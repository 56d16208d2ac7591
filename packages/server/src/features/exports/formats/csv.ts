import type { FileRow, ReportFile } from '../report-file.ts'
import { cellText } from './cells.ts'

/**
 * RFC 4180 in UTF-8 with a byte order mark, without which Excel takes it for the encoding of the machine. A text
 * that a spreadsheet would run as a formula gets an apostrophe before it
 * (OWASP, "CSV Injection"); Excel in Chinese takes the wide forms of the signs as well.
 */
export async function* writeCsv(file: ReportFile): AsyncGenerator<Uint8Array> {
  const { columns, timeZone, sum } = file
  const tableRow = (row: FileRow) =>
    line(columns.map(({ form }, i) => csvField(cellText(row[i] ?? null, form, timeZone), row[i])))
  const head = [[file.title], ...file.facts, [], columns.map(({ title }) => title)]
  yield encode(`\ufeff${head.map((cells) => line(cells.map((cell) => csvField(cell)))).join('')}`)
  for await (const rows of file.rows) yield encode(rows.map(tableRow).join(''))
  if (sum !== null) yield encode(tableRow(sum))
}

const line = (fields: readonly string[]) => `${fields.join(',')}\r\n`
const encode = (text: string) => new TextEncoder().encode(text)

/** @param value what the text was made of: a number is no formula, though it may begin with a minus */
export function csvField(text: string, value: FileRow[number] = text): string {
  const safe =
    typeof value === 'string' && /^\s*[=+\-@|\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/.test(text)
      ? `'${text}`
      : text
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
