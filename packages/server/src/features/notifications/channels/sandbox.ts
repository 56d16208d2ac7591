import { randomUUID } from 'node:crypto'
import { smsSegments } from './segments.ts'
import type { TextProvider } from './text-provider.ts'

/**
 * Carries SMS and calls nowhere, so that every flow runs on a fresh machine: what it is given stands in the
 * deliveries, as if it had arrived.
 */
export const sandbox: TextProvider = {
  name: 'sandbox',
  sendSms: async ({ text }) => ({
    kind: 'sent',
    isDelivered: true,
    providerId: `sandbox-${randomUUID()}`,
    segments: smsSegments(text),
  }),
  call: async () => ({ kind: 'sent', isDelivered: true, providerId: `sandbox-${randomUUID()}` }),
}

/** Is it allowed? In production only where the operator named it. */
export function maySandbox(names: readonly string[], nodeEnv: string | undefined): boolean {
  return nodeEnv !== 'production' || names.includes('texts')
}
