import type { KnownPayment, NewPayment, NewRefund } from '../providers/pay-provider.ts'

/** A payment and its refund as providers get them in their tests. */

const payment = { id: 42, number: 'TW2026112200000042', amount: 8997, currency: 'USD' } as const

export const aNewPayment = (
  provider: string,
  more: Partial<NewPayment> & Pick<NewPayment, 'expireTime'>,
): NewPayment => ({
  ...payment,
  description: 'Trackway renewal, 3 devices',
  returnUrl: 'https://track.example.com/payResult?order=1',
  cancelUrl: 'https://track.example.com/payResult?order=1&cancelled',
  hookUrl: `https://track.example.com/hooks/${provider}/1`,
  language: 'cn',
  openId: null,
  ...more,
})

export const aKnownPayment = (more: Partial<KnownPayment> = {}): KnownPayment => ({
  ...payment,
  providerPayment: null,
  providerCapture: null,
  ...more,
})

export const aRefundOf = (payment: KnownPayment, more: Partial<NewRefund> = {}): NewRefund => ({
  id: 7,
  number: 'TWR0000007',
  amount: 2999,
  currency: 'USD',
  reason: 'One vehicle was sold.',
  payment,
  providerRefund: null,
  hookUrl: 'https://track.example.com/hooks/1',
  ...more,
})
