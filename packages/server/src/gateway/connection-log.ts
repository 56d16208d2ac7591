import { terminalIdPattern } from '@trackway/core/rules/validation.ts'
import type { Identity, WireProtocol } from '@trackway/protocols/protocol.ts'
import { FrameChunk } from '../features/frames/frame-chunk.ts'
import type { CloseReason } from './bounds.ts'

/** A row this long lies in the table itself, neither compressed nor apart. */
const maxChunkBytes = 1_800

/** Writes the frames and ends of connections. */
interface FrameLog {
  /** The first of some frames has come. */
  began(connection: ConnectionLog): void
  /** Frames to write. */
  write(connection: ConnectionLog, chunk: FrameChunk): void
  /** The connection's row has changed and is to be written. */
  changed(connection: ConnectionLog): void
  /** May another frame of an unknown device be kept? */
  takesUnknown(now: number): boolean
}

/** Collects the log of one connection, or of one remote end of datagrams: times, device, bytes, and its frames. */
export class ConnectionLog {
  readonly id: number
  readonly address: string
  readonly wire: WireProtocol
  readonly fromTime: number
  /** The first registered device that sent a frame. */
  deviceId: number | null = null
  untilTime: number | null = null
  endReason: CloseReason | null = null
  bytesReceived = 0
  bytesSent = 0
  framesReceived = 0
  framesSent = 0
  readonly #log: FrameLog
  #chunk: FrameChunk | null = null

  constructor(log: FrameLog, id: number, address: string, wire: WireProtocol, fromTime: number) {
    this.#log = log
    this.id = id
    this.address = address
    this.wire = wire
    this.fromTime = fromTime
  }

  /** Of which registered device the frames are that are not written; null: of none. */
  get gathers(): number | null {
    return this.#chunk?.deviceId ?? null
  }

  received(deviceId: number, frame: Uint8Array, time: number): void {
    this.framesReceived++
    if (this.deviceId === null) {
      this.deviceId = deviceId
      this.#log.changed(this)
    }
    this.#add(deviceId, null, false, frame, time)
  }

  /** Of a device that is not registered: so many of all connections are kept. */
  receivedUnknown({ terminalIds }: Identity, frame: Uint8Array, time: number): void {
    this.framesReceived++
    const terminalId = terminalIds.find((id) => terminalIdPattern.test(id)) ?? null
    if (this.#log.takesUnknown(time)) this.#add(null, terminalId, false, frame, time)
  }

  sent(deviceId: number, bytes: Uint8Array, time: number): void {
    this.framesSent++
    this.#add(deviceId, null, true, bytes, time)
  }

  end(reason: CloseReason, bytesReceived: number, bytesSent: number, time: number): void {
    this.flush()
    this.untilTime = time
    this.endReason = reason
    this.bytesReceived = bytesReceived
    this.bytesSent = bytesSent
    if (this.deviceId !== null || (this.framesReceived > 0 && this.#log.takesUnknown(time)))
      this.#log.changed(this)
  }

  /** Hands over what was gathered to be written. */
  flush(): void {
    if (this.#chunk === null) return
    this.#log.write(this, this.#chunk)
    this.#chunk = null
  }

  #add(deviceId: number | null, terminalId: string | null, isSent: boolean, bytes: Uint8Array, time: number) {
    const chunk = this.#chunk
    const isSame = chunk !== null && chunk.deviceId === deviceId && chunk.terminalId === terminalId
    if (!isSame || chunk.length + bytes.length > maxChunkBytes || !chunk.reaches(time)) {
      this.flush()
      this.#chunk = new FrameChunk(deviceId, terminalId, time)
      this.#log.began(this)
    }
    this.#chunk!.add(isSent, bytes, time)
  }
}
