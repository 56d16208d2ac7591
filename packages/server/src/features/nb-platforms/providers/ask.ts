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

/** Who we are, to platforms that ask for a certificate. */
export interface Certificates {
  /** PEM. */
  certificate: string | null
  privateKey: string | null
  /** PEM of who signed theirs, whose name often is not that of its host; null: those that the system trusts. */
  authority: string | null
}

interface Asking {
  method: 'GET' | 'POST' | 'PUT'
  url: string
  headers?: OutgoingHttpHeaders
  body?: string
  certificates?: Certificates
}

/** The platform said no, with its own code, or nobody could be asked. */
export class PlatformRefused extends Error {
  /**
   * `unreachable`: nothing was asked; `busy`: it has no time, and took nothing; `noAnswer`: none came, and `answer`: one
   * that does not say what is asked for: perhaps it was taken.
   */
  readonly code: string
  /** What it says to people, who are shown nothing else of its answer; null: nothing. */
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
export async function ask(asking: Asking): Promise<Answer> {
  const answer = await answerTo(asking)
  const { status, text } = answer
  // A proxy says 504 for a platform that was asked and did not answer in time.
  if (status === 504) throw new PlatformRefused('noAnswer', `${status} ${text}`)
  if (status === 429 || status >= 500) throw new PlatformRefused('busy', `${status} ${text}`)
  return answer
}

async function answerTo({ method, url, headers, body, certificates }: Asking): Promise<Answer> {
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

/** The same for what goes before a question, which may be asked again whatever came of it. */
export const askFirst = (asking: Asking): Promise<Answer> =>
  ask(asking).catch((error: PlatformRefused) => {
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
