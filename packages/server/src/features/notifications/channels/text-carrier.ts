import type { DeliveryReason } from '@trackway/core/codes/notifications.ts'
import type { Db } from '../../../platform/database/database.ts'
import { type Sending, takeBudget } from '../../../platform/outbound/send-budgets.ts'
import type { Outcome } from './outcome.ts'

/** A provider of SMS and calls. It never throws: a failure is an outcome. */
export interface TextCarrier {
  /** Of its provider. */
  name: string
  sendSms(sms: SmsText): Promise<Outcome>
  call(call: SpokenText): Promise<Outcome>
  /**
   * Was this SMS, whose response was lost, accepted?
   * @returns its id at the provider; null: no; undefined: the provider cannot be queried
   */
  findSms?(sms: Pick<SmsText, 'to' | 'text'> & { sinceTime: number }): Promise<string | null | undefined>
}

/** Every SMS and call goes through here: none is handed to the provider over the budgets. */
export async function withinBudget(
  db: Db,
  sending: Sending & { kind: 'sms' | 'phone' },
  send: () => Promise<Outcome>,
  now: number,
): Promise<Outcome> {
  const untilTime = await takeBudget(db, sending, now)
  if (untilTime === null) return send()
  return { kind: 'held', reason: 'tooMany', untilTime, answer: 'too many messages' }
}

export interface SmsText {
  /** E.164. */
  to: string
  text: string
  /** Where its states are reported; null: nowhere. */
  callbackUrl: string | null
  /** How long it is news. */
  validS: number
}

export interface SpokenText {
  to: string
  text: string
  /** BCP 47. */
  language: string
  callbackUrl: string | null
  /** Where the pressed key is posted; null: no key is requested. */
  keyUrl: string | null
  /** The text spoken before a key is requested. */
  keyText: string
}

/** What a provider reports later of an SMS or a call; null: nothing new. */
export type Report =
  | { kind: 'taken' }
  | { kind: 'delivered' }
  | { kind: 'ended'; reason: DeliveryReason | null }
  | { kind: 'failed'; outcome: Outcome }
