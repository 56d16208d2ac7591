/** Bodies that are no table: texts, sub-types and requests. */
import type { Message } from '../../protocol.ts'
import { Reader } from '../../wire/reader.ts'
import { timeAnswer, unixTimeAnswer } from '../answers.ts'
import { chooseLayout } from '../choose.ts'
import type { Envelope } from '../envelope.ts'
import type { Body } from '../layouts/body.ts'
import { Draft } from '../layouts/draft.ts'
import { informationBodies } from '../layouts/information.ts'
import { readPrefix, type Trace } from '../layouts/row.ts'
import { asciiText, hexByte } from '../layouts/row-kinds.ts'
import { unknown } from '../malformed.ts'
import { toReport } from '../report.ts'
import type { Gt06Session } from '../session.ts'
import { iccidOf, placeOf, readCommand, readOldReply, readReply, replyText } from './command-reply.ts'
import { readIdentifiers, readInformation, readSubscriber, readTransparent } from './information.ts'

export function decodeFree(
  frame: Uint8Array,
  envelope: Envelope,
  body: Body,
  message: Message,
  session: Gt06Session,
  now: number,
): Message {
  const reader = new Reader(frame, envelope.start, envelope.end)
  const draft = new Draft()
  switch (body.name) {
    case 'commandReply':
      return decodeReply(envelope, reader, message)
    case 'timeRequest':
      return { ...message, replies: [timeAnswer(envelope.serial, now)] }
    case 'unixTimeRequest':
      return { ...message, replies: [unixTimeAnswer(envelope.serial, now)] }
    case 'information':
      return decodeInformation(frame, envelope, body, message, session, now)
    case 'imsi':
    case 'iccid':
      readSubscriber(reader, draft)
      break
    case 'identifiers':
      readIdentifiers(reader, draft)
      break
    case 'transparentData':
      readTransparent(reader, draft)
      break
    case 'command':
    case 'query':
      readCommand(reader, draft)
      break
    default:
      return { ...unknown(frame, envelope), name: body.name, replies: message.replies }
  }
  return tell(draft, body, message, session, now)
}

/** 0x94: the first byte is the sub-type. */
function decodeInformation(
  frame: Uint8Array,
  envelope: Envelope,
  body: Body,
  message: Message,
  session: Gt06Session,
  now: number,
): Message {
  const reader = new Reader(frame, envelope.start, envelope.end)
  const subType = reader.u8()
  const table = informationBodies[subType]
  const draft = table ? chooseLayout(frame, { ...envelope, start: reader.offset }, table).draft : new Draft()
  draft.addExtra('subType', subType)
  const kind = table?.kind ?? readInformation(subType, reader, draft)
  return tell(draft, body, { ...message, kind }, session, now)
}

function tell(draft: Draft, body: Body, message: Message, session: Gt06Session, now: number): Message {
  const { report, information } = draft
  const hasState = message.kind === 'reports' || report.oilCut !== undefined || report.iccid !== undefined
  return {
    ...message,
    ...(information && { information }),
    ...(hasState && { reports: [toReport(draft, body, '', session, now)] }),
  }
}

function decodeReply(envelope: Envelope, reader: Reader, message: Message): Message {
  const command = envelope.number === 0x15 ? readOldReply(reader) : readReply(reader)
  const text = command.text ?? ''
  const iccid = iccidOf(text)
  if (iccid) return { ...message, kind: 'information', information: { iccid } }
  // An empty answer must not settle the command that is still waiting for its own.
  if (text === '') return { ...message, kind: 'information', information: {} }
  const place = placeOf(text)
  return { ...message, command, reports: place ? [place] : [] }
}

/** The fields of such a body; what stands behind the last of them is left to the caller. */
export function traceFree(number: number, isLong: boolean, reader: Reader, trace: Trace): void {
  const step = (name: string, length: number, read: (reader: Reader) => string | number) => {
    if (reader.remaining === 0) return
    const from = reader.offset
    const value = read(reader)
    trace(name, from, Math.min(length, reader.end - from), String(value))
  }
  switch (number) {
    case 0x15: {
      step('length', 1, (each) => each.u8())
      step('serverFlag', 4, (each) => each.u32())
      const length = Math.max(0, reader.remaining - 2)
      step('text', length, (each) => asciiText(each.take(length)))
      step('language', 2, (each) => each.u16())
      return
    }
    case 0x21: {
      step('serverFlag', 4, (each) => each.u32())
      const coding = reader.peek()
      step('coding', 1, (each) => each.u8())
      step('text', reader.remaining, (each) => replyText(each.rest(), coding))
      return
    }
    case 0x94: {
      if (!isLong) return
      const table = informationBodies[reader.peek()]
      step('subType', 1, (each) => hexByte(each.u8()))
      if (!table) return
      const range = { isLong, number, start: reader.offset, end: reader.end, serial: 0 }
      readPrefix(chooseLayout(reader.bytes, range, table).layout.rows, reader, new Draft(), trace)
    }
  }
}
