import { encode as encodeNbiot, encodeOnline } from '@trackway/protocols/nbiot/nbiot.ts'
import { encode as encodeOsmand } from '@trackway/protocols/osmand/osmand.ts'
import { encodeAlive, encode as encodeOwntracks } from '@trackway/protocols/owntracks/owntracks.ts'
import type { Report } from '@trackway/protocols/protocol.ts'
import { request } from '@trackway/protocols/wire/http/request-text.ts'
import type { Sent, ServerMessage, Speaker } from './speaker.ts'

/** A protocol over HTTP from the device's side. */
export interface Requests {
  /** A sign of life: the first request of a connection. */
  hello: () => Uint8Array
  report: (report: Report) => Uint8Array
}

export const osmandRequests = (id: string): Requests => ({
  hello: () => request('GET', `/?id=${encodeURIComponent(id)}`),
  report: (report) => encodeOsmand(report, 0, id),
})

/** @param id `user/device`, or the device alone */
export const owntracksRequests = (id: string): Requests => ({
  hello: () => encodeAlive(id),
  report: (report) => encodeOwntracks(report, 0, id),
})

/** What CTWing pushes of a device. */
export const nbiotRequests = (imei: string): Requests => ({
  hello: () => encodeOnline(imei),
  report: (report) => encodeNbiot(report, 0, imei),
})

/** Before any device was made: no clock has this date. */
const brokenClock = 0

/** Requests over a connection that stays open. Each is answered in its turn, by a status. */
export function createRequestSpeaker({ hello, report }: Requests): Speaker {
  let serial = 0
  /** Serials of requests whose answer has not come; the first of a connection is its greeting. */
  let awaited: number[] = []
  let greeting = -1
  let received = ''

  const send = (bytes: Uint8Array, reports: readonly Report[]): Sent => {
    awaited.push(++serial)
    return { bytes, serial, isAnswered: true, reports }
  }

  return {
    greet() {
      awaited = []
      received = ''
      const sent = send(hello(), [])
      greeting = sent.serial
      return sent
    },
    report: (one) => send(report(one), [one]),
    backlog: (reports) => reports.map((one) => send(report(one), [one])),
    heartbeat: () => send(hello(), []),
    impossibleDate: (one) => {
      // Answered as all others are.
      awaited.push(++serial)
      return report({ ...one, fixTime: brokenClock })
    },
    receive(chunk) {
      received += String.fromCharCode(...chunk)
      const messages: ServerMessage[] = []
      for (let answer = answerOf(received); answer; answer = answerOf(received)) {
        received = received.slice(answer.length)
        const answered = awaited.shift()
        if (answered === undefined || answer.status >= 500) continue
        if (answer.status >= 400) messages.push({ kind: 'refused' })
        else if (answered === greeting) messages.push({ kind: 'welcome' })
        else messages.push({ kind: 'acknowledged', serial: answered, isCumulative: false })
      }
      return messages
    },
  }
}

/** The first whole answer of what was received. */
function answerOf(text: string): { status: number; length: number } | null {
  const head = /^HTTP\/1\.1 (\d{3})[\s\S]*?\r\n\r\n/.exec(text)
  if (!head) return null
  const bodyLength = Number(/^content-length: (\d+)/im.exec(head[0])?.[1] ?? 0)
  const length = head[0].length + bodyLength
  return text.length >= length ? { status: Number(head[1]), length } : null
}
