import type { Command, CommandCode } from '@trackway/core/features/commands/commands.ts'
import type { CommandReply, EncodedCommand } from '@trackway/protocols/protocol.ts'
import { unsure, type Verdict, verdictOf, verdictOfDisconnect } from './verdict.ts'

/** What was accepted is mostly not followed by a text. */
const textAfterAcceptMs = 10_000

/** A command that was written to its device: it waits for an answer until `byTime`. */
export interface SentState {
  /** What it is to be taken as, where it is a free text. */
  code: CommandCode
  command: Command
  encoded: Pick<EncodedCommand, 'isTextAnswered' | 'isOnlyTaken' | 'isUnanswered'>
  /** The device has confirmed that it has it, and may reply once more. */
  isAccepted: boolean
  byTime: number
}

export type SentEvent = CommandReply | 'timeout' | 'disconnect'

/** It waits on, until then; or it has come to something. */
export type SentOutcome = { acceptedUntil: number } | { verdict: Verdict }

/** What becomes of a command that was sent. An event that is a reply is about it (`matchReply`). */
export function outcomeOf(sent: SentState, event: SentEvent, now: number): SentOutcome {
  const { code, command, encoded, isAccepted, byTime } = sent
  if (event === 'timeout' || event === 'disconnect') {
    if (isAccepted) return { verdict: unsure('accepted') }
    if (encoded.isUnanswered) return { verdict: unsure('unanswered') }
    return { verdict: event === 'timeout' ? silence : verdictOfDisconnect(code) }
  }
  const isBare = event.result === 'success' && (event.text === undefined || event.text === '')
  if (isBare && encoded.isTextAnswered) return { acceptedUntil: Math.min(byTime, now + textAfterAcceptMs) }
  if (isBare && encoded.isOnlyTaken) return { verdict: unsure('accepted') }
  return { verdict: verdictOf(event, { code, command }) }
}

const silence: Verdict = { replyClass: 'timeout', result: 2, reply: null, failure: 'timeout' }
