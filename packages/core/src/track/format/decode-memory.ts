/** More than a dense day takes is not kept: a block of a million points is rare. */
const maxKeptBytes = 4 * 2 ** 20

interface ArrayType<T> {
  readonly BYTES_PER_ELEMENT: number
  new (length: number): T
  new (buffer: ArrayBuffer, at: number, length: number): T
}

/**
 * Memory that one block after another is decoded in. Who reads thousands of them, and keeps none, spends a fifth
 * of the time on fresh memory otherwise. Arrays of it hold what was in them before.
 */
export class DecodeMemory {
  #buffer = new ArrayBuffer(0)
  #usedBytes = 0

  /** From here on what was taken before is given out again. */
  reuse(): void {
    const neededBytes = Math.min(this.#usedBytes, maxKeptBytes)
    if (neededBytes > this.#buffer.byteLength) this.#buffer = new ArrayBuffer(neededBytes)
    this.#usedBytes = 0
  }

  take<T>(Type: ArrayType<T>, length: number): T {
    const at = this.#usedBytes
    // Every kind of number begins at a multiple of eight bytes.
    this.#usedBytes += Math.ceil((length * Type.BYTES_PER_ELEMENT) / 8) * 8
    const hasRoom = this.#usedBytes <= this.#buffer.byteLength
    return hasRoom ? new Type(this.#buffer, at, length) : new Type(length)
  }
}
