import type { Message, Protocol } from '@trackway/protocols/protocol.ts'
import { toHex } from '@trackway/protocols/wire/bytes.ts'
import { type Decoded, decodedReceived, decodedSent } from '../features/frames/decode-frame.ts'
import type { WatchedFrames } from '../features/frames/watch/watched-frames.ts'
import type { ConnectionLog } from './connection-log.ts'

/** A session whose frames are logged, and shown to those who watch the device in a page. */
interface LoggedSession {
  readonly protocol: Protocol<unknown>
  readonly codecSession: unknown
  readonly frames: ConnectionLog
  readonly context: { readonly watched: WatchedFrames }
}

export function logReceived(
  session: LoggedSession,
  deviceId: number,
  message: Message,
  frame: Uint8Array,
  time: number,
): void {
  const { protocol, codecSession, frames, context } = session
  frames.received(deviceId, frame, time)
  if (context.watched.has(deviceId))
    show(session, deviceId, 'in', frame, time, decodedReceived(protocol, codecSession, frame, message))
}

export function logSent(session: LoggedSession, deviceId: number, bytes: Uint8Array, time: number): void {
  const { protocol, codecSession, frames, context } = session
  frames.sent(deviceId, bytes, time)
  if (context.watched.has(deviceId))
    show(session, deviceId, 'out', bytes, time, decodedSent(protocol, codecSession, bytes))
}

function show(
  { protocol, frames, context }: LoggedSession,
  deviceId: number,
  direction: 'in' | 'out',
  bytes: Uint8Array,
  time: number,
  decoded: Decoded,
): void {
  context.watched.add({
    deviceId,
    time,
    direction,
    hex: toHex(bytes),
    protocol: protocol.name,
    connectionId: frames.id,
    ...decoded,
  })
}
