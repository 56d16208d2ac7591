import type { KnownPayment, NewPayment, PayClient } from '../providers/pay-provider.ts'
import { aKnownPayment, aNewPayment } from './example-payment.ts'
import type { FakePaypal } from './fake-paypal.ts'

/** Payments at PayPal as far as tests need them. */

export const startTime = Date.parse('2026-11-22T04:00:00Z')
export const hourMs = 3_600_000

export const newPayment = (more: Partial<NewPayment> = {}): NewPayment =>
  aNewPayment('paypal', { expireTime: startTime + hourMs, ...more })

interface Paypal {
  fake: FakePaypal
  client: PayClient
}

/** A payment that its buyer approved. */
export async function approvedAt(
  { fake, client }: Paypal,
  more: Partial<NewPayment> = {},
): Promise<KnownPayment> {
  const { providerPayment } = await client.create(newPayment(more))
  fake.books.approve(providerPayment!)
  return aKnownPayment({ ...more, providerPayment: providerPayment! })
}

/** One whose money is there. */
export async function paidAt(paypal: Paypal, more: Partial<NewPayment> = {}): Promise<KnownPayment> {
  const payment = await approvedAt(paypal, more)
  const { providerCapture } = await paypal.client.capture(payment)
  return { ...payment, providerCapture: providerCapture! }
}
