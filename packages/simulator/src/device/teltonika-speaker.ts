import type { Report } from '@trackway/protocols/protocol.ts'
import { encodeText } from '@trackway/protocols/teltonika/command.ts'
import { encodeGreeting, encodeReport, encodeReports } from '@trackway/protocols/teltonika/encode.ts'
import { codecNames, crcBytes, headBytes, ping, u32At } from '@trackway/protocols/teltonika/envelope.ts'
import type { Sent, ServerMessage, Speaker } from './speaker.ts'

/** Records a packet; its size stays far below the 1,280 bytes that devices send at most. */
const batchSize = 15
const acceptance = 0x01

/**
 * A Teltonika device. The server's counts name no packet: they answer the packets in their order. A keep-alive byte
 * stands for the heartbeat.
 */
export function createTeltonikaSpeaker({ imei }: { imei: string }): Speaker {
  let serial = 0
  let received: Uint8Array = new Uint8Array(0)
  let isWelcome = false
  /** Packets whose count is still to come. */
  let unanswered: number[] = []

  const packet = (bytes: Uint8Array, reports: readonly Report[]): Sent => {
    serial += 1
    unanswered.push(serial)
    return { bytes, serial, isAnswered: true, reports }
  }

  return {
    greet() {
      received = new Uint8Array(0)
      isWelcome = false
      unanswered = []
      return { bytes: encodeGreeting(imei), serial: 0, isAnswered: true, reports: [] }
    },
    report: (report) => packet(encodeReport(report), [report]),
    backlog(reports) {
      const sent: Sent[] = []
      for (let at = 0; at < reports.length; at += batchSize) {
        const some = reports.slice(at, at + batchSize)
        sent.push(packet(encodeReports(some), some))
      }
      return sent
    },
    heartbeat: () => ({ bytes: Uint8Array.of(ping), serial: 0, isAnswered: false, reports: [] }),
    // There are no months in milliseconds: a clock that was never set sends 0.
    impossibleDate: (report) => encodeReport({ ...report, fixTime: 0 }),
    receive(chunk) {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const messages: ServerMessage[] = []
      for (let size = sizeOf(received); size > 0; size = sizeOf(received)) {
        const found = readAnswer(received.subarray(0, size))
        if (found) messages.push(found)
        received = received.subarray(size)
      }
      return messages
    },
  }

  /** Size of what the server sent next; 0 while it is unknown. */
  function sizeOf(bytes: Uint8Array): number {
    if (!isWelcome) return Math.min(1, bytes.length)
    if (bytes.length < 4 || u32At(bytes, 0) !== 0) return bytes.length < 4 ? 0 : 4
    // A count of 0, or the preamble of a command.
    if (bytes.length <= headBytes) return 0
    if (!(bytes[headBytes]! in codecNames)) return 4
    const size = headBytes + u32At(bytes, 4) + crcBytes
    return bytes.length < size ? 0 : size
  }

  function readAnswer(bytes: Uint8Array): ServerMessage | null {
    if (!isWelcome) {
      isWelcome = bytes[0] === acceptance
      return { kind: isWelcome ? 'welcome' : 'refused' }
    }
    if (bytes.length > 4) {
      const sent = { bytes: encodeText('OK', true), serial: 0, isAnswered: false, reports: [] }
      return { kind: 'proceed', sent }
    }
    const answered = unanswered.shift()
    return answered === undefined ? null : { kind: 'acknowledged', serial: answered, isCumulative: false }
  }
}
