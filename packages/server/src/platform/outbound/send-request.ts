import { request as httpRequest, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'

/** What a platform answered. */
export interface Answer {
  status: number
  headers: Record<string, string | string[] | undefined>
  /** Members of its JSON; empty where it is none. */
  json: Record<string, unknown>
  text: string
}

/** Our certificate, for platforms that require one. */
export interface Certificates {
  /** PEM. */
  certificate: string | null
  privateKey: string | null
  /** PEM of who signed theirs, whose name often is not that of its host; null: those that the system trusts. */
  authority: string | null
}

interface PlatformRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  url: string
  headers?: OutgoingHttpHeaders
  body?: string
  certificates?: Certificates
  /** What may stand in the request alone, whatever the answer repeats. */
  secrets?: Secrets
}

/** The platform refused a request, with its own code, or could not be reached. */
export class PlatformRefused extends Error {
  /**
   * `unreachable`: nothing was sent; `busy`: it was refused for now; `noAnswer`: no answer came, and `answer`: one
   * without the required field: the request may have been accepted.
   */
  readonly code: string
  /** Its message for people, who are shown nothing else of its answer; null: none. */
  readonly words: string | null

  constructor(code: string, answer: string, words: string | null = null) {
    super(shortText(answer))
    this.code = code
    this.words = words && shortText(words)
  }
}

const maxErrorText = 300

/** What a platform says, as it may be stored and shown: on one line, without signs that no text may hold. */
export const shortText = (text: string): string =>
  text
    .replaceAll(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()
    .slice(0, maxErrorText)

/**
 * What may be shown and logged of an answer that is not understood: the page of a proxy. Of JSON nothing but the status,
 * for tokens stand in it; of a page that repeats the request none of its secrets.
 */
export const quoteOf = ({ status, text }: Pick<Answer, 'status' | 'text'>, secrets: Secrets = []): string =>
  /^\s*[[{"]/.test(text) ? String(status) : withoutSecrets(`${status} ${text}`, secrets)

type Secrets = readonly (string | null | undefined)[]

export const withoutSecrets = (text: string, secrets: Secrets): string =>
  secrets.reduce<string>((left, secret) => (secret ? left.replaceAll(secret, '***') : left), text)

const timeoutMs = 15_000
/** Lists are of a hundred rows at most. */
const maxAnswerBytes = 1 << 20

/** @throws {PlatformRefused} `unreachable`, `busy`, `noAnswer`; `answer`: it is too long */
export async function sendRequest(request: PlatformRequest): Promise<Answer> {
  const answer = await answerTo(request)
  const { status } = answer
  const quote = () => quoteOf(answer, request.secrets)
  // A proxy answers 504 for a platform that got the request and did not answer in time.
  if (status === 504) throw new PlatformRefused('noAnswer', quote())
  if (status === 429 || status >= 500) throw new PlatformRefused('busy', quote())
  return answer
}

async function answerTo({ method, url, headers, body, certificates }: PlatformRequest): Promise<Answer> {
  const isSecure = url.startsWith('https:')
  const start = isSecure ? httpsRequest : httpRequest
  const { certificate, privateKey, authority } = certificates ?? {}
  let isConnected = false
  try {
    return await new Promise((resolve, reject) => {
      const outgoing = start(url, {
        method,
        headers: { ...headers, ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }) },
        signal: AbortSignal.timeout(timeoutMs),
        ...(certificate && privateKey && { cert: certificate, key: privateKey }),
        ...(authority && { ca: authority, checkServerIdentity: () => undefined }),
      })
      outgoing.on('error', reject)
      outgoing.on('socket', (socket) => {
        isConnected = outgoing.reusedSocket
        if (isConnected) return
        socket.once(isSecure ? 'secureConnect' : 'connect', () => {
          isConnected = true
        })
      })
      outgoing.on('response', (response) => {
        readAll(response).then((bytes) => {
          const text = bytes.toString('utf8')
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            json: membersOf(text),
            text,
          })
        }, reject)
      })
      outgoing.end(body)
    })
  } catch (error) {
    if (error instanceof PlatformRefused) throw error
    throw new PlatformRefused(isConnected ? 'noAnswer' : 'unreachable', (error as Error).message)
  }
}

async function readAll(response: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    parts.push(part)
    length += part.length
    // Leaving the loop closes the connection.
    if (length > maxAnswerBytes) throw new PlatformRefused('answer', 'the answer is too long')
  }
  return Buffer.concat(parts)
}

/** The same for a preparatory request, which may be repeated whatever its outcome was. */
export const sendRepeatable = (request: PlatformRequest): Promise<Answer> =>
  sendRequest(request).catch((error: PlatformRefused) => {
    throw new PlatformRefused('unreachable', error.message)
  })

function membersOf(text: string): Record<string, unknown> {
  try {
    const json: unknown = JSON.parse(text)
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? { ...json } : {}
  } catch {
    return {}
  }
}
