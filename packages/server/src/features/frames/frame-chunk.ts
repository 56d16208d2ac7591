/** Before each frame: milliseconds since the first one, whether we sent it, its length. */
const headBytes = 9
const startBytes = 256
/** From the first frame to the last of one run: 49 days, which only a clock that was set leaps over. */
const maxSpanMs = 0xffffffff

/** A frame as it was received or sent. */
export interface LoggedFrame {
  time: number
  isSent: boolean
  bytes: Uint8Array
}

/** Consecutive frames of one connection and device in one run of bytes: a row of `raw_frames`. */
export class FrameChunk {
  readonly deviceId: number | null
  /** The terminal id of an unregistered device; null: it sent none, or it is registered. */
  readonly terminalId: string | null
  readonly fromTime: number
  untilTime: number
  // Not of Node's pool: a slab of 64 kB would live as long as the last chunk that has a piece of it.
  #buffer = Buffer.allocUnsafeSlow(startBytes)
  #length = 0

  constructor(deviceId: number | null, terminalId: string | null, fromTime: number) {
    this.deviceId = deviceId
    this.terminalId = terminalId
    this.fromTime = fromTime
    this.untilTime = fromTime
  }

  get length(): number {
    return this.#length
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length)
  }

  /** Can it say that a frame is of this time? */
  reaches(time: number): boolean {
    return time - this.fromTime <= maxSpanMs
  }

  add(isSent: boolean, bytes: Uint8Array, time: number): void {
    const at = this.#length
    this.#length += headBytes + bytes.length
    if (this.#length > this.#buffer.length) {
      const before = this.#buffer
      this.#buffer = Buffer.allocUnsafeSlow(Math.max(before.length * 2, this.#length))
      before.copy(this.#buffer, 0, 0, at)
    }
    // A clock that was set back must not make the time negative.
    this.#buffer.writeUInt32BE(Math.max(0, time - this.fromTime), at)
    this.#buffer[at + 4] = isSent ? 1 : 0
    this.#buffer.writeUInt32BE(bytes.length, at + 5)
    this.#buffer.set(bytes, at + headBytes)
    this.untilTime = Math.max(this.untilTime, time)
  }
}

/** The frames of a row of `raw_frames`, oldest first. */
export function framesOf(fromTime: number, chunk: Buffer): LoggedFrame[] {
  const frames: LoggedFrame[] = []
  for (let at = 0; at < chunk.length; ) {
    const end = at + headBytes + chunk.readUInt32BE(at + 5)
    const time = fromTime + chunk.readUInt32BE(at)
    frames.push({ time, isSent: chunk[at + 4] === 1, bytes: chunk.subarray(at + headBytes, end) })
    at = end
  }
  return frames
}
