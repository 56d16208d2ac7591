/**
 * Commands of H02: `*HQ,<id>,<word>,<hhmmss>,<values>#`, answered by `V4,<word>`; SMS words where models have them.
 * Source: H02 document, "commands"; the S20 family by the tables of several servers.
 */
import { type CommandTexts, textCommands } from '../wire/command-texts.ts'
import type { H02Session } from './session.ts'

/** Word and values; the time goes between them. */
const texts: CommandTexts = {
  oilCut: () => 'S20,1,1',
  oilRestore: () => 'S20,1,0',
  defenceOn: () => 'SCF,0,0',
  defenceOff: () => 'SCF,1,1',
  locate: () => 'R1',
  // Under the password of the factory; a type with another one has its own texts.
  version: () => 'check123456',
  reset: () => 'reset123456',
  timer: ({ movingS }) => (movingS > 0 ? `S71,22,${movingS}` : null),
}

export const encodeCommand = textCommands(texts, (text, session: H02Session, { terminalId, now }) => {
  const { maker } = session
  // Whole sentences, and words of text messages, which models take as they are.
  if (!/^[A-Z]+\d*(?:,|#?$)/.test(text)) return { content: text, frames: [bytes(text)], correlations: [] }
  const [word, ...values] = text.replace(/#$/, '').split(',')
  const time = new Date(now).toISOString().slice(11, 19).replaceAll(':', '')
  const line = ['', session.terminalId || terminalId, word, time, ...values].join(',')
  return { content: text, frames: [bytes(`*${maker}${line}#`)], correlations: [word!] }
})

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)
