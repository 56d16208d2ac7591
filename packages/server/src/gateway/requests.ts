import type { Protocol } from '@trackway/protocols/protocol.ts'
import { response } from '@trackway/protocols/wire/http/http.ts'

/** Are the frames of this protocol HTTP requests? */
export const isOverHttp = ({ transports }: Protocol<unknown>): boolean => transports.includes('http')

const retryAfterSeconds = 30

/** What clients are answered whose request is not handed to its codec. Each ends the connection. */
export const requestAnswers = {
  /** It goes on for too long, or is none. */
  notRead: response(413, { isLast: true }),
  /** Its rest did not come. */
  slow: response(408, { isLast: true }),
  /** It cannot be stored now: the client keeps its report. */
  busy: response(503, { isLast: true, retryAfterSeconds }),
} as const

/** The answer to a request that was taken, with what its device is told. */
export const withBody = (frames: readonly Uint8Array[], isLast: boolean): Uint8Array =>
  response(200, { text: Buffer.concat(frames).toString(), isLast })
