import { createHash } from 'node:crypto'
import type { PushSubscription, VapidKeys } from 'web-push'
import { loadWhenUsed } from '../../../platform/load-when-used.ts'
import { postGuarded } from '../../../platform/outbound/guarded-request.ts'
import { answerText, type Outcome, retryAfterMs } from './outcome.ts'
import { failureOf, headerOf, type OutboundRules } from './webhook.ts'

/** Source: RFC 8030 (push), 8291 (encryption), 8292 (VAPID). */
export interface PushMessage {
  subscription: PushSubscription
  /** The key that the browser subscribed with. */
  publicKey: string
  /** What the worker of the page shows (`push-worker.js`). */
  notice: { id: string; title: string; body: string; url: string; tag: string }
  isUrgent: boolean
  /** How long it is news. */
  ttlS: number
  /** A later notice of the same replaces one that waits: of the same episode. */
  topic: string
}

export interface PushSender extends OutboundRules {
  vapid: VapidKeys
  /** `mailto:` or `https:` of the operator. */
  subject: string
  now: number
}

const webPush = loadWhenUsed<typeof import('web-push')>('web-push')
const timeoutMs = 15_000
/** Of the text: services take 4 kB, and a notice shows some lines. */
const maxBody = 400

/** Hands a notice to the push service of a browser. Taken means stored there, not shown. */
export async function sendPush(message: PushMessage, sender: PushSender): Promise<Outcome> {
  const { subscription, publicKey, notice, isUrgent, ttlS, topic } = message
  const { vapid, subject, now, ...rules } = sender
  // The service would refuse another key, day after day; the page subscribes anew at its next start.
  if (publicKey !== vapid.publicKey) return { kind: 'refused', reason: 'endpointOff', answer: 'another key' }
  const plain = JSON.stringify({ ...notice, body: [...notice.body].slice(0, maxBody).join('') })
  try {
    // Only what is sent is the library's: the address is the user's, and requests to those are guarded.
    const request = webPush().generateRequestDetails(subscription, plain, {
      vapidDetails: { ...vapid, subject },
      TTL: Math.max(0, Math.round(ttlS)),
      urgency: isUrgent ? 'high' : 'normal',
      topic: createHash('sha256').update(topic).digest('base64url').slice(0, 32),
    })
    const { status, headers, text } = await postGuarded({
      url: subscription.endpoint,
      body: request.body,
      timeoutMs,
      ...rules,
      headers: Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name.toLowerCase(), String(value)]),
      ),
    })
    const response = { code: String(status), answer: answerText(text) || `HTTP ${status}` }
    if (status >= 200 && status < 300) return { kind: 'sent', ...response }
    if (status === 404 || status === 410) return { kind: 'refused', reason: 'endpointOff', ...response }
    if (status === 413) return { kind: 'refused', reason: 'content', ...response }
    // Also 400, 401 and 403: addresses are named by users, and one that finds fault with our key halts no other.
    const afterMs = retryAfterMs(headerOf(headers['retry-after']), now)
    return { kind: 'later', ...response, ...(afterMs !== undefined && { afterMs }) }
  } catch (error) {
    return failureOf(error)
  }
}
