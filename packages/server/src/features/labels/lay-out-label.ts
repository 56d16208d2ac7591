import type { LabelSize } from '@trackway/core/features/labels/sizes.ts'
import { type CodeSymbol, code128, dataMatrix, qrCode } from './symbols.ts'

/** What stands on one label. */
export interface LabelContent {
  barcode: { text: string; caption: string } | null
  code: { kind: 'qr' | 'dataMatrix'; text: string } | null
  lines: readonly string[]
}

/** A label as it is drawn: everything in mm from its upper left corner. */
export interface LabelDrawing {
  symbols: { symbol: CodeSymbol; x: number; y: number; columnMm: number; rowMm: number }[]
  texts: { text: string; x: number; y: number; sizeMm: number }[]
}

/** How wide a text of size 1 is, and how it is cut to a width. */
export interface TextMeasure {
  width(text: string): number
  cut(text: string, width: number): string
}

/** The codes have no room on the label. */
export class LabelTooSmall extends Error {}

const padding = 1.5
/** Printers of labels have 8 dots a millimetre: modules of whole dots are printed evenly. */
const dot = 1 / 8
/** Below it the cameras of phones read no square code. */
const leastSquareModule = 2 * dot
const mostModule = 0.5
const barHeight = { share: 0.27, least: 5, most: 12 }
const textSize = { least: 1.3, most: 2.8 }
const lineSpacing = 1.25
/** Of the width, what a square code may take. */
const squareShare = 0.55

export function layOutLabel(
  { barcode, code, lines }: LabelContent,
  { widthMm, heightMm }: LabelSize,
  measure: TextMeasure,
): LabelDrawing {
  const drawing: LabelDrawing = { symbols: [], texts: [] }
  let top = padding
  let left = padding
  if (barcode) {
    const symbol = code128(barcode.text)
    const columnMm = moduleFor(symbol, widthMm)
    const sizeMm = fittingSize([barcode.caption], widthMm - 2 * padding, textSize.most)
    const room = heightMm - 2 * padding - sizeMm * lineSpacing
    const isAlone = code === null && lines.length === 0
    const { share, least, most } = barHeight
    const rowMm = onDots(isAlone ? room : Math.min(most, Math.max(least, heightMm * share)))
    const x = onDots((widthMm - symbol.columns * columnMm) / 2)
    drawing.symbols.push({ symbol, x, y: top, columnMm, rowMm })
    top += rowMm
    const width = measure.width(barcode.caption) * sizeMm
    drawing.texts.push({ text: barcode.caption, x: (widthMm - width) / 2, y: top, sizeMm })
    top += sizeMm * lineSpacing
  }
  if (code) {
    const symbol = (code.kind === 'qr' ? qrCode : dataMatrix)(code.text)
    // The margins of the label are a part of the white around a square code.
    const roomAbove = top - (barcode ? 0 : padding)
    const moduleMm = moduleFor(symbol, Math.min(widthMm * squareShare, heightMm - roomAbove))
    if (moduleMm < leastSquareModule) throw new LabelTooSmall()
    const quietMm = symbol.quiet * moduleMm
    const x = onDots(Math.max(padding, quietMm))
    const y = onDots(roomAbove + (heightMm - roomAbove - symbol.rows * moduleMm) / 2)
    drawing.symbols.push({ symbol, x, y, columnMm: moduleMm, rowMm: moduleMm })
    left = x + symbol.columns * moduleMm + Math.max(quietMm, 1)
  }
  if (lines.length > 0) {
    const width = widthMm - padding - left
    const height = heightMm - padding - top
    const sizeMm = fittingSize(lines, width, Math.min(textSize.most, height / lines.length / lineSpacing))
    if (sizeMm * lines.length > height || width < 5) throw new LabelTooSmall()
    const above = (height - lines.length * sizeMm * lineSpacing) / 2
    for (const [at, line] of lines.entries()) {
      const y = top + above + at * sizeMm * lineSpacing
      drawing.texts.push({ text: measure.cut(line, width / sizeMm), x: left, y, sizeMm })
    }
  }
  return drawing

  /** So large that each line fits, a little less for rounding; not smaller than can be read. */
  function fittingSize(texts: readonly string[], width: number, most: number): number {
    const widest = Math.max(...texts.map((text) => measure.width(text)))
    return Math.max(textSize.least, Math.min(most, (width / widest) * 0.999))
  }
}

/** The width of a module, where the symbol with its quiet zone gets this room. */
function moduleFor({ columns, rows, quiet }: CodeSymbol, room: number): number {
  const modules = Math.max(columns, rows) + 2 * quiet
  const moduleMm = Math.min(mostModule, Math.floor(room / modules / dot) * dot)
  if (moduleMm < dot) throw new LabelTooSmall()
  return moduleMm
}

const onDots = (mm: number) => Math.round(mm / dot) * dot
