/** What the server answers beyond the plain acknowledgement. Source: GT06 V1.8.1 "Address request", JM-VL03 V1.1.2 "Time check". */

import { dateParts } from '../wire/time.ts'
import { Writer } from '../wire/writer.ts'
import type { Answer } from './decoding.ts'
import { seal } from './envelope.ts'

/** "No address" as Traccar words it; it ends the device's repeating. */
export const noAddress = seal(0x97, noAddressBody(), 0, true)

function noAddressBody(): Uint8Array {
  const text = 'NA&&NA&&0##'
  const writer = new Writer()
  writer.u8(text.length)
  writer.u32(0)
  writer.ascii(text)
  return writer.done()
}

/** 8A: date and time in UTC; sending local time here shifts all stamps that follow. */
export const answerTime: Answer = ({ message, head, now }) =>
  void message.replies.push(seal(0x8a, Uint8Array.from(dateParts(now)), head.serial))

/** 1F: seconds since 1970 and two bytes of zero. Source: public captures of 0x1F. */
export const answerUnixTime: Answer = ({ message, head, now }) => {
  const writer = new Writer()
  writer.u32(Math.floor(now / 1000))
  writer.u16(0)
  message.replies.push(seal(0x1f, writer.done(), head.serial))
}
