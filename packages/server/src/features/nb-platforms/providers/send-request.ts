import { request as httpRequest, type OutgoingHttpHeaders } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { buffer } from 'node:stream/consumers'

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
    super(answer.slice(0, maxErrorText))
    this.code = code
    this.words = words?.slice(0, maxErrorText) ?? null
  }
}

const maxErrorText = 300

const timeoutMs = 15_000

/** @throws {PlatformRefused} `unreachable`, `busy`, `noAnswer` */
export async function sendRequest(request: PlatformRequest): Promise<Answer> {
  const answer = await answerTo(request)
  const { status, text } = answer
  // A proxy answers 504 for a platform that got the request and did not answer in time.
  if (status === 504) throw new PlatformRefused('noAnswer', `${status} ${text}`)
  if (status === 429 || status >= 500) throw new PlatformRefused('busy', `${status} ${text}`)
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
        buffer(response).then((bytes) => {
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
    throw new PlatformRefused(isConnected ? 'noAnswer' : 'unreachable', (error as Error).message)
  }
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
