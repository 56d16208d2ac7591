/** What the platform answers beyond 8001. Source: JT/T 808-2019, 8 "Server time", "Resend sub-packages"; S21L (8109), HOLLOO (8205), Jointech (4401), T/JSATL12 (9212). */
import { type BodyReader, body, readBody } from '../../wire/body.ts'
import { bcdTime, dateParts } from '../../wire/time.ts'
import { counted, u8, u16 } from '../../wire/types.ts'
import { type Decoding, reply } from '../decoding.ts'

const resendRequest2013 = body({ serial: u16, numbers: counted(u8, u16) })
const resendRequest2019 = body({ serial: u16, numbers: counted(u16, u16) })

/** The parts that the device names go out again, unchanged. */
export function resendParts(decoding: Decoding, r: BodyReader): void {
  const { session, message } = decoding
  const { serial = -1, numbers = [] } = readBody(r.context.is2019 ? resendRequest2019 : resendRequest2013, r)
  const sent = session.sentParts.get(serial)
  if (sent === undefined) {
    // Parts of a file are not kept: whoever sends it makes them again.
    message.file = { kind: 'missing', firstSerial: serial, numbers: [...new Set(numbers)] }
    return
  }
  for (const number of new Set(numbers)) {
    const frame = sent[number - 1]
    if (frame !== undefined) message.replies.push(frame)
  }
}

/** The time of now as 8004 and 8205 want it: BCD, UTC. */
export const answerTime = (decoding: Decoding) => reply(decoding, 0x8004, bcdTime(decoding.now, 0))

/** 8109: year in two bytes, the rest binary, UTC, result 0. */
export function answerPortableTime(decoding: Decoding): void {
  const year = new Date(decoding.now).getUTCFullYear()
  const [, ...rest] = dateParts(decoding.now)
  reply(decoding, 0x8109, [year >> 8, year & 0xff, ...rest, 0])
}

/** 8205: time in the standard's zone, model and displacement unknown, no upgrade. */
export const answerVersion = (decoding: Decoding) =>
  reply(decoding, 0x8205, [...bcdTime(decoding.now, 480), 0, 0, 0, 0, 0])

/** 4401 only where the device requests it by attribute bit 15. */
export function answerLock(decoding: Decoding): void {
  const { id, attributes } = decoding.header
  if (attributes & 0x8000) reply(decoding, 0x4401, [id >> 8, id & 0xff, 0])
}

/** 9212: the file's name and type as they came, result 0 complete, no packets to send again. */
export function answerAttachment(decoding: Decoding, r: BodyReader): void {
  const length = r.peek()
  const head = r.bytes.subarray(r.offset, Math.min(r.end, r.offset + 1 + length + 1))
  reply(decoding, 0x9212, [...head, 0, 0])
}
