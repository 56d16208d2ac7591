/** Commands as text in type 81; the reply names none of them, so one at a time. Source: maker's manual, "Commands"; T8808 manual. */
import { type CommandTexts, commandLine as line, textCommands } from '../wire/command-texts.ts'
import { type Mark, marks, seal } from './envelope.ts'
import type { TopflytechSession } from './session.ts'

/** Of the factory; a type whose devices have another has it in its own texts. */
const pin = '000000'
const commandType = 0x81
const textKind = 0x01

const texts: CommandTexts = {
  oilCut: () => line('RELAY', pin, 1),
  oilRestore: () => line('RELAY', pin, 0),
  version: () => 'VERSION#',
  timer: ({ movingS, parkedS }) => line('TIMER', pin, movingS, parkedS ?? movingS),
  server: ({ host, port }) => line('IP', pin, host, port),
}

export const encodeCommand = textCommands(texts, (text, session: TopflytechSession, { terminalId }) => {
  const content = text.endsWith('#') ? text : `${text}#`
  return {
    content,
    frames: [encodeText(content, terminalId, session.mark ?? marks.vehicle)],
    correlations: [],
  }
})

/** A text as a server sends it. */
export const encodeText = (text: string, imei: string, mark: Mark): Uint8Array =>
  seal(mark, commandType, 1, imei, [textKind, ...Array.from(text, (letter) => letter.charCodeAt(0) & 0x7f)])

/** An answer of a device: two bytes a letter, the low one first. */
export const encodeAnswer = (text: string, imei: string, serial: number): Uint8Array =>
  seal(marks.vehicle, commandType, serial, imei, [
    textKind,
    ...Array.from(text).flatMap((letter) => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8]),
  ])
