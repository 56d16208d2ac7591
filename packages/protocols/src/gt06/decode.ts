/** GT06 frames to messages. Reports carry signed WGS-84 degrees, km/h and epoch milliseconds. */
import { alarms } from '@trackway/core/codes/alarms.ts'
import type { Message } from '../protocol.ts'
import { noAddress } from './answers.ts'
import { longBodies, shortBodies } from './bodies.ts'
import { bodyProblem, type Chosen, chooseLayout } from './choose.ts'
import { acknowledge, type Envelope, openEnvelope } from './envelope.ts'
import { decodeFree } from './free/free-bodies.ts'
import { readObd } from './free/obd.ts'
import { pictureReplies } from './free/picture.ts'
import { identityOf } from './identity.ts'
import type { Body } from './layouts/body.ts'
import type { Draft } from './layouts/draft.ts'
import { login } from './login.ts'
import { malformed, typeOf, unknown } from './malformed.ts'
import { decodeNoCrc, isNoCrcFrame, isNoCrcGps, isNoCrcHeartbeat } from './no-crc/no-crc.ts'
import { toReport } from './report.ts'
import type { Gt06Session } from './session.ts'

/** Reads one frame. Never throws: a frame that breaks the protocol becomes `malformed`. */
export function decode(frame: Uint8Array, session: Gt06Session, now: number): Message[] {
  const envelope = openFrame(frame, session)
  if (envelope === 'no CRC') return decodeNoCrc(frame, session, now)
  if (typeof envelope === 'string') return [malformed(envelope, frame)]
  const body = bodyOf(envelope)
  return [body ? decodeBody(frame, envelope, body, session, now) : unknown(frame, envelope)]
}

/** Whether a frame is GT06 or of the dialect without CRC, which the connection may have shown before. */
export function openFrame(
  frame: Uint8Array,
  session: Gt06Session,
): Envelope | 'no CRC' | (Message['problem'] & string) {
  const envelope = openEnvelope(frame, session.profile.isChecksumOptional === true)
  if (typeof envelope !== 'string') return envelope
  if (isNoCrcFrame(frame, session)) return 'no CRC'
  const isLookalike = envelope === 'checksum' && (isNoCrcHeartbeat(frame) || isNoCrcGps(frame))
  return isLookalike ? 'no CRC' : envelope
}

export const bodyOf = ({ isLong, number }: Envelope): Body | undefined =>
  (isLong ? longBodies : shortBodies)[number]

function decodeBody(
  frame: Uint8Array,
  envelope: Envelope,
  body: Body,
  session: Gt06Session,
  now: number,
): Message {
  const message: Message = {
    kind: body.kind,
    type: typeOf(envelope.number),
    name: body.name,
    reports: [],
    replies:
      body.acknowledge === false
        ? []
        : [acknowledge(body.acknowledge, envelope.serial, body.isLongAcknowledge)],
    refusals: [],
  }
  if (body.layouts.length === 0) return decodeFree(frame, envelope, body, message, session, now)
  if (envelope.start === envelope.end && body.kind !== 'login') {
    // An empty body is a sign of life, and the device waits for an answer to it.
    return { ...message, kind: 'heartbeat', replies: [acknowledge(envelope.number, envelope.serial)] }
  }
  const chosen = chooseLayout(frame, envelope, body)
  const problem = bodyProblem(chosen, body)
  if (problem) return { ...malformed(problem, frame), replies: body.isAlarm ? message.replies : [] }
  if (!chosen.isExact && chosen.isImpossible && body.kind !== 'login') return unknown(frame, envelope)
  return complete(frame, envelope, body, chosen, message, session, now)
}

/** What a body means, once its fields are read. */
function complete(
  frame: Uint8Array,
  envelope: Envelope,
  body: Body,
  chosen: Chosen,
  message: Message,
  session: Gt06Session,
  now: number,
): Message {
  const { draft, variant } = chosen
  switch (body.name) {
    case 'login':
      return login(frame, draft, message, session)
    case 'pictureInfo':
    case 'pictureData':
      return {
        ...message,
        replies: pictureReplies(draft, body.name, session),
        information: draft.extra ?? {},
      }
    case 'media':
    case 'file':
      return { ...message, information: draft.extra ?? {} }
    case 'addressQuery':
      message.replies = [variant === 'RFID' ? acknowledge(envelope.number, envelope.serial) : noAddress]
      if (variant === 'RFID') message.name = 'rfid'
      break
    case 'cellList':
    case 'cells':
    case 'cellsAndWifi':
      if (draft.flags >= 0) message.name = 'location'
      break
    case 'heartbeat':
      if (draft.flags >= 0) message.kind = 'reports'
      break
    case 'obdStream':
      readObd(draft)
      break
  }
  if (body.isLongAcknowledge && body.isAlarm) raiseSecurity(draft)
  const guess = dialectByVariant[variant]
  if (guess) session.guessedDialect = guess
  if (draft.imei !== '') {
    const identity = identityOf(draft.imei)
    if (identity) message.identity = identity
  }
  message.reports = [toReport(draft, body, variant, session, now)]
  return message
}

/** Forms of a body that only the devices of one dialect send. */
const dialectByVariant: { readonly [variant: string]: string } = {
  SeeWorld: 'seeworld',
  LW4G: 'lw',
  SL4X: 'gt02',
  GT02: 'gt02',
  'Wanway S20': 'wanway',
}

/** AZ735 says its alarms in a byte of its own. */
function raiseSecurity(draft: Draft): void {
  const state = draft.extra?.statusByte
  if (state === 0xa0) draft.report.armed = true
  if (state === 0xa1) draft.report.armed = false
  if (state === 0xa2 || state === 0xa3) draft.addAlarm(alarms.internalBatteryLow)
  if (state === 0xa5) draft.addAlarm(alarms.doorOpened)
}
