import type { Message, Protocol } from '../protocol.ts'

/** Cuts a stream that arrives in pieces and decodes as it goes, as the gateway does. */
export function feed<S>(
  protocol: Protocol<S>,
  pieces: Iterable<Uint8Array>,
  session: S,
  now: number,
): { messages: Message[]; heldBytes: number; isGivenUp: boolean } {
  const messages: Message[] = []
  let held = new Uint8Array(0)
  for (const piece of pieces) {
    const joined = new Uint8Array(held.length + piece.length)
    joined.set(held)
    joined.set(piece, held.length)
    held = joined
    for (;;) {
      const { frame, consumed, fatal } = protocol.frame(held, session)
      if (frame) messages.push(...protocol.decode(frame, session, now))
      if (fatal) return { messages, heldBytes: 0, isGivenUp: true }
      if (consumed === 0) break
      held = held.subarray(consumed)
    }
  }
  return { messages, heldBytes: held.length, isGivenUp: false }
}
