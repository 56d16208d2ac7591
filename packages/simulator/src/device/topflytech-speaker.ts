import type { Report } from '@trackway/protocols/protocol.ts'
import { encodeAnswer } from '@trackway/protocols/topflytech/command.ts'
import { encodeHeartbeat, encodeLogin, encodePosition } from '@trackway/protocols/topflytech/encode.ts'
import { headBytes, lengthOf, serialOf } from '@trackway/protocols/topflytech/envelope.ts'
import type { Sent, ServerMessage, Speaker } from './speaker.ts'

const types = { login: 0x01, command: 0x81 }
/** Where the month is in a position: after head, settings, state and year. */
const monthAt = headBytes + 30

/** A Topflytech vehicle tracker of the second mark (`25 25`), which has an answer to everything. */
export function createTopflytechSpeaker({ imei }: { imei: string }): Speaker {
  let serial = 0
  let received: Uint8Array = new Uint8Array(0)

  const send = (
    make: (serial: number) => Uint8Array,
    reports: readonly Report[],
    isAnswered = true,
  ): Sent => {
    serial = (serial % 0xffff) + 1
    return { bytes: make(serial), serial, isAnswered, reports }
  }
  const position = (report: Report): Sent => send((own) => encodePosition(report, own, imei), [report])

  return {
    greet() {
      received = new Uint8Array(0)
      return send((own) => encodeLogin(imei, own), [])
    },
    report: position,
    backlog: (reports) =>
      reports.map((report) =>
        send((own) => encodePosition({ ...report, isBuffered: true }, own, imei), [report]),
      ),
    heartbeat: () => send((own) => encodeHeartbeat(imei, own), []),
    impossibleDate(report) {
      const frame = encodePosition(report, serial, imei)
      frame[monthAt] = 0x13
      return frame
    },
    receive(chunk) {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const messages: ServerMessage[] = []
      while (received.length >= headBytes && received.length >= lengthOf(received)) {
        messages.push(readAnswer(received.subarray(0, lengthOf(received))))
        received = received.subarray(lengthOf(received))
      }
      return messages
    },
  }

  function readAnswer(frame: Uint8Array): ServerMessage {
    if (frame[2] === types.login) return { kind: 'welcome' }
    if (frame[2] !== types.command)
      return { kind: 'acknowledged', serial: serialOf(frame), isCumulative: false }
    const text = `IMEI:${imei},SET OK#`
    return { kind: 'proceed', sent: send((own) => encodeAnswer(text, imei, own), [], false) }
  }
}
