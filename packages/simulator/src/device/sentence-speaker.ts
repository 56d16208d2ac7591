import type { Report } from '@trackway/protocols/protocol.ts'
import type { Sent, ServerMessage, Speaker } from './speaker.ts'

/** A protocol of texts from the device's side. Its answers name no frame: they come in the order of what was sent. */
export interface Sentences {
  greet: string
  heartbeat: (report: Report) => Uint8Array
  report: (report: Report, isBuffered: boolean) => Uint8Array
  /** Are reports answered too? */
  isReportAnswered: boolean
  /** What the server sends, from its first character to its last. */
  sentence: RegExp
  /** Is it an answer to what was sent? Otherwise it is a command. */
  isAnswer: (sentence: string) => boolean
  /** The answer of a device that carries a command out; null: none. */
  obey: (sentence: string) => string | null
}

export function createSentenceSpeaker(sentences: Sentences): Speaker {
  let serial = 0
  /** Serials of frames whose answer has not come. */
  let awaited: number[] = []
  let greetSerial = -1
  let received = ''

  const send = (bytes: Uint8Array, reports: readonly Report[], isAnswered: boolean): Sent => {
    serial++
    if (isAnswered) awaited.push(serial)
    return { bytes, serial, isAnswered, reports }
  }
  const report = (one: Report, isBuffered: boolean): Sent =>
    send(sentences.report(one, isBuffered), [one], sentences.isReportAnswered)

  return {
    greet() {
      awaited = []
      received = ''
      const sent = send(bytesOf(sentences.greet), [], true)
      greetSerial = sent.serial
      return sent
    },
    report: (one) => report(one, false),
    backlog: (reports) => reports.map((one) => report(one, true)),
    heartbeat: (one) => send(sentences.heartbeat(one), [], true),
    impossibleDate: (one) => sentences.report({ ...one, fixTime: null }, false),
    receive(chunk) {
      received += String.fromCharCode(...chunk)
      const messages: ServerMessage[] = []
      for (let found = sentences.sentence.exec(received); found; found = sentences.sentence.exec(received)) {
        received = received.slice(found.index + found[0].length)
        const one = readAnswer(found[0])
        if (one) messages.push(one)
      }
      return messages
    },
  }

  function readAnswer(sentence: string): ServerMessage | null {
    if (!sentences.isAnswer(sentence)) {
      const answer = sentences.obey(sentence)
      return answer === null ? null : { kind: 'proceed', sent: send(bytesOf(answer), [], false) }
    }
    const answered = awaited.shift()
    if (answered === undefined) return null
    if (answered === greetSerial) return { kind: 'welcome' }
    return { kind: 'acknowledged', serial: answered, isCumulative: true }
  }
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)
