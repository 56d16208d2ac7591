/** Frames for tests. */
import { fromHex } from '../bytes.ts'
import type { Message } from '../protocol.ts'
import { seal } from './envelope.ts'
import { gt06 } from './gt06.ts'
import { type Gt06Session, newSession } from './session.ts'

export const now = Date.UTC(2026, 1, 1)

/** A whole frame around a body given in hex. */
export const aFrame = (number: number, body: string, serial = 1, isLong = false): Uint8Array =>
  seal(number, fromHex(body), serial, isLong)

export const decodeHex = (hex: string, session: Gt06Session = newSession(), at = now): Message =>
  gt06.decode(fromHex(hex), session, at)[0]!

/** Cuts a stream that arrives in the given pieces and decodes as it goes. */
export function feed(pieces: Iterable<Uint8Array>, session: Gt06Session = newSession()): Message[] {
  const messages: Message[] = []
  let held = new Uint8Array(0)
  for (const piece of pieces) {
    const joined = new Uint8Array(held.length + piece.length)
    joined.set(held)
    joined.set(piece, held.length)
    held = joined
    for (;;) {
      const { frame, consumed, fatal } = gt06.frame(held, session)
      if (frame) messages.push(...gt06.decode(frame, session, now))
      if (consumed === 0 || fatal) break
      held = held.subarray(consumed)
    }
  }
  return messages
}
