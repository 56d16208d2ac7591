/**
 * Captured frames with what must come out of each: `testing/frames/<protocol>.txt`, one frame a line, in hex
 * or as the text it is (`\r` and `\n` written out), a blank, and the message as JSON. A line that begins with
 * `#` is a comment and names the frame below it; `@now` sets the time of receipt of the lines that follow.
 */

import { fromHex } from '../wire/bytes.ts'

export interface Vector {
  title: string
  bytes: Uint8Array
  /** Epoch milliseconds. */
  now: number
  /** What the decoded message has to match; keys that are absent are not looked at. */
  message: { [key: string]: unknown }
}

/** @throws {SyntaxError} for a line that is neither a comment nor a frame with its message */
export function parseVectors(text: string): Vector[] {
  const vectors: Vector[] = []
  let now = 0
  let comment = ''
  for (const line of text.split('\n')) {
    if (line.startsWith('@now ')) now = Date.parse(line.slice(5))
    else if (line.startsWith('#')) comment = line.slice(1).trim()
    else if (line === '') comment = ''
    else {
      const at = line.indexOf(' {')
      const frame = line.slice(0, at)
      const title = comment === '' ? frame.slice(0, 80) : `${comment} (${frame.slice(0, 24)})`
      vectors.push({ title, bytes: frameBytes(frame), now, message: JSON.parse(line.slice(at), reviveTime) })
    }
  }
  return vectors
}

const frameBytes = (text: string): Uint8Array =>
  /^[0-9a-f]+$/.test(text)
    ? fromHex(text)
    : new TextEncoder().encode(text.replaceAll('\\r', '\r').replaceAll('\\n', '\n'))

const reviveTime = (key: string, value: unknown): unknown =>
  typeof value === 'string' && key.endsWith('Time') ? Date.parse(value) : value
