import type { AlarmCode } from '@trackway/core/codes/alarms.ts'
import { encodeAlarm, encodeLogin, encodePosition } from '@trackway/protocols/bsj/encode.ts'
import { headBytes, lengthOf, ownMark, rawIdOf, seal } from '@trackway/protocols/bsj/envelope.ts'
import type { Report } from '@trackway/protocols/protocol.ts'
import type { Sent, ServerMessage, Speaker } from './speaker.ts'

const types = { answer: 0x21, login: 0xb1, commandAnswer: 0x85 }
/** Where the month is in a position: after mark, type, length, id and year. */
const monthAt = 10

/**
 * A BSJ device of the maker's own form. The server answers logins and stored positions by their type and checksum,
 * and no others.
 */
export function createBsjSpeaker({ terminalId }: { terminalId: string }): Speaker {
  let serial = 0
  let received: Uint8Array = new Uint8Array(0)
  let isWelcome = false
  /** Serials by type and checksum of what is answered. */
  const awaited = new Map<string, number>()
  const key = (type: number, checksum: number) => `${type} ${checksum}`

  const send = (bytes: Uint8Array, reports: readonly Report[], isAnswered: boolean): Sent => {
    serial += 1
    if (isAnswered) awaited.set(key(bytes[2]!, bytes[bytes.length - 2]!), serial)
    return { bytes, serial, isAnswered, reports }
  }

  return {
    greet() {
      received = new Uint8Array(0)
      isWelcome = false
      awaited.clear()
      return send(encodeLogin(terminalId), [], true)
    },
    report(report) {
      const [code] = report.alarms ?? []
      const alarm = code === undefined ? null : encodeAlarm(report, code as AlarmCode, terminalId)
      return send(alarm ?? encodePosition(report, terminalId), [report], false)
    },
    backlog: (reports) =>
      reports.map((report) => send(encodePosition(report, terminalId, true), [report], true)),
    heartbeat: () => send(encodeLogin(terminalId), [], true),
    impossibleDate(report) {
      const frame = encodePosition(report, terminalId)
      frame[monthAt] = 0x13
      return seal(ownMark, frame[2]!, rawIdOf(terminalId), frame.slice(headBytes + 4, -2))
    },
    receive(chunk) {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const messages: ServerMessage[] = []
      while (received.length >= headBytes && received.length >= headBytes + lengthOf(received)) {
        const size = headBytes + lengthOf(received)
        const found = readAnswer(received.subarray(0, size))
        if (found) messages.push(found)
        received = received.subarray(size)
      }
      return messages
    },
  }

  function readAnswer(frame: Uint8Array): ServerMessage | null {
    const type = frame[2]!
    if (type !== types.answer) return { kind: 'proceed', sent: send(answerTo(type), [], false) }
    const [checksum = 0, answeredType = 0] = frame.subarray(headBytes)
    if (answeredType === types.login && !isWelcome) {
      isWelcome = true
      return { kind: 'welcome' }
    }
    const answered = awaited.get(key(answeredType, checksum))
    return answered === undefined ? null : { kind: 'acknowledged', serial: answered, isCumulative: true }
  }

  /** A position without a fix that names the command. */
  function answerTo(type: number): Uint8Array {
    const empty = encodePosition({ fixTime: null, fix: 'none' }, terminalId).slice(headBytes + 4, -2)
    empty[empty.length - 1] = type
    return seal(ownMark, types.commandAnswer, rawIdOf(terminalId), empty)
  }
}
