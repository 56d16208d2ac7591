/**
 * What a device's answer in words means. Success, timeout or error by its words, made stricter
 * by the replies that firmware and manuals of the makers name, those to oil control included.
 */
import type { CommandCode } from './commands.ts'

/** Evaluated in this order: a text that fits two is the first of them. */
export const replyClasses = [
  'pending', // the device carries it out later: it moves, or has no fix
  'already', // the wanted state holds, nothing changed
  'refused',
  'cancelled', // the device dropped an earlier command because of this one
  'timeout',
  'success',
  'query', // the answer to a question
  'unknown',
  // Classes of replies without a text.
  'accepted', // the message was received, its outcome is unknown
  'unanswered', // devices of this kind do not reply to it, or drop the connection
] as const
export type ReplyClass = (typeof replyClasses)[number]

/** What a command came to, by the numbers that clients know. */
export const commandResults = { success: 1, timeout: 2, error: 3 } as const
export type CommandResult = (typeof commandResults)[keyof typeof commandResults]

interface Words {
  class: ReplyClass
  words: RegExp
  /** Words that only mean this in answers to these commands. */
  of?: (about: About) => boolean
}

interface About {
  code: CommandCode
  isQuery: boolean
}

const isOil = ({ code }: About) => code === 'oilCut' || code === 'oilRestore'
const isLockable = ({ code }: About) => code === 'server' || code === 'apn' || code === 'text'

/** A word with no letter beside it: "token" is not "ok". */
const table: readonly Words[] = [
  { class: 'pending', words: /delay|延后/i, of: isOil },
  {
    class: 'pending',
    words: /gps has not fixed|speed is more than|will be executed after|cut(?:ting)?.*gps not fixed/i,
    of: isOil,
  },
  { class: 'already', words: /already|已处于/i },
  { class: 'already', words: /has been cut/i, of: ({ code }) => code === 'oilCut' },
  { class: 'already', words: /^(?!.*succe).*resume/is, of: ({ code }) => code === 'oilRestore' },
  {
    class: 'refused',
    words:
      /error|fail|not authorized|not from the cent|invalid|unsupported|unknown command|错误|失败|非授权|不执行|无法识别/i,
  },
  { class: 'refused', words: /gps not fixed/i },
  { class: 'refused', words: /speed limit|unvalued/i, of: isOil },
  { class: 'refused', words: /(?<!un)locked/i, of: isLockable },
  { class: 'cancelled', words: /cancell?ed the command|已取消/i },
  { class: 'timeout', words: /time ?out|超时/i },
  { class: 'success', words: /(?<![a-z])ok(?![a-z])|succe|成功|(?<![a-z])done(?![a-z])/i },
]

/**
 * The class of an answer.
 * @param text the reply of the device; empty: none came
 */
export function classifyReply(text: string, about: About): ReplyClass {
  const trimmed = text.trim()
  if (trimmed === '') return 'timeout'
  if (about.isQuery && /[:=[<]/.test(trimmed) && !/^error/i.test(trimmed)) return 'query'
  const row = table.find(({ words, of }) => (of === undefined || of(about)) && words.test(trimmed))
  return row?.class ?? 'unknown'
}

/** The result of a class; null while nobody knows whether the device carried it out. */
export function resultOf(replyClass: ReplyClass, code: CommandCode): CommandResult | null {
  switch (replyClass) {
    case 'pending':
    case 'accepted':
    case 'unanswered':
      return null
    case 'already':
    case 'success':
    case 'query':
      return commandResults.success
    case 'cancelled':
      // What a restore cancelled is the cut that was pending: the engine runs, as was wanted.
      return code === 'oilRestore' ? commandResults.success : commandResults.error
    case 'timeout':
      return commandResults.timeout
    case 'refused':
    case 'unknown':
      return commandResults.error
  }
}

/** Oil-control replies that have a text of their own. */
export const oilReplies = [
  'cut',
  'alreadyCut',
  'failedLater',
  'failedCondition',
  'restored',
  'alreadyRestored',
  'cancelled',
] as const
export type OilReply = (typeof oilReplies)[number]

/** Which known reply to a cut or a restore this text is; null: it is about something else, or not known. */
export function oilReplyOf(text: string, code: CommandCode): OilReply | null {
  const about = { code, isQuery: false }
  if (!isOil(about)) return null
  switch (classifyReply(text, about)) {
    case 'already':
      return code === 'oilCut' ? 'alreadyCut' : 'alreadyRestored'
    case 'success':
      return code === 'oilCut' ? 'cut' : 'restored'
    case 'cancelled':
      return 'cancelled'
    case 'pending':
      return 'failedCondition'
    case 'refused':
      return /speed limit|unvalued|not fixed|acc/i.test(text) ? 'failedCondition' : 'failedLater'
    default:
      return null
  }
}

/**
 * Does a reply without a number seem to be about this command? It contains its name, or words that only replies to
 * such commands have.
 * @param content what was sent
 */
export function isAbout(text: string, content: string, code: CommandCode): boolean {
  const name = /^[A-Za-z_]{2,}/.exec(content)?.[0]
  if (name !== undefined && text.toLowerCase().includes(name.toLowerCase())) return true
  if (isOil({ code, isQuery: false })) return oilWords.test(text)
  if (code === 'sos' || code === 'sosDelete') return /SOS\d?\s*:/i.test(text)
  if (code === 'centreNumber') return /cent(?:er|re)/i.test(text)
  return false
}

/** Words of the answers to cut and restore, in all dialects. */
const oilWords = /fuel|oil|power supply|relay|dyd|engine|油/i
