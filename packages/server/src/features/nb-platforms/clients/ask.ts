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
  /** `unreachable`: nothing was asked; `noAnswer`: none came, and perhaps it was taken. */
  readonly code: string

  constructor(code: string, answer: string) {
    super(answer.slice(0, 300))
    this.code = code
  }
}

const timeoutMs = 15_000

/** It never came to a connection. */
const isBefore = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(
    String((error as NodeJS.ErrnoException).code),
  )

/** @throws {PlatformRefused} `unreachable`, `noAnswer` */
export async function ask({ method, url, headers, body, certificates }: Asking): Promise<Answer> {
  const start = url.startsWith('https:') ? httpsRequest : httpRequest
  const { certificate, privateKey, authority } = certificates ?? {}
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
    throw new PlatformRefused(isBefore(error) ? 'unreachable' : 'noAnswer', (error as Error).message)
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
