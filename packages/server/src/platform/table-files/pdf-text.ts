import { fileURLToPath } from 'node:url'

/**
 * Text of any of our languages on a page: each stretch in a font that has its letters. All are free fonts (OFL),
 * of which only the letters used get into the file.
 */

const fonts = {
  // Cyrillic, Greek and Vietnamese too.
  latin: beside(import.meta.resolve('@expo-google-fonts/noto-sans'), '400Regular/NotoSans_400Regular.ttf'),
  han: beside(import.meta.resolve('@embedpdf/fonts-sc'), '../fonts/NotoSansHans-Regular.otf'),
  thai: beside(
    import.meta.resolve('@expo-google-fonts/noto-sans-thai'),
    '400Regular/NotoSansThai_400Regular.ttf',
  ),
  // Noto Sans Khmer has marks without anchors, on which pdfkit's shaper fails.
  khmer: beside(import.meta.resolve('@expo-google-fonts/battambang'), '400Regular/Battambang_400Regular.ttf'),
  burmese: beside(
    import.meta.resolve('@expo-google-fonts/noto-sans-myanmar'),
    '400Regular/NotoSansMyanmar_400Regular.ttf',
  ),
}
type FontName = keyof typeof fonts

const scripts: readonly [FontName, RegExp][] = [
  ['khmer', /[\u1780-\u17ff\u19e0-\u19ff]/],
  ['burmese', /[\u1000-\u109f\ua9e0-\ua9ff\uaa60-\uaa7f]/],
  ['thai', /[\u0e00-\u0e7f]/],
  ['han', /[\u2e80-\u9fff\uf900-\ufaff\ufe30-\ufe4f\uff00-\uffef\u{20000}-\u{3ffff}]/u],
]

export interface TextRun {
  font: FontName
  text: string
}

/** Cuts a text where its letters change fonts; spaces stay with what is before them. */
export function textRuns(text: string): TextRun[] {
  const runs: TextRun[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const font = scripts.find(([, letters]) => letters.test(character))?.[0] ?? 'latin'
    if (last !== undefined && (last.font === font || /[\s\u200b-\u200d]/.test(character)))
      last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}

const maxWidthsKept = 20_000
/** Of the size, what Latin letters and Chinese characters need above the line. */
const ascent = 1.02
const words = new Intl.Segmenter(undefined, { granularity: 'word' })
const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Measures and draws on one document; the same words come again and again, so their widths are kept. */
export class Pen {
  readonly #document: PDFKit.PDFDocument
  readonly #widths = new Map<string, number>()

  constructor(document: PDFKit.PDFDocument) {
    this.#document = document
    for (const [name, path] of Object.entries(fonts)) document.registerFont(name, path)
  }

  width(text: string, size: number): number {
    let width = this.#widths.get(text)
    if (width === undefined) {
      width = textRuns(text).reduce((sum, run) => sum + this.#runWidth(run), 0)
      if (this.#widths.size >= maxWidthsKept) this.#widths.clear()
      this.#widths.set(text, width)
    }
    return width * size
  }

  /** One line; its upper left corner. All fonts share one base line. */
  line(text: string, x: number, y: number, size: number): void {
    const baseline = y + ascent * size
    let left = x
    for (const run of textRuns(text)) {
      const font = this.#document.font(run.font, size)
      font.text(run.text, left, baseline, { lineBreak: false, baseline: 'alphabetic' })
      left += this.#runWidth(run) * size
    }
  }

  /** Breaks a text into lines no wider than `width`; what does not fit into the last is cut, with an ellipsis. */
  wrap(text: string, width: number, size: number, maxLines: number): string[] {
    if (this.width(text, size) <= width) return [text]
    const lines: string[] = []
    let line = ''
    for (const piece of this.#pieces(text, width, size)) {
      if (line === '' || this.width(line + piece, size) <= width) {
        line += piece
      } else if (lines.length < maxLines - 1) {
        lines.push(line.trimEnd())
        line = piece.trimStart()
      } else {
        return [...lines, this.#cut(line, width, size)]
      }
    }
    return [...lines, line]
  }

  /** Words, and the letters of those that are wider than a line. */
  *#pieces(text: string, width: number, size: number): Generator<string> {
    for (const { segment: word } of words.segment(text)) {
      if (this.width(word, size) <= width) yield word
      else for (const { segment } of letters.segment(word)) yield segment
    }
  }

  #cut(line: string, width: number, size: number): string {
    const kept = Array.from(letters.segment(line.trimEnd()), ({ segment }) => segment)
    while (kept.length > 0 && this.width(`${kept.join('')}…`, size) > width) kept.pop()
    return `${kept.join('').trimEnd()}…`
  }

  /** For a font size of 1. */
  #runWidth({ font, text }: TextRun): number {
    return this.#document.font(font, 1).widthOfString(text)
  }
}

/** A file of a package, by its main file. */
function beside(main: string, path: string): string {
  return fileURLToPath(new URL(path, main))
}
