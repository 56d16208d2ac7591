/** Names beside marks: each drawn once, kept while it is in use. */

export interface Label {
  canvas: OffscreenCanvas
  widthPx: number
  heightPx: number
}

const keptLabels = 3000
const fontPx = 11.5
const paddingPx = 6
const heightPx = 19
const longestPx = 150
/** Drawing a name costs half a millisecond: a screen full of new ones is drawn over several frames. */
const newPerFrame = 24

export class LabelCache {
  readonly #labels = new Map<string, Label>()
  readonly #pixelRatio: number
  readonly #isDark: boolean
  readonly #font: string
  readonly #measure = new OffscreenCanvas(1, 1).getContext('2d')!
  #newThisFrame = 0

  constructor(pixelRatio: number, isDark: boolean, fontFamily: string) {
    this.#pixelRatio = pixelRatio
    this.#isDark = isDark
    this.#font = `600 ${fontPx}px ${fontFamily}`
    this.#measure.font = this.#font
  }

  beginFrame(): void {
    this.#newThisFrame = 0
  }

  /** Did this frame leave out labels that the next one can draw? */
  get hasUndrawn(): boolean {
    return this.#newThisFrame > newPerFrame
  }

  /** Null: not drawn yet, and this frame has drawn enough. */
  get(text: string): Label | null {
    const known = this.#labels.get(text)
    if (known) {
      // Re-inserting moves it to the end: the first of the map is what was not used for longest.
      this.#labels.delete(text)
      this.#labels.set(text, known)
      return known
    }
    this.#newThisFrame++
    if (this.hasUndrawn) return null
    if (this.#labels.size >= keptLabels) this.#labels.delete(this.#labels.keys().next().value!)
    const label = this.#draw(text)
    this.#labels.set(text, label)
    return label
  }

  #draw(text: string): Label {
    const measure = this.#measure
    const shown = fit(text, (part) => measure.measureText(part).width)
    const widthPx = Math.ceil(measure.measureText(shown).width) + 2 * paddingPx
    const ratio = this.#pixelRatio
    // 3 px around it for the rim.
    const canvas = new OffscreenCanvas(Math.ceil((widthPx + 6) * ratio), Math.ceil((heightPx + 6) * ratio))
    const context = canvas.getContext('2d')!
    context.scale(ratio, ratio)
    context.translate(3, 3)
    context.beginPath()
    context.roundRect(0, 0, widthPx, heightPx, 6)
    context.fillStyle = this.#isDark ? 'rgb(22 33 38 / 94%)' : 'rgb(255 255 255 / 95%)'
    context.fill()
    context.strokeStyle = this.#isDark ? 'rgb(255 255 255 / 10%)' : 'rgb(8 24 32 / 14%)'
    context.stroke()
    context.font = this.#font
    context.fillStyle = this.#isDark ? '#e4ecee' : '#14232b'
    context.textBaseline = 'middle'
    context.fillText(shown, paddingPx, heightPx / 2 + 0.5)
    return { canvas, widthPx: widthPx + 6, heightPx: heightPx + 6 }
  }
}

/** Shortens a name that is too long for the map. */
function fit(text: string, widthOf: (text: string) => number): string {
  if (widthOf(text) <= longestPx) return text
  const letters = [...text]
  let length = letters.length
  while (length > 1 && widthOf(`${letters.slice(0, length).join('')}…`) > longestPx) length--
  return `${letters.slice(0, length).join('')}…`
}
