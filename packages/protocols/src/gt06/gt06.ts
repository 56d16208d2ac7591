/**
 * GT06: the protocol of Concox/Jimi trackers (GT06N, GV20, ET, AT, JM-VL, LL, JC) and of the clones of
 * Wanway, SeeWorld, Topin and others.
 * Source: GT06 protocol V1.8.1, JM-VL03 V1.1.2, device firmware and public frames of the family.
 */
import { defineProtocol } from '../wire/define-protocol.ts'
import { encodeCommand } from './command.ts'
import { cut } from './cut.ts'
import { answer, readHead, rowOf } from './decode.ts'
import { encodeReport } from './encode.ts'
import { answerMedia, due } from './messages/media.ts'
import { applyProfile, newSession } from './session.ts'

export const gt06 = defineProtocol({
  name: 'gt06',
  defaultPort: 5023,
  detect,
  newSession,
  applyProfile,
  frame: cut,
  head: readHead,
  row: rowOf,
  answer,
  encode: encodeReport,
  encodeCommand,
  answerMedia,
  due,
})

/** `78 78` or `79 79`, perhaps after the stop bytes of a frame that was cut off. */
function detect(head: Uint8Array): 'yes' | 'no' | 'more' {
  let at = 0
  while (head[at] === 0x0d || head[at] === 0x0a) at++
  const first = head[at]
  if (at > 4) return 'no'
  if (first === undefined) return 'more'
  if (first !== 0x78 && first !== 0x79) return 'no'
  const second = head[at + 1]
  if (second === undefined) return 'more'
  return second === first ? 'yes' : 'no'
}
