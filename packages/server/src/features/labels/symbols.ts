import bwip from '@bwip-js/node'

/** A barcode or square code as black rectangles, in modules. */
export interface CodeSymbol {
  columns: number
  rows: number
  /** Modules on each side that have to stay white. */
  quiet: number
  bars: readonly Bar[]
}
type Bar = readonly [x: number, y: number, width: number, height: number]

interface Widths {
  sbs: number[]
}

/** Digits take half the width of letters: two of them are one sign. */
export function code128(text: string): CodeSymbol {
  const [{ sbs }] = bwip.raw({ bcid: 'code128', text }) as Widths[] as [Widths]
  const bars: Bar[] = []
  let x = 0
  for (const [at, width] of sbs.entries()) {
    if (at % 2 === 0) bars.push([x, 0, width, 1])
    x += width
  }
  return { columns: x, rows: 1, quiet: 10, bars }
}

/** All masks are read alike; to compare them takes three quarters of the time (10 of 13 ms a label). */
const qrMask = 2

export const qrCode = (text: string): CodeSymbol =>
  squareCode({ bcid: 'qrcode', text, eclevel: 'M', mask: qrMask }, 4)

export const dataMatrix = (text: string): CodeSymbol => squareCode({ bcid: 'datamatrix', text }, 1)

interface Pixels {
  pixs: number[]
  pixx: number
  pixy: number
}

function squareCode(options: { bcid: string; text: string; eclevel?: string; mask?: number }, quiet: number) {
  // Letters beyond ASCII are their bytes in UTF-8, as readers expect.
  const text = Buffer.from(options.text).toString('latin1')
  const [{ pixs, pixx, pixy }] = bwip.raw({ ...options, text, binarytext: true }) as Pixels[] as [Pixels]
  return { columns: pixx, rows: pixy, quiet, bars: barsOf(pixs, pixx, pixy) }
}

/** The dark modules as few rectangles: runs of a row, as long as the rows below have the same run. */
function barsOf(pixels: readonly number[], columns: number, rows: number): Bar[] {
  const bars: Bar[] = []
  let above = new Map<string, { x: number; y: number; width: number; height: number }>()
  for (let y = 0; y < rows; y++) {
    const here: typeof above = new Map()
    for (let x = 0; x < columns; x++) {
      if (!pixels[y * columns + x]) continue
      const from = x
      while (x + 1 < columns && pixels[y * columns + x + 1]) x++
      const key = `${from} ${x}`
      const run = above.get(key) ?? { x: from, y, width: x - from + 1, height: 0 }
      run.height++
      here.set(key, run)
    }
    for (const [key, run] of above) if (!here.has(key)) bars.push([run.x, run.y, run.width, run.height])
    above = here
  }
  for (const { x, y, width, height } of above.values()) bars.push([x, y, width, height])
  return bars
}
