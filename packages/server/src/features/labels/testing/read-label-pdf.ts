import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { extractText, getDocumentProxy, getResolvedPDFJS } from 'unpdf'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'

/** A printer of labels has 8 dots a millimetre. */
const dotsPerPt = (8 * 25.4) / 72

export interface ReadPage {
  widthMm: number
  heightMm: number
  text: string
  /** What the codes say, by their format, from top to bottom. */
  codes: { format: string; text: string }[]
}

type Matrix = [number, number, number, number, number, number]

/** The pages of a PDF of labels: its black rectangles drawn dot by dot, as a printer does, and what a reader sees there. */
export async function readLabelPdf(file: Uint8Array): Promise<ReadPage[]> {
  const { OPS } = await getResolvedPDFJS()
  prepareZXingModule({ overrides: { wasmBinary: readerModule() } })
  const document = await getDocumentProxy(new Uint8Array(file))
  const { text: texts } = await extractText(document, { mergePages: false })
  const pages: ReadPage[] = []
  for (let n = 1; n <= document.numPages; n++) {
    const page = await document.getPage(n)
    const [, , width, height] = page.view as [number, number, number, number]
    const picture = whitePicture(Math.round(width * dotsPerPt), Math.round(height * dotsPerPt))
    const { fnArray, argsArray } = await page.getOperatorList()
    let matrix: Matrix = [dotsPerPt, 0, 0, -dotsPerPt, 0, height * dotsPerPt]
    const saved: Matrix[] = []
    for (const [at, operator] of fnArray.entries()) {
      const args = argsArray[at]
      if (operator === OPS.save) saved.push(matrix)
      else if (operator === OPS.restore) matrix = saved.pop()!
      else if (operator === OPS.transform) matrix = multiplied(matrix, args as Matrix)
      else if (operator === OPS.constructPath)
        for (const box of boxesOf(args[1][0] as ArrayLike<number>)) fillBox(picture, matrix, box)
    }
    const found = await readBarcodes(picture as never, {
      formats: ['Code128', 'QRCode', 'DataMatrix'],
      tryHarder: true,
      maxNumberOfSymbols: 255,
    })
    const codes = found
      .toSorted((a, b) => a.position.topLeft.y - b.position.topLeft.y)
      .map(({ format, text }) => ({ format, text }))
    const mm = (pt: number) => Math.round((pt * 254) / 72) / 10
    pages.push({ widthMm: mm(width), heightMm: mm(height), text: texts[n - 1]!, codes })
  }
  return pages
}

function readerModule(): ArrayBuffer {
  const path = createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm')
  return Uint8Array.from(readFileSync(path)).buffer
}

interface Picture {
  width: number
  height: number
  data: Uint8ClampedArray
}

const whitePicture = (width: number, height: number): Picture => ({
  width,
  height,
  data: new Uint8ClampedArray(width * height * 4).fill(255),
})

const multiplied = ([a, b, c, d, e, f]: Matrix, [g, h, i, j, k, l]: Matrix): Matrix => [
  a * g + c * h,
  b * g + d * h,
  a * i + c * j,
  b * i + d * j,
  a * k + c * l + e,
  b * k + d * l + f,
]

/** The rectangles of a path as pdf.js gives it: 0 begins one (x, y), 1 draws a line (x, y), 4 closes it. */
function* boxesOf(path: ArrayLike<number>): Generator<[number, number, number, number]> {
  let xs: number[] = []
  let ys: number[] = []
  for (let at = 0; at < path.length; ) {
    if (path[at] === 4) {
      yield [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
      at++
      continue
    }
    if (path[at] === 0) [xs, ys] = [[], []]
    xs.push(path[at + 1]!)
    ys.push(path[at + 2]!)
    at += 3
  }
}

function fillBox(
  { width, data }: Picture,
  [a, , , d, e, f]: Matrix,
  [left, top, right, bottom]: readonly [number, number, number, number],
): void {
  const [x1, x2] = [left * a + e, right * a + e].map(Math.round).sort((p, q) => p - q) as [number, number]
  const [y1, y2] = [top * d + f, bottom * d + f].map(Math.round).sort((p, q) => p - q) as [number, number]
  for (let y = y1; y < y2; y++) for (let x = x1; x < x2; x++) data.set([0, 0, 0], (y * width + x) * 4)
}
