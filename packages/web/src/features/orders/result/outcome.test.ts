import { expect, test } from 'vitest'
import { outcomeOf } from './outcome.ts'

const open = { status: 1, cancelCause: null, lines: [{ result: null }], refunds: [] } as const
const paid = (state: 'created' | 'capturing' | 'pending' | 'failed' | 'expired', payPage = {}) => ({
  ...open,
  payments: [{ state, payPage }],
})
const over = { ...open, payments: [] }

test.each([
  ['a payment at the provider', paid('created', { url: 'https://pay.example' }), 'confirming'],
  ['a code to scan', paid('created', { qrText: 'weixin://' }), 'toPay'],
  ['money that is being taken', paid('capturing'), 'confirming'],
  ['a payment that takes days', paid('pending'), 'pending'],
  ['a refused attempt', paid('failed'), 'failure'],
  ['an attempt that ran out', paid('expired'), 'failure'],
  ['no attempt at all', over, 'failure'],
  [
    'renewed devices',
    { ...over, status: 2, lines: [{ result: 'renewed' }, { result: 'deviceGone' }] },
    'success',
  ],
  ['devices that are gone', { ...over, status: 2, lines: [{ result: 'deviceGone' }] }, 'notRenewed'],
  ['a top-up', { ...over, status: 2, lines: [] }, 'success'],
  ['a whole refund', { ...over, status: 3 }, 'refunded'],
  ['an order that the buyer cancelled', { ...over, status: 4, cancelCause: 'buyer' }, 'cancelled'],
  ['an order that ran out', { ...over, status: 4, cancelCause: 'expired' }, 'expired'],
  ['an order that the provider refused', { ...over, status: 4, cancelCause: 'refused' }, 'refused'],
  [
    'another amount than was to be paid',
    { ...over, status: 4, cancelCause: 'otherAmount', refunds: [{ cause: 'late' }] },
    'otherAmount',
  ],
  [
    'money that came too late',
    { ...over, status: 4, cancelCause: 'expired', refunds: [{ cause: 'late' }] },
    'late',
  ],
] as const)('%s', (_, order, outcome) => expect(outcomeOf(order, { isGivenUp: false })).toBe(outcome))

test.each([
  [paid('created'), 'givenUp'],
  // Money moves, whatever the address says.
  [paid('capturing'), 'confirming'],
  [paid('pending'), 'pending'],
  [{ ...over, status: 2 } as const, 'success'],
] as const)('who turned back is told so while no money moves', (order, outcome) =>
  expect(outcomeOf(order, { isGivenUp: true })).toBe(outcome),
)
