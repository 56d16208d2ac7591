/** Frames for tests. */

import type { Message } from '../../protocol.ts'
import { feed as feedAny } from '../../testing/feed.ts'
import { fromHex } from '../../wire/bytes.ts'
import { seal } from '../envelope.ts'
import { gt06 } from '../gt06.ts'
import { type Gt06Session, newSession } from '../session.ts'

export const now = Date.UTC(2026, 1, 1)

/** A whole frame around a body given in hex. */
export const aFrame = (number: number, body: string, serial = 1, isLong = false): Uint8Array =>
  seal(number, fromHex(body), serial, isLong)

export const decodeHex = (hex: string, session: Gt06Session = newSession(), at = now): Message =>
  gt06.decode(fromHex(hex), session, at)[0]!

/** The messages of a stream that arrives in the given pieces. */
export const feed = (pieces: Iterable<Uint8Array>, session: Gt06Session = newSession()): Message[] =>
  feedAny(gt06, pieces, session, now).messages
