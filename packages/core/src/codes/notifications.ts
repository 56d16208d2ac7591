/** How people are notified of alarms, and the states of a delivery. */

export const postTypes = ['platform', 'platform+SMS', 'platform+SMS+phone', 'platform+phone'] as const
export type PostType = (typeof postTypes)[number]

export const notifyChannels = ['sms', 'phone', 'email', 'webPush', 'webhook'] as const
export type NotifyChannel = (typeof notifyChannels)[number]

/**
 * Events that a rule or a webhook sends; `endpointOff` notifies its owner that a webhook was switched off, `notice` an
 * account of what is no alarm.
 */
export const notifyChanges = [
  'opened',
  'updated',
  'acknowledged',
  'closed',
  'endpointOff',
  'notice',
  'test',
] as const
export type NotifyChange = (typeof notifyChanges)[number]

/**
 * A delivery is due at a time, being sent, or over: `sent` when whoever carries it has taken it, `delivered` when it
 * arrived, `unknown` when nobody can say whether it was taken, `dropped` when it was not sent on purpose.
 */
export const deliveryStates = ['due', 'sending', 'sent', 'delivered', 'failed', 'unknown', 'dropped'] as const
export type DeliveryState = (typeof deliveryStates)[number]

/** Why a delivery waits, was dropped, or failed. */
export const deliveryReasons = [
  'late',
  'stale',
  'quiet',
  'coolDown',
  'muted',
  'budget',
  'tooMany',
  'noConsent',
  'acknowledged',
  'notOpened',
  'optedOut',
  'noProvider',
  'noMailServer',
  'noReceiver',
  'endpointOff',
  'number',
  'content',
  'notHeard',
  'refused',
  'givenUp',
] as const
export type DeliveryReason = (typeof deliveryReasons)[number]

/** What came of one attempt. */
export const attemptOutcomes = ['started', 'sent', 'later', 'refused', 'halted', 'held', 'unknown'] as const
export type AttemptOutcome = (typeof attemptOutcomes)[number]

/** Whether somebody wants mails of an account: `expired` did not answer in time when asked. */
export const mailConsents = ['agreed', 'waiting', 'expired', 'unsubscribed'] as const
export type MailConsent = (typeof mailConsents)[number]

/** Default budget of an account for a month: SMS segments and calls. */
export const defaultBudget = { sms: 200, phone: 50 } as const
