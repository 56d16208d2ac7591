import {
  type CommandResult,
  classifyReply,
  type ReplyClass,
  resultOf,
} from '@trackway/core/features/commands/classify-reply.ts'
import type { CommandFailure } from '@trackway/core/features/commands/command-states.ts'
import {
  type Command,
  type CommandCode,
  commandRow,
  endsConnection,
} from '@trackway/core/features/commands/commands.ts'
import { asksOnly } from '@trackway/core/features/commands/text-meaning.ts'
import type { CommandReply } from '@trackway/protocols/protocol.ts'

/** What an answer made of a command. */
export interface Verdict {
  replyClass: ReplyClass
  result: CommandResult | null
  reply: string | null
  failure: CommandFailure | null
}

/** @param code what the command is to be taken as, where it is a free text */
export function verdictOf(
  { result, text }: CommandReply,
  { code, command }: { code: CommandCode; command: Command },
): Verdict {
  const isQuery =
    commandRow(code).isQuery === true || (command.code === 'text' && asksOnly(command.parameters.content))
  const reply = text?.trim() ? text : null
  if (result === 'success') return { replyClass: 'success', result: 1, reply, failure: null }
  if (result !== undefined)
    return { replyClass: 'refused', result: 3, reply: reply ?? result, failure: 'refused' }
  const replyClass = classifyReply(text ?? '', { code, isQuery })
  const outcome = resultOf(replyClass, code)
  return { replyClass, result: outcome, reply, failure: failureOf(replyClass, outcome) }
}

function failureOf(replyClass: ReplyClass, result: CommandResult | null): CommandFailure | null {
  if (result === null || result === 1) return null
  if (result === 2) return 'timeout'
  return replyClass === 'unknown' ? 'notUnderstood' : 'refused'
}

/** What nobody knows yet: what the device does next shows whether it obeyed. */
export const unsure = (replyClass: 'accepted' | 'unanswered'): Verdict => ({
  replyClass,
  result: null,
  reply: null,
  failure: null,
})

/** A device that restarts on command sends no other reply. */
export const verdictOfDisconnect = (code: CommandCode): Verdict =>
  endsConnection(code)
    ? unsure('unanswered')
    : { replyClass: 'unknown', result: 3, reply: null, failure: 'disconnected' }
