/**
 * Answers in words: 6006, 1300, 0701, and the sentences in brackets of Jointech locks.
 * Source: BSJ-EG01 V1.0.0 "Text answer" (6006); public frames of G08LS (1300, 0701) and of Jointech locks.
 */

import type { Message } from '../../protocol.ts'
import { type BodyReader, body, readBody, type WireType } from '../../wire/body.ts'
import { gbkText } from '../../wire/gbk.ts'
import { newMessage } from '../../wire/message.ts'
import { textRest, utf16Rest } from '../../wire/texts.ts'
import { u16, u32 } from '../../wire/types.ts'
import type { Decoding } from '../decoding.ts'

/** The first byte names the encoding of what follows: 0 GBK, 1 Unicode. */
const encodedText: WireType<string> = {
  read: (r, values) => (r.u8() === 1 ? utf16Rest.read(r, values) : printablePart(r)),
}

/** HOLLOO puts a tag of six bytes before the text. */
function printablePart(r: BodyReader): string {
  const bytes = r.rest()
  const tagBytes = 6
  const isTagged = bytes.length > tagBytes && bytes.subarray(0, tagBytes).some((byte) => byte < 0x09)
  return gbkText(isTagged ? bytes.subarray(tagBytes) : bytes)
}

const encoded = body({ text: encodedText })
const numbered = body({ serial: u16, text: utf16Rest })
const counted = body({ length: u32, text: textRest })

export function readEncodedText(r: BodyReader, { message }: Decoding): void {
  message.command = { correlation: null, text: readBody(encoded, r).text ?? '' }
}

export function readNumberedText(r: BodyReader, { message }: Decoding): void {
  const { serial = null, text = '' } = readBody(numbered, r)
  message.command = { correlation: serial, text }
}

/** 0701 is the waybill of the standard; padlocks answer commands by it. */
export function readWaybill(r: BodyReader, { message }: Decoding): void {
  const { text = '' } = readBody(counted, r)
  message.command = { correlation: null, text }
}

/** `(id,version,index,COMMAND,args…)`. */
export function readSentence(frame: Uint8Array, now: number): Message {
  const sentence = String.fromCharCode(...frame)
  const words = sentence.slice(1, -1).split(',')
  const [id = '', , , command = ''] = words
  const message = newMessage('commandReply', 'text', command || 'text')
  const stripped = id.replace(/^0+/, '')
  message.identity = { terminalIds: stripped === id ? [id] : [stripped, id] }
  if (command === 'BASE' && words.at(-1) === 'TIME') {
    message.kind = 'heartbeat'
    message.name = 'time request'
    const time = new Date(now).toISOString().replace(/\D/g, '').slice(0, 14)
    message.replies.push(new TextEncoder().encode(`(${[...words.slice(0, -1), time].join(',')})`))
  } else message.command = { correlation: null, text: sentence }
  return message
}
