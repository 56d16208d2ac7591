import { factsOfForm, type ValueFormat } from '@trackway/core/lists/forms.ts'
import PDFDocument from 'pdfkit'
import { cellText, fileFormat } from './cells.ts'
import { Pen } from './pdf-text.ts'
import { reportText } from './report-text.ts'
import type { FileColumn, FileRow, TableFile } from './table-file.ts'
import { columnChars } from './widths.ts'

/**
 * A report to be printed: A4 lying, the names of the columns on every page, pages counted. Pages are held until
 * the last is known, which is why a PDF has fewer rows than other files.
 */
const margin = 28
const page = { width: 841.89, height: 595.28 }
const footHeight = 18
const padding = 3
const lineSpacing = 1.35
/** Text of the table, in points; smaller where there are many columns. */
const sizes = { title: 15, fact: 8.5, cell: 8, smallCell: 6.5, foot: 7.5 }
/** Characters of a cell's size that fit on a line. */
const charsPerLine = 165
const colors = { text: '#1f2328', quiet: '#656d76', head: '#eef1f4', line: '#d8dee4' }
const maxLines = 2

export async function* writePdf(file: TableFile): AsyncGenerator<Uint8Array> {
  const document = new PDFDocument({
    size: 'A4',
    layout: 'landscape',
    margin: 0,
    bufferPages: true,
    lang: file.language === 'cn' ? 'zh-CN' : file.language,
    info: { Title: file.title, Creator: 'Trackway' },
  })
  const pen = new Pen(document)
  const table = new Table(document, pen, file, drawHead(document, pen, file))
  for await (const rows of file.rows) for (const row of rows) table.add(row)
  if (file.sum !== null) table.addSum(file.sum)
  if (file.total === 0) table.note(reportText(file.language, 'noRows'))
  drawFeet(document, pen, file)
  document.end()
  yield* document as AsyncIterable<Buffer>
}

/** Title and facts. @returns where the table begins */
function drawHead(document: PDFKit.PDFDocument, pen: Pen, { title, facts }: TableFile): number {
  document.fillColor(colors.text)
  pen.line(title, margin, margin, sizes.title)
  let y = margin + sizes.title * 1.6
  const column = (page.width - 2 * margin) / 3
  for (let i = 0; i < facts.length; i += 3) {
    let lines = 1
    for (const [n, [label, value]] of facts.slice(i, i + 3).entries()) {
      const x = margin + n * column
      const text = pen.wrap(label === '' ? value : `${label}: ${value}`, column - 8, sizes.fact, maxLines)
      for (const [k, line] of text.entries()) pen.line(line, x, y + k * sizes.fact * lineSpacing, sizes.fact)
      lines = Math.max(lines, text.length)
    }
    y += lines * sizes.fact * lineSpacing
  }
  return y + 6
}

function drawFeet(document: PDFKit.PDFDocument, pen: Pen, { language, title }: TableFile): void {
  const { count } = document.bufferedPageRange()
  for (let i = 0; i < count; i++) {
    document.switchToPage(i)
    document.fillColor(colors.quiet)
    const y = page.height - margin - sizes.foot
    const number = reportText(language, 'page', { n: i + 1, m: count })
    pen.line(title, margin, y, sizes.foot)
    pen.line(number, page.width - margin - pen.width(number, sizes.foot), y, sizes.foot)
  }
}

interface Column extends FileColumn {
  x: number
  width: number
}

/** Rows as they come, on as many pages as they need. */
class Table {
  readonly #document: PDFKit.PDFDocument
  readonly #pen: Pen
  readonly #columns: Column[]
  readonly #size: number
  readonly #format: ValueFormat
  #y: number

  constructor(document: PDFKit.PDFDocument, pen: Pen, { columns, timeZone }: TableFile, y: number) {
    const chars = columns.map(columnChars)
    const sum = chars.reduce((all, each) => all + each, 0)
    this.#document = document
    this.#pen = pen
    this.#format = fileFormat(timeZone)
    this.#size = sum > charsPerLine ? sizes.smallCell : sizes.cell
    this.#y = y
    let x = margin
    this.#columns = columns.map((column, i) => {
      const width = (chars[i]! / sum) * (page.width - 2 * margin)
      x += width
      return { ...column, x: x - width, width }
    })
    this.#addHead()
  }

  add(row: FileRow): void {
    this.#draw(row.map((value, i) => cellText(value, this.#columns[i]!.form, this.#format)))
  }

  addSum(row: FileRow): void {
    this.#draw(
      row.map((value, i) => cellText(value, this.#columns[i]!.form, this.#format)),
      colors.head,
    )
  }

  note(text: string): void {
    this.#document.fillColor(colors.quiet)
    this.#pen.line(text, margin + padding, this.#y + padding, this.#size)
  }

  #addHead(): void {
    this.#draw(
      this.#columns.map(({ title }) => title),
      colors.head,
    )
  }

  #draw(texts: readonly string[], fill?: string): void {
    const cells = texts.map((text, i) =>
      this.#pen.wrap(text, this.#columns[i]!.width - 2 * padding, this.#size, maxLines),
    )
    const lines = Math.max(1, ...cells.map((cell) => cell.length))
    const height = lines * this.#size * lineSpacing + 2 * padding
    if (this.#y + height > page.height - margin - footHeight) {
      this.#document.addPage()
      this.#y = margin
      this.#addHead()
    }
    const [left, right] = [margin, page.width - margin]
    if (fill !== undefined) this.#document.rect(left, this.#y, right - left, height).fill(fill)
    this.#document.fillColor(colors.text)
    for (const [i, cell] of cells.entries()) this.#drawCell(cell, this.#columns[i]!)
    this.#y += height
    this.#document.moveTo(left, this.#y).lineTo(right, this.#y).lineWidth(0.4).stroke(colors.line)
  }

  #drawCell(lines: readonly string[], { form, x, width }: Column): void {
    for (const [n, line] of lines.entries()) {
      const inset = factsOfForm(form).isNumber ? width - padding - this.#pen.width(line, this.#size) : padding
      this.#pen.line(line, x + inset, this.#y + padding + n * this.#size * lineSpacing, this.#size)
    }
  }
}
