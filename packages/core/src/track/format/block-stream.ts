/**
 * Several blocks in one stream, as `/api/track/find` sends them: for each a frame of kind u8, length u32
 * little-endian and that many bytes. Blocks come newest first, so the whole track is them joined in reverse;
 * a day of very many points is several blocks. A stored day is sent as it is stored: `compressedBlock`, a block
 * in one zstd frame. The last frame is an `end` of length 0: without it the stream was cut.
 */
export const frameKinds = { end: 0, block: 1, compressedBlock: 2 } as const

/** MIME type of such a stream, in `Accept` and `Content-Type`. */
export const blockStreamType = 'application/octet-stream'

const headBytes = 5
/** Far above any block; a frame that claims more is not waited for. */
const maxFrameBytes = 64 * 1024 * 1024

export function frameHead(kind: number, length: number): Uint8Array {
  const head = new Uint8Array(headBytes)
  head[0] = kind
  new DataView(head.buffer).setUint32(1, length, true)
  return head
}

/** Undoes zstd; throws for bytes that are none. */
export type Decompress = (compressed: Uint8Array) => Uint8Array

/** Cuts the blocks out of a stream that arrives in pieces of any size. */
export class BlockStream {
  /** The end was seen: nothing is missing. */
  isComplete = false
  #pieces: Uint8Array[] = []
  #held = 0
  readonly #decompress: Decompress

  /** @param decompress what this machine has for it: `node:zlib`, or the decoder of the web app */
  constructor(decompress: Decompress) {
    this.#decompress = decompress
  }

  /**
   * @returns the blocks that this piece completed
   * @throws {RangeError} for a stream that is none of ours; whatever `decompress` throws
   */
  push(piece: Uint8Array): Uint8Array[] {
    this.#pieces.push(piece)
    this.#held += piece.length
    const blocks: Uint8Array[] = []
    while (this.#held >= headBytes && !this.isComplete) {
      const head = this.#peek(headBytes)
      const length = new DataView(head.buffer, head.byteOffset, headBytes).getUint32(1, true)
      if (length > maxFrameBytes || head[0]! > frameKinds.compressedBlock)
        throw new RangeError('not a stream of blocks')
      if (this.#held < headBytes + length) break
      const frame = this.#peek(headBytes + length)
      this.#drop(headBytes + length)
      const body = frame.subarray(headBytes)
      if (frame[0] === frameKinds.end) this.isComplete = true
      else blocks.push(frame[0] === frameKinds.block ? body : this.#decompress(body))
    }
    return blocks
  }

  /** The first bytes held, in one piece. */
  #peek(length: number): Uint8Array {
    const first = this.#pieces[0]!
    if (first.length >= length) return first.subarray(0, length)
    const joined = new Uint8Array(this.#held)
    let at = 0
    for (const piece of this.#pieces) {
      joined.set(piece, at)
      at += piece.length
    }
    this.#pieces = [joined]
    return joined.subarray(0, length)
  }

  #drop(length: number): void {
    this.#pieces[0] = this.#pieces[0]!.subarray(length)
    this.#held -= length
    if (this.#pieces[0].length === 0) this.#pieces.shift()
  }
}
