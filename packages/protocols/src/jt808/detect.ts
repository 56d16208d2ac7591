/** Does a stream speak JT/T 808? Its first byte is a flag or a bracket, and its first frame is right. */

import { xor } from '../wire/checksums.ts'
import { contentOf, framingOf, readHeader, sisterFraming, standardFraming } from './envelope.ts'
import { cut, isUplinkByte } from './frame.ts'
import { newSession } from './session.ts'

export function detect(head: Uint8Array): 'yes' | 'no' | 'more' {
  // Portables send a few bytes of nothing in front.
  let start = 0
  while (start < head.length && start < 4 && isFiller(head[start]!)) start++
  if (start === head.length) return head.length > 4 ? 'no' : 'more'
  const first = head[start]!
  if (first === 0x28) return detectSentence(head.subarray(start))
  if (first !== standardFraming.flag && first !== sisterFraming.flag) return 'no'
  if (first === standardFraming.flag) {
    const id = head.subarray(start).find((byte) => byte !== standardFraming.flag)
    if (id !== undefined && !isUplinkByte(id)) return 'no'
  }
  const { frame, consumed } = cut(head.subarray(start), newSession())
  if (frame === undefined) return consumed > 0 && consumed === head.length - start ? 'no' : 'more'
  const framing = framingOf(frame)
  const content = contentOf(frame, framing)
  const header = content === null ? 'escape' : readHeader(content, framing)
  if (content === null || typeof header === 'string') return 'no'
  // A model may fill the checksum with rubbish; the length is then what counts.
  const isWhole = content.length === header.bodyStart + header.bodyLength + 1
  return isWhole || xor(content) === 0 ? 'yes' : 'no'
}

const isFiller = (byte: number): boolean => byte === 0x0d || byte === 0x0a || byte === 0x00

/** `(`, 10 to 15 digits, a comma, and a version that is a number: other bracket protocols differ here. */
function detectSentence(head: Uint8Array): 'yes' | 'no' | 'more' {
  const text = String.fromCharCode(...head.subarray(0, 24))
  if (/^\(\d{10,15},\d+,/.test(text)) return 'yes'
  return /^\(\d{0,15}$|^\(\d{10,15},\d*$/.test(text) ? 'more' : 'no'
}
