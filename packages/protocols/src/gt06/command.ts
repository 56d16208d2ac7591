/**
 * The text command 0x80 that a server sends.
 * Source: GT06 V1.8.1 "Online command"; JM-VL03 V1.1.2, 0x80.
 */

import { textCommands } from '../wire/command-texts.ts'
import { Writer } from '../wire/writer.ts'
import { gt06Texts } from './command-texts.ts'
import { seal } from './envelope.ts'
import type { Gt06Session } from './session.ts'

/** Longest text that the one-byte lengths leave room for. */
export const maxCommandLength = 240

/** A command of the catalogue as its text. Replies repeat the flag; some units say zero, and are matched by their words. */
export const encodeCommand = textCommands(gt06Texts, (text, _session: Gt06Session, { flag }) => {
  const content = ended(text)
  if (content.length > maxCommandLength) return { unsupported: 'parameters' }
  return { content, frames: [encodeText(content, flag, flag & 0xffff, 2)], correlations: [flag] }
})

/** Firmware ignores a text without `#` at its end; those of other families that it takes end otherwise. */
const ended = (text: string): string => (/[#;>]$/.test(text) ? text : `${text}#`)

/**
 * A text as frame 0x80.
 * @param text printable ASCII, at most `maxCommandLength` characters
 * @param serverFlag comes back in the reply; some units always send zero instead
 * @param language 1 Chinese, 2 English; left out in the older form
 */
export function encodeText(text: string, serverFlag: number, serial: number, language?: 1 | 2): Uint8Array {
  const writer = new Writer()
  writer.u8(4 + text.length)
  writer.u32(serverFlag)
  writer.ascii(text)
  if (language !== undefined) writer.u16(language)
  return seal(0x80, writer.done(), serial)
}
