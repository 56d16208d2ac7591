import { PayFailure } from './pay-provider.ts'

const usualTimeoutMs = 15_000
const usualMaxBytes = 1 << 20

export interface ProviderRequest {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  timeoutMs?: number
  /** How long its answer may be. */
  maxBytes?: number
}

export interface Answer {
  status: number
  headers: Headers
  body: Buffer
}

/**
 * Sends a request to a provider; redirects are not followed.
 * @throws {PayFailure} `unreached`; `silent`, also for 5xx, for a server may fail when all is done; `busy` for 429
 */
export async function sendRequest(
  url: string,
  { timeoutMs = usualTimeoutMs, maxBytes = usualMaxBytes, ...init }: ProviderRequest,
): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(url, { ...init, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    const { cause } = error as { cause?: { code?: string; message?: string } }
    const isUnreached = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'].includes(cause?.code ?? '')
    throw new PayFailure(isUnreached ? 'unreached' : 'silent', cause?.message ?? (error as Error).message)
  }
  const body = await bodyOf(response, maxBytes)
  if (response.status === 429 || response.status >= 500) {
    const seconds = Number(response.headers.get('retry-after'))
    const retryAfterMs = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : null
    const kind = response.status === 429 ? 'busy' : 'silent'
    throw new PayFailure(kind, `${response.status} ${body.toString('utf8')}`, { retryAfterMs })
  }
  return { status: response.status, headers: response.headers, body }
}

async function bodyOf(response: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for await (const part of response.body ?? []) {
      length += part.length
      if (length > maxBytes) throw new Error('the answer is too long')
      parts.push(part)
    }
  } catch (error) {
    throw new PayFailure('silent', (error as Error).message)
  }
  return Buffer.concat(parts)
}
