import { createHmac, timingSafeEqual } from 'node:crypto'
import { line } from '@trackway/core/api/call.ts'
import { secret } from '@trackway/core/api/secret.ts'
import { z } from 'zod'
import { xmlHead, xmlText } from '../../track-files/xml.ts'
import { answerText, type Outcome, retryAfterMs } from '../channels/outcome.ts'
import type { Report, SpokenText, TextCarrier } from '../channels/text-carrier.ts'
import { type Posted, textProvider } from './text-provider.ts'

/**
 * SMS and calls by Twilio. Source: Twilio, "Messages resource", "Calls resource", "TwiML for Programmable Voice",
 * "Error and warning dictionary", "Validating requests". A POST is not idempotent there: one without an answer is
 * unknown, not failed.
 */
const settings = z.object({
  accountSid: z
    .string()
    .trim()
    .regex(/^AC[0-9a-f]{32}$/)
    .describe('Account SID at the provider.'),
  authToken: secret(z.string().max(200).optional().describe('Key; left out: keep the stored one; secret.')),
  from: line(20)
    .regex(/^\+[1-9][0-9]{6,14}$/, 'telephone')
    .nullable()
    .default(null)
    .describe('Number that SMS and calls come from.'),
  messagingServiceSid: z
    .string()
    .trim()
    .regex(/^MG[0-9a-f]{32}$/)
    .nullable()
    .default(null)
    .describe('Messaging service that chooses the sender of an SMS; null: the number.'),
  apiUrl: z
    .url({ protocol: /^https?$/ })
    .max(200)
    .nullable()
    .default(null)
    .describe('Where the provider is reached, by a proxy of your own; null: at its own address.'),
})
type TwilioSettings = z.output<typeof settings>

export const twilio = textProvider({
  name: 'twilio',
  label: 'Twilio',
  settings,
  destination: ['accountSid', 'apiUrl'],
  connect: ({ authToken, ...set }, now) =>
    authToken === undefined ? null : connect({ ...set, authToken }, now),
  callbacks: {
    read: readPosted,
    say: (text) => ({ type: 'text/xml', body: response(text ? `<Say>${xmlText(text)}</Say>` : '') }),
  },
})

const officialUrl = 'https://api.twilio.com'
const timeoutMs = 15_000
const maxValidS = 36_000
const ringS = 45
const maxTwiml = 4_000

/** Codes of refusals. What is not here goes by the HTTP status: Twilio splits and renames them. */
const later = new Set([20429, 21611, 30001, 30003, 30008])
const halted = new Set([20003, 30002])
const reasons: Record<number, 'number' | 'content' | 'optedOut'> = {
  21211: 'number',
  21614: 'number',
  30005: 'number',
  30006: 'number',
  21612: 'number',
  // A country that the account may not send to: such a number does not halt the others.
  21408: 'number',
  21610: 'optedOut',
  30004: 'content',
  30007: 'content',
}

/** What an error code means, of an answer or of a report; null: it is not known. */
function outcomeOf(code: number, answer: string): Outcome | null {
  const details = { code: String(code), answer: answerText(answer) }
  if (later.has(code)) return { kind: 'later', ...details }
  if (halted.has(code)) return { kind: 'halted', ...details }
  const reason = reasons[code]
  return reason === undefined ? null : { kind: 'refused', reason, ...details }
}

