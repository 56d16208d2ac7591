/**
 * What a frame has put on the map, for finding it again under the pointer. Typed arrays: an object for each mark made
 * a frame a third longer.
 */
export class HitIndex {
  #rows = new Int32Array(256)
  #x = new Float32Array(256)
  #y = new Float32Array(256)
  length = 0

  clear(): void {
    this.length = 0
  }

  add(row: number, xPx: number, yPx: number): void {
    if (this.length === this.#rows.length) this.#grow()
    this.#rows[this.length] = row
    this.#x[this.length] = xPx
    this.#y[this.length] = yPx
    this.length++
  }

  /** The row nearest to a place on the screen; of equals the one on top. Null: nothing within reach. */
  rowAt(xPx: number, yPx: number, reachPx: number): number | null {
    let best: number | null = null
    let bestDistance = reachPx
    for (let i = this.length - 1; i >= 0; i--) {
      const distance = Math.hypot(this.#x[i]! - xPx, this.#y[i]! - yPx)
      if (distance < bestDistance) {
        bestDistance = distance
        best = this.#rows[i]!
      }
    }
    return best
  }

  forEachFromTop(visit: (row: number) => void): void {
    for (let i = this.length - 1; i >= 0; i--) visit(this.#rows[i]!)
  }

  #grow(): void {
    const length = this.#rows.length * 2
    const rows = new Int32Array(length)
    const x = new Float32Array(length)
    const y = new Float32Array(length)
    rows.set(this.#rows)
    x.set(this.#x)
    y.set(this.#y)
    this.#rows = rows
    this.#x = x
    this.#y = y
  }
}

/** Which parts of the screen are already taken by labels. */
export class TakenCells {
  #cells = new Uint8Array(0)
  #columns = 0
  #rows = 0
  readonly #cellPx = 8

  reset(widthPx: number, heightPx: number): void {
    this.#columns = Math.ceil(widthPx / this.#cellPx)
    this.#rows = Math.ceil(heightPx / this.#cellPx)
    const size = this.#columns * this.#rows
    if (this.#cells.length < size) this.#cells = new Uint8Array(size)
    else this.#cells.fill(0)
  }

  /** Is this spot taken? Cheaper than taking a box, for what may turn out not to fit. */
  isTaken(x: number, y: number): boolean {
    const column = Math.floor(x / this.#cellPx)
    const row = Math.floor(y / this.#cellPx)
    if (column < 0 || row < 0 || column >= this.#columns || row >= this.#rows) return true
    return this.#cells[row * this.#columns + column] === 1
  }

  /** Takes a box if nothing of it is taken. */
  take(left: number, top: number, width: number, height: number): boolean {
    const c0 = Math.max(0, Math.floor(left / this.#cellPx))
    const c1 = Math.min(this.#columns - 1, Math.floor((left + width) / this.#cellPx))
    const r0 = Math.max(0, Math.floor(top / this.#cellPx))
    const r1 = Math.min(this.#rows - 1, Math.floor((top + height) / this.#cellPx))
    if (c1 < c0 || r1 < r0) return false
    for (let r = r0; r <= r1; r++) {
      for (let c = c0; c <= c1; c++) if (this.#cells[r * this.#columns + c] === 1) return false
    }
    for (let r = r0; r <= r1; r++) {
      this.#cells.fill(1, r * this.#columns + c0, r * this.#columns + c1 + 1)
    }
    return true
  }
}
