/** What the codecs of frames with a head and a body share: from the frame to the message of the row that reads it. */

import type { Identity, Message, Problem, Protocol, WireProtocol } from '../protocol.ts'
import { BodyReader, type WireContext } from './body.ts'
import {
  type Decoding,
  keepProfile,
  type MessageRow,
  malform,
  newMessage,
  type WireSession,
} from './message.ts'
import { describeBy, type Trace } from './trace.ts'

/** The fields of a frame around its body. */
export interface FrameHead {
  /** As `Message.type`. */
  type: string
  identity?: Identity
  /** Of the first byte of the body, and one past its last. */
  start: number
  end: number
  context?: WireContext
  /** The kind of the frame is known, but it breaks the protocol: its body is not read. */
  problem?: Problem | undefined
}

export interface FrameDecoding<S, H extends FrameHead> extends Decoding<S> {
  frame: Uint8Array
  head: H
  /** Reading settled what is answered: the answer of the row is not given. */
  isAnswered?: boolean
}

type FrameRow<S, H extends FrameHead, A> = MessageRow<FrameDecoding<S, H>, A>

interface Definition<N extends WireProtocol, S extends WireSession, H extends FrameHead, A>
  extends Omit<Protocol<S>, 'name' | 'transports' | 'applyProfile' | 'decode' | 'describe'>,
    Partial<Pick<Protocol<S>, 'transports' | 'applyProfile'>> {
  name: N
  encodeCommand: NonNullable<Protocol<S>['encodeCommand']>
  /**
   * Reads the fields around the body, notes them in the trace of the log view, and keeps in the session what answers
   * need. Frames of another form are read here whole: their messages come back instead of a head.
   */
  head(frame: Uint8Array, session: S, now: number, trace: Trace | null): H | Message[]
  /** The row that reads the body; one for what has no row is part of the protocol. */
  row(head: H): FrameRow<S, H, A>
  /** Adds replies to the message that was read. */
  answer?(answer: A | undefined, decoding: FrameDecoding<S, H>, reader: BodyReader): void
}

/** Most protocols go over streams and datagrams alike, and only keep the facts of a device with the session. */
export function defineProtocol<N extends WireProtocol, S extends WireSession, H extends FrameHead, A>({
  head: headOf,
  row: rowOf,
  answer,
  ...others
}: Definition<N, S, H, A>) {
  function decode(frame: Uint8Array, session: S, now: number, trace: Trace | null = null): Message[] {
    const head = headOf(frame, session, now, trace)
    if (Array.isArray(head)) return head
    const row = rowOf(head)
    const message = newMessage(row.kind, head.type, row.name)
    if (head.identity !== undefined) message.identity = head.identity
    if (head.problem !== undefined) {
      malform({ message }, head.problem)
      return [message]
    }
    const reader = new BodyReader(frame, head.context, head.start, head.end)
    reader.trace = trace
    const decoding: FrameDecoding<S, H> = { frame, head, session, now, message }
    row.read(reader, decoding)
    if (!decoding.isAnswered) answer?.(row.answer, decoding, reader)
    return [message]
  }

  return {
    transports: ['tcp', 'udp'] as const,
    applyProfile: keepProfile,
    ...others,
    decode,
    describe: describeBy(decode),
  }
}

/** A frame of which not even the head can be read. */
export function malformedFrame(problem: Problem): Message[] {
  const message = newMessage('malformed', '', 'malformed')
  malform({ message }, problem)
  return [message]
}
