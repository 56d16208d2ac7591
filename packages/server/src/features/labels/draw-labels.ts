import { buffer } from 'node:stream/consumers'
import {
  type LabelSizeName,
  labelSizeOf,
  labelsPerSheet,
  placeOnSheet,
  sheetMm,
} from '@trackway/core/features/labels/sizes.ts'
import PDFDocument from 'pdfkit'
import { Pen } from '../../platform/table-files/pdf-text.ts'
import {
  type LabelContent,
  type LabelDrawing,
  LabelTooSmall,
  layOutLabel,
  type TextMeasure,
} from './lay-out-label.ts'

/** What a thread draws: many labels take seconds. */
export interface LabelTask {
  kind: 'pdf' | 'svg'
  title: string
  language: string
  size: LabelSizeName
  /** Places of the first sheet that have no label any more. */
  usedPlaces: number
  labels: readonly LabelContent[]
}

const ptPerMm = 72 / 25.4

/** @returns the file; of a preview the picture of the first label; null: they have no room on this label */
export async function drawLabels(task: LabelTask): Promise<Uint8Array | string | null> {
  try {
    return task.kind === 'pdf' ? await drawPdf(task) : drawSvg(task)
  } catch (error) {
    if (error instanceof LabelTooSmall) return null
    throw error
  }
}

function drawPdf({ title, language, size: name, usedPlaces, labels }: LabelTask): Promise<Buffer> {
  const size = labelSizeOf(name)
  const page = size.sheet ? sheetMm : { width: size.widthMm, height: size.heightMm }
  const document = new PDFDocument({
    autoFirstPage: false,
    lang: language === 'cn' ? 'zh-CN' : language,
    info: { Title: title, Creator: 'Trackway' },
  })
  const pen = new Pen(document)
  const measure = measureOf(pen)
  const perPage = labelsPerSheet(size)
  let drawing: LabelDrawing | null = null
  for (const [at, label] of labels.entries()) {
    // Copies are one label again.
    if (drawing === null || label !== labels[at - 1]) drawing = layOutLabel(label, size, measure)
    const place = (at + (size.sheet ? usedPlaces : 0)) % perPage
    if (at === 0 || place === 0)
      document.addPage({ size: [page.width * ptPerMm, page.height * ptPerMm], margin: 0 })
    const { xMm, yMm } = size.sheet ? placeOnSheet(size, size.sheet, place) : { xMm: 0, yMm: 0 }
    drawLabel(document, pen, drawing, xMm, yMm)
  }
  const file = buffer(document)
  document.end()
  return file
}

function drawLabel(
  document: PDFKit.PDFDocument,
  pen: Pen,
  { symbols, texts }: LabelDrawing,
  xMm: number,
  yMm: number,
): void {
  document.fillColor('black')
  for (const { symbol, x, y, columnMm, rowMm } of symbols) {
    const matrix = [columnMm, 0, 0, rowMm, xMm + x, yMm + y].map((mm) => (mm * ptPerMm).toFixed(4)).join(' ')
    // Whole numbers of modules: a tenth of what the same rectangles take in points.
    const bars = symbol.bars.map((bar) => `${bar.join(' ')} re`).join(' ')
    ;(document as unknown as { addContent(text: string): void }).addContent(`q ${matrix} cm ${bars} f Q`)
  }
  for (const { text, x, y, sizeMm } of texts)
    pen.line(text, (xMm + x) * ptPerMm, (yMm + y) * ptPerMm, sizeMm * ptPerMm)
}

function drawSvg({ size: name, labels }: LabelTask): string {
  const size = labelSizeOf(name)
  const measure = measureOf(new Pen(new PDFDocument({ autoFirstPage: false })))
  const { symbols, texts } = layOutLabel(labels[0]!, size, measure)
  const codes = symbols.map(({ symbol, x, y, columnMm, rowMm }) => {
    const bars = symbol.bars.map(([at, row, width, height]) => `M${at} ${row}h${width}v${height}h${-width}z`)
    return `<path transform="translate(${x} ${y}) scale(${columnMm} ${rowMm})" d="${bars.join('')}"/>`
  })
  const lines = texts.map(({ text, x, y, sizeMm }) => {
    const width = measure.width(text) * sizeMm
    return `<text x="${x}" y="${y + sizeMm}" font-size="${sizeMm}" textLength="${width}">${escaped(text)}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.widthMm} ${size.heightMm}" font-family="sans-serif" shape-rendering="crispEdges"><rect width="100%" height="100%" fill="#fff"/>${codes.join('')}${lines.join('')}</svg>`
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => signs[sign]!)

const measureOf = (pen: Pen): TextMeasure => ({
  width: (text) => pen.width(text, 1),
  cut: (text, width) => pen.wrap(text, width, 1, 1)[0]!,
})
