/**
 * The text command 0x80 that a server sends.
 * Source: GT06 V1.8.1 "Online command"; JM-VL03 V1.1.2, 0x80.
 */

import { Writer } from '../wire/writer.ts'
import { seal } from './envelope.ts'

/** Longest text that the one-byte lengths leave room for. */
export const maxCommandLength = 240

/**
 * A command in SMS syntax; a missing `#`, without which firmware ignores it, is added.
 * @param text printable ASCII, at most `maxCommandLength` characters
 * @param serverFlag comes back in the reply; some units always send zero instead
 * @param language 1 Chinese, 2 English; left out in the older form
 */
export function encodeCommand(
  text: string,
  serverFlag: number,
  serial: number,
  language?: 1 | 2,
): Uint8Array {
  const line = text.endsWith('#') ? text : `${text}#`
  const writer = new Writer()
  writer.u8(4 + line.length)
  writer.u32(serverFlag)
  writer.ascii(line)
  if (language !== undefined) writer.u16(language)
  return seal(0x80, writer.done(), serial)
}
