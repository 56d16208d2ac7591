/**
 * Commands of TK103: `(<id>Axxx<values>)`, answered by `Bxxx`.
 * Source: KX402/TK103 V1.5, "download commands".
 */
import { type CommandTexts, textCommands } from '../wire/command-texts.ts'
import { encodeSentence } from './decode.ts'
import type { Tk103Session } from './session.ts'

const texts: CommandTexts = {
  locate: () => 'AP00',
  version: () => 'AP07',
  timer: ({ movingS }) => `AR00${movingS.toString(16).toUpperCase().padStart(4, '0')}0000`,
  oilCut: () => 'AV010',
  oilRestore: () => 'AV011',
  reset: () => 'AT00',
  mileage: ({ mileageKm }) => (mileageKm === 0 ? 'AX01' : null),
}

export const encodeCommand = textCommands(texts, (text, session: Tk103Session, { terminalId }) => {
  if (text.startsWith('('))
    return { content: text, frames: [new TextEncoder().encode(text)], correlations: [] }
  // The positions that follow AR00 have the type that an answer to it would have.
  const isUnanswered = text.startsWith('AR00')
  const reply = text === 'AP00' ? 'BP04' : text.replace(/^A(.{3}).*$/, 'B$1')
  return {
    content: text,
    frames: [encodeSentence(session.terminalId || terminalId, text, session.hasCommas)],
    correlations: isUnanswered ? [] : [reply],
    isUnanswered,
  }
})
