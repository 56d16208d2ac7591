import {
  AddressRefused,
  NotReached,
  postGuarded,
  type ResolveAll,
} from '../../../platform/outbound/guarded-request.ts'
import { answerText, type Outcome, retryAfterMs } from './outcome.ts'
import { signatureHeaders } from './sign-webhook.ts'

export interface WebhookPost {
  url: string
  /** The present secret, then the previous one while both are valid. */
  secrets: readonly [string, ...string[]]
  body: Uint8Array
  /** Of the event. */
  id: string
  now: number
}

/** How requests to addresses of users are made. */
export interface OutboundRules {
  allowPrivate: boolean
  resolve?: ResolveAll
}

const timeoutMs = 15_000

/** Posts an event. Success is an answer of 2xx and nothing else; the same event may be posted again with its id. */
export async function postWebhook(post: WebhookPost, rules: OutboundRules): Promise<Outcome> {
  const { url, secrets, body, id, now } = post
  const timeS = Math.floor(now / 1000)
  try {
    const { status, headers, text } = await postGuarded({
      url,
      body,
      timeoutMs,
      ...rules,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Trackway-Webhook/1',
        ...signatureHeaders(secrets, { id, body, timeS }),
      },
    })
    const response = { code: String(status), answer: answerText(text) || `HTTP ${status}` }
    if (status >= 200 && status < 300) return { kind: 'sent', isDelivered: true, ...response }
    if (status === 410) return { kind: 'refused', reason: 'endpointOff', ...response }
    const afterMs = [429, 502, 503, 504].includes(status)
      ? retryAfterMs(headerOf(headers['retry-after']), now)
      : undefined
    return { kind: 'later', ...response, ...(afterMs !== undefined && { afterMs }) }
  } catch (error) {
    return failureOf(error)
  }
}

/** What a request that broke means: {@link NotReached} was not taken, others may have been. */
export function failureOf(error: unknown): Outcome {
  const answer = answerText((error as Error).message)
  if (error instanceof AddressRefused) return { kind: 'later', code: 'address', answer }
  return error instanceof NotReached ? { kind: 'later', answer } : { kind: 'unknown', answer }
}

export const headerOf = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value)