function connect(set: Required<TwilioSettings>, now = Date.now): TextCarrier {
  const { accountSid, authToken, from, messagingServiceSid, apiUrl } = set
  const base = `${(apiUrl ?? officialUrl).replace(/\/+$/, '')}/2010-04-01/Accounts/${accountSid}`
  const headers = {
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString('base64')}`,
  }

  const post = async (path: string, fields: [string, string | null][]): Promise<Outcome> => {
    const given = fields.filter((field): field is [string, string] => field[1] !== null)
    try {
      const response = await fetch(`${base}${path}`, {
        method: 'POST',
        headers,
        body: new URLSearchParams(given),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      })
      return await readAnswer(response, now())
    } catch (error) {
      return ofFailure(error)
    }
  }

  return {
    name: 'twilio',
    sendSms: ({ to, text, callbackUrl, validS }) =>
      post('/Messages.json', [
        ['To', to],
        ...senderOf(messagingServiceSid, from),
        ['Body', text],
        ['StatusCallback', callbackUrl],
        ['ValidityPeriod', String(Math.min(Math.max(Math.round(validS), 1), maxValidS))],
      ]),
    call: (spoken) =>
      post('/Calls.json', [
        ['To', spoken.to],
        ['From', from],
        ['Twiml', twimlOf(spoken)],
        ['StatusCallback', spoken.callbackUrl],
        ...(spoken.callbackUrl === null
          ? []
          : (['initiated', 'ringing', 'answered', 'completed'] as const).map((event): [string, string] => [
              'StatusCallbackEvent',
              event,
            ])),
        ['Timeout', String(ringS)],
        ['MachineDetection', 'Enable'],
      ]),
    async findSms({ to, text, sinceTime }) {
      // The filter takes days of sending in UTC; the list is short, since it is of one receiver.
      const query = new URLSearchParams([
        ['To', to],
        ['DateSent>', new Date(sinceTime - 86_400_000).toISOString().slice(0, 10)],
        ['PageSize', '50'],
      ])
      try {
        const response = await fetch(`${base}/Messages.json?${query}`, {
          headers,
          redirect: 'manual',
          signal: AbortSignal.timeout(timeoutMs),
        })
        if (!response.ok) return undefined
        const { messages = [] } = (await response.json()) as {
          messages?: { sid?: string; body?: string; date_created?: string }[]
        }
        const isIt = ({ body, date_created: created }: (typeof messages)[number]) =>
          // Their clock and ours may differ by some seconds.
          body === text && Date.parse(created ?? '') >= sinceTime - 60_000
        return messages.find(isIt)?.sid ?? null
      } catch {
        return undefined
      }
    },
  }
}

function senderOf(service: string | null, from: string | null): [string, string | null][] {
  return service === null ? [['From', from]] : [['MessagingServiceSid', service]]
}

async function readAnswer(response: Response, now: number): Promise<Outcome> {
  const text = await response.text()
  const answer = parsed(text)
  if (response.status === 200 || response.status === 201) {
    // A success without an id could not be queried later.
    if (typeof answer.sid !== 'string') return { kind: 'unknown', answer: answerText(text) }
    const segments = Number(answer.num_segments ?? 0)
    return { kind: 'sent', providerId: answer.sid, ...(segments > 0 && { segments }) }
  }
  const code = Number(answer.code ?? 0)
  const details = {
    ...(code > 0 && { code: String(code) }),
    answer: answerText(String(answer.message ?? `HTTP ${response.status}`)),
  }
  if (response.status === 429) {
    const afterMs = retryAfterMs(response.headers.get('retry-after'), now)
    return { kind: 'later', ...details, ...(afterMs !== undefined && { afterMs }) }
  }
  const known = outcomeOf(code, details.answer)
  if (known !== null) return known
  if (response.status >= 500) return { kind: 'unknown', answer: details.answer }
  if (response.status === 401) return { kind: 'halted', ...details }
  return { kind: 'refused', reason: 'refused', ...details }
}

function parsed(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

/** Where no connection came about, nothing was taken. */
const notReached = ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH']

function ofFailure(error: unknown): Outcome {
  const { message, cause } = error as { message: string; cause?: { code?: string; message?: string } }
  const answer = answerText(cause?.message || message)
  return notReached.includes(cause?.code ?? '') ? { kind: 'later', answer } : { kind: 'unknown', answer }
}

/** Speaks the text twice; a key in between acknowledges, where there is an address to post it to. */
export function twimlOf({ text, language, keyUrl, keyText }: Omit<SpokenText, 'to'>): string {
  const say = (words: string) => `<Say language="${xmlText(language)}">${xmlText(words)}</Say>`
  // The text has to fit twice, with its tags.
  const short = [...text].slice(0, maxTwiml / 10).join('')
  const body =
    keyUrl === null
      ? `${say(short)}<Pause length="1"/>${say(short)}`
      : `<Gather numDigits="1" timeout="8" action="${xmlText(keyUrl)}">${say(short)}${say(keyText)}</Gather>${say(short)}`
  return response(body)
}

const response = (verbs: string) => `${xmlHead}<Response>${verbs}</Response>`

/** What is posted is a form; the signature covers its fields and the address. */
function readPosted({ event, url, headers, body }: Posted, { accountSid, authToken }: TwilioSettings) {
  const fields: Record<string, string> = Object.fromEntries(new URLSearchParams(body))
  const signature = headers['x-twilio-signature']
  const isOurs = authToken !== undefined && typeof signature === 'string' && fields.AccountSid === accountSid
  if (!isOurs || !isSignedByTwilio(authToken, signature, { url, fields })) return null
  const { MessageSid = '', CallSid = '', Digits: key = '' } = fields
  switch (event) {
    case 'sms':
      return { providerId: MessageSid, report: smsReport(fields) }
    case 'voice':
      return { providerId: CallSid, report: callReport(fields) }
    case 'key':
      return { providerId: CallSid, report: null, key }
  }
}

const taken = ['accepted', 'scheduled', 'queued', 'sending', 'sent', 'initiated', 'ringing', 'in-progress']

/** @param fields `MessageStatus`, `ErrorCode` of Twilio's status callback */
function smsReport({ MessageStatus: status = '', ErrorCode: code }: Record<string, string>): Report | null {
  if (taken.includes(status)) return { kind: 'taken' }
  if (status === 'delivered') return { kind: 'delivered' }
  if (!['undelivered', 'failed', 'canceled'].includes(status)) return null
  const answer = `${status} ${code ?? ''}`.trim()
  const known = outcomeOf(Number(code ?? 0), answer)
  return { kind: 'failed', outcome: known ?? { kind: 'refused', reason: 'refused', answer } }
}

/** @param fields `CallStatus`, `AnsweredBy`. A completed call may have reached a mailbox, and is charged. */
function callReport({ CallStatus: status = '', AnsweredBy: by = '' }: Record<string, string>): Report | null {
  if (taken.includes(status)) return { kind: 'taken' }
  if (status === 'completed') {
    if (by === 'human') return { kind: 'delivered' }
    const isMachine = by.startsWith('machine') || by === 'fax'
    return { kind: 'ended', reason: isMachine ? 'notHeard' : null }
  }
  if (status === 'busy' || status === 'no-answer')
    return { kind: 'failed', outcome: { kind: 'later', answer: status } }
  if (!['failed', 'canceled'].includes(status)) return null
  return { kind: 'failed', outcome: { kind: 'refused', reason: 'number', answer: status } }
}

/**
 * `X-Twilio-Signature`: base64 HMAC-SHA1 under the auth token of the URL as it was given to Twilio and of all posted
 * fields, sorted by name, name and value without anything between.
 */
export function twilioSignature(authToken: string, url: string, fields: Record<string, string>): string {
  const text = Object.keys(fields)
    .sort()
    .reduce((sum, name) => `${sum}${name}${fields[name]}`, url)
  return createHmac('sha1', authToken).update(text, 'utf8').digest('base64')
}

/** Did Twilio send this? The URL counts with and without the default port. */
export function isSignedByTwilio(
  authToken: string,
  signature: string,
  { url, fields }: { url: string; fields: Record<string, string> },
): boolean {
  const { origin, protocol, hostname } = new URL(url)
  const withPort = url.replace(origin, `${protocol}//${hostname}:${protocol === 'https:' ? 443 : 80}`)
  const given = Buffer.from(signature)
  return [url, withPort].some((each) => {
    const expected = Buffer.from(twilioSignature(authToken, each, fields))
    return given.length === expected.length && timingSafeEqual(given, expected)
  })
}
