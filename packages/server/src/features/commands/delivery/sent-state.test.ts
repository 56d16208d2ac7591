import { expect, test } from 'vitest'
import { outcomeOf, type SentEvent, type SentState } from './sent-state.ts'

const now = 100_000
const byTime = now + 30_000
const text = (code: SentState['code'] = 'text', rest: Partial<SentState> = {}): SentState => ({
  code,
  command: { code: 'text', parameters: { content: 'STATUS#' } },
  encoded: {},
  isAccepted: false,
  byTime,
  ...rest,
})
const silent = text('text', { encoded: { isUnanswered: true } })
const wordy = text('text', { encoded: { isTextAnswered: true } })
const taken = text('text', { encoded: { isOnlyTaken: true } })
const accepted = text('text', { encoded: { isTextAnswered: true, isUnanswered: true }, isAccepted: true })
const bare = { correlation: 1, result: 'success' } as const
const reply = { correlation: 1, text: 'Battery:4.1V,ok' }

const settled = (replyClass: string, failure: string | null): object => ({
  verdict: { replyClass, failure },
})
const cases: [string, SentState, SentEvent, object][] = [
  ['a bare yes', text(), bare, settled('success', null)],
  ['a bare yes where a text follows', wordy, bare, { acceptedUntil: now + 10_000 }],
  ['the same close to its end', { ...wordy, byTime: now + 1 }, bare, { acceptedUntil: now + 1 }],
  ['a bare yes that only says that it came', taken, bare, settled('accepted', null)],
  ['a bare no', text(), { ...bare, result: 'failed' }, settled('refused', 'refused')],
  [
    'a bare no where a yes only says that it came',
    taken,
    { ...bare, result: 'wrong' },
    settled('refused', 'refused'),
  ],
  ['a yes with words where a text follows', wordy, { ...bare, text: 'done' }, settled('success', null)],
  ['words after it was accepted', accepted, { ...reply, result: 'success' }, settled('success', null)],
  ['silence', text(), 'timeout', settled('timeout', 'timeout')],
  ['silence where it says nothing', silent, 'timeout', settled('unanswered', null)],
  ['silence after it was accepted', accepted, 'timeout', settled('accepted', null)],
  ['the end of the connection', text(), 'disconnect', settled('unknown', 'disconnected')],
  ['the end where it says nothing', silent, 'disconnect', settled('unanswered', null)],
  ['the end after it was accepted', accepted, 'disconnect', settled('accepted', null)],
  ['the end of a device that restarts', text('reset'), 'disconnect', settled('unanswered', null)],
  ['the silence of one', text('reset'), 'timeout', settled('timeout', 'timeout')],
]
test.each(cases)('%s', (_, sent, event, outcome) => {
  expect(outcomeOf(sent, event, now)).toMatchObject(outcome)
})
