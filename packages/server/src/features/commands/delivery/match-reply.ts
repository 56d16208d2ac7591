import { isAbout } from '@trackway/core/features/commands/classify-reply.ts'
import type { CommandCode } from '@trackway/core/features/commands/commands.ts'
import type { CommandReply } from '@trackway/protocols/protocol.ts'

/** A command that an answer may be about. */
export interface ReplyTarget {
  code: CommandCode
  content: string
  correlations: readonly (number | string)[]
}

/** Of a command whose numbers and words are known no more. */
export const asTarget = ({ code, content }: Pick<ReplyTarget, 'code' | 'content'>): ReplyTarget => ({
  code,
  content,
  correlations: [],
})

/**
 * Which command an answer is about: by the number or word it names, else the open one. An answer in words that name
 * nothing known may be a late one, to a command that was given up (`ended`). One that names another number than the
 * open one's is about it only where its words are.
 * @returns null: neither
 */
export function matchReply(
  { correlation, text }: CommandReply,
  open: ReplyTarget | null,
  ended: ReplyTarget | null,
): 'open' | 'ended' | null {
  const names = (target: ReplyTarget | null) =>
    correlation !== null && target?.correlations.includes(correlation)
  if (names(open)) return 'open'
  if (names(ended)) return 'ended'
  // A verdict without words is about the message that it names: another one of ours.
  if (text === undefined || text === '') return null
  const isAboutOpen = open !== null && isAbout(text, open.content, open.code)
  if (ended && !isAboutOpen && isAbout(text, ended.content, ended.code)) return 'ended'
  if (open === null) return null
  // Devices that name no command send 0 where their protocol has a field for its number.
  const namesAnother = typeof correlation === 'number' && correlation > 0 && open.correlations.length > 0
  return namesAnother && !isAboutOpen ? null : 'open'
}
