/** What a table file holds in a cell; a number is no formula, though it may begin with a minus. */
export type CsvCell = string | number | null

/** Begins a file: without it Excel takes UTF-8 for the encoding of the machine. */
export const byteOrderMark = '\ufeff'

/** A text that a spreadsheet would run (OWASP, "CSV Injection"); Excel in Chinese takes the wide signs as well. */
const formula = /^\s*[=+\-@|\uff1d\uff0b\uff0d\uff20]|^[\t\r\n]/
/** A number, or the latitude and longitude of a place in the south. */
const plainNumbers = /^-[\d.]+%?( -?[\d.]+)?$/

/** A line of a CSV file (RFC 4180). A text that would be a formula gets an apostrophe before it. */
export function csvLine(cells: readonly CsvCell[]): string {
  return `${cells.map(csvField).join(',')}\r\n`
}

function csvField(cell: CsvCell): string {
  if (typeof cell !== 'string') return `${cell ?? ''}`
  const safe = formula.test(cell) && !plainNumbers.test(cell) ? `'${cell}` : cell
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** A text that spreadsheets are kept from taking for a number: `="8672…"`. */
const quoted = /^="((?:[^"]|"")*)"$/
/** So in a CSV field without quotes of its own; fields with quotes are passed over, whatever stands in them. */
const quotedField = /"(?:[^"]|"")*"|(?<=^|[,;\t|\r\n])=("(?:[^"]|"")*")(?=[,;\t|\r\n]|$)/g

/** The text of a cell: of `="8672…"` what stands between the quotes. */
export function textOfCell(cell: string): string {
  const [, text] = quoted.exec(cell.trim()) ?? []
  return text?.replaceAll('""', '"') ?? cell
}

/** A CSV file in which `="a, b"` is one field, as it is meant. */
export function plainFields(text: string): string {
  return text.replace(quotedField, (field: string, inner?: string) => inner ?? field)
}

const scientific = /^\d(?:[.,]\d+)?e(\+?)\d+$/i

/** `8.6E+14`: a spreadsheet has taken a text for a number. Of a text that need be no number, the plus says so: `7E12`. */
export function isScientific(text: string, isNumber = true): boolean {
  const [, plus] = scientific.exec(text) ?? []
  return plus !== undefined && (isNumber || plus !== '')
}
