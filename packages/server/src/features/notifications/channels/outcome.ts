import type { DeliveryReason } from '@trackway/core/codes/notifications.ts'

/** The outcome of one attempt to notify somebody. Each answer of the other side is mapped to one of these. */
export type Outcome =
  /** It was taken; `isDelivered` where that is all there is to know. */
  | {
      kind: 'sent'
      providerId?: string | null
      segments?: number
      isDelivered?: boolean
      code?: string
      answer?: string
    }
  /** It was not accepted, and may be later: after `afterMs`, if the other side set that. */
  | { kind: 'later'; afterMs?: number; code?: string; answer: string }
  /** It will never be taken. */
  | { kind: 'refused'; reason: DeliveryReason; code?: string; answer: string }
  /** The way accepts nothing at all, for any receiver: credentials, balance. */
  | { kind: 'halted'; code?: string; answer: string }
  /** It was not handed over: so many go out to the receiver, or on behalf of the account, that there is room again only then. */
  | { kind: 'held'; reason: DeliveryReason; untilTime: number; code?: string; answer: string }
  /** It may have been taken: the answer was lost. */
  | { kind: 'unknown'; answer: string }

const maxAnswer = 300

/** The answer of the other side, in a line that the log keeps. */
export function answerText(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, maxAnswer)
}

/** `Retry-After` in milliseconds, an hour at most: seconds, or a date (RFC 9110, 10.2.3). */
export function retryAfterMs(header: string | null | undefined, now: number): number | undefined {
  if (!header) return undefined
  const ms = /^\d+$/.test(header.trim()) ? Number(header) * 1000 : Date.parse(header) - now
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), 3_600_000) : undefined
}
