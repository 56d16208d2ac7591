import type { Frame, FrameField } from '@trackway/core/features/frames/calls.ts'
import type { AnyProtocol } from '@trackway/protocols/detect.ts'
import type { DeviceProfile, Message } from '@trackway/protocols/protocol.ts'
import type { LoggedFrame } from './frame-chunk.ts'

/** The decoded contents of a frame. */
export type Decoded = Pick<Frame, 'fields' | 'kind' | 'type' | 'name' | 'error'>

/** The contents shown to those who see the bytes only. */
export const notDecoded: Decoded = { fields: null, kind: null, type: null, name: null, error: null }

const malformed = 'malformed'
const nameOf = ({ name }: Pick<Message, 'name'>) => (name === malformed ? null : name)

/** A frame of a device, with the message that its codec read of it. */
export function decodedReceived(
  protocol: AnyProtocol,
  session: unknown,
  bytes: Uint8Array,
  { kind, type, problem, ...message }: Message,
): Decoded {
  return {
    fields: protocol.describe(bytes, session),
    kind,
    type: type || null,
    name: nameOf(message),
    error: problem ?? null,
  }
}

/** What the platform sent: frames of its own kind, sometimes several in a row. */
export function decodedSent(protocol: AnyProtocol, session: unknown, bytes: Uint8Array): Decoded {
  const fields: FrameField[] = []
  let first: Message | undefined
  for (const { offset, frame } of cut(protocol, bytes)) {
    first ??= protocol.decode(frame, protocol.newSession(), 0)[0]
    for (const field of protocol.describe(frame, session))
      fields.push({ ...field, offset: field.offset + offset })
  }
  return { ...notDecoded, fields, type: first?.type || null, name: first ? nameOf(first) : null }
}

/** The frames of what was sent at once; the whole where the codec, which reads devices, cannot cut it. */
function cut(protocol: AnyProtocol, bytes: Uint8Array): { offset: number; frame: Uint8Array }[] {
  const frames: { offset: number; frame: Uint8Array }[] = []
  const session = protocol.newSession()
  for (let offset = 0; offset < bytes.length; ) {
    const { frame, consumed, fatal } = protocol.frame(bytes.subarray(offset), session)
    if (frame === undefined || fatal || frame.length !== consumed) return [{ offset: 0, frame: bytes }]
    frames.push({ offset, frame })
    offset += consumed
  }
  return frames
}

/** Reads the frames of one connection in their order, as its gateway did. */
export class ConnectionReader {
  readonly #protocol: AnyProtocol
  readonly #profile: DeviceProfile
  #session: unknown

  constructor(protocol: AnyProtocol, profile: DeviceProfile) {
    this.#protocol = protocol
    this.#profile = profile
    this.#session = protocol.newSession(profile)
  }

  read({ bytes, isSent, time }: LoggedFrame): Decoded {
    if (isSent) return decodedSent(this.#protocol, this.#session, bytes)
    const message = this.#decode(bytes, time)
    return decodedReceived(this.#protocol, this.#session, bytes, message)
  }

  /** Keeps what later frames depend on: the device that a frame is from, and its dialect. */
  learn({ bytes, isSent, time }: LoggedFrame): void {
    if (!isSent) this.#decode(bytes, time)
  }

  /** What the device said with a frame that was received. */
  messagesOf({ bytes, time }: LoggedFrame): Message[] {
    // Each request has a session of its own.
    if (this.#protocol.transports.includes('http')) this.#session = this.#protocol.newSession(this.#profile)
    return this.#protocol.decode(bytes, this.#session, time)
  }

  #decode(bytes: Uint8Array, time: number): Message {
    const messages = this.messagesOf({ bytes, time, isSent: false })
    return messages.find(({ problem }) => problem !== undefined) ?? messages[0]!
  }
}
