import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { smsSegments } from '../channels/segments.ts'
import type { TextCarrier } from '../channels/text-carrier.ts'
import { textProvider } from './text-provider.ts'

const carrier: TextCarrier = {
  name: 'sandbox',
  sendSms: async ({ text }) => ({
    kind: 'sent',
    isDelivered: true,
    providerId: `sandbox-${randomUUID()}`,
    segments: smsSegments(text),
  }),
  call: async () => ({ kind: 'sent', isDelivered: true, providerId: `sandbox-${randomUUID()}` }),
}

/**
 * Carries SMS and calls nowhere, so that every flow runs on a fresh machine: what it is given stands in the
 * deliveries, as if it had arrived.
 */
export const sandbox = textProvider({
  name: 'sandbox',
  label: 'Sandbox',
  settings: z.object({}),
  destination: [],
  isSandbox: true,
  connect: () => carrier,
})

/** Is it allowed? In production only where the operator named it. */
export function maySandbox(names: readonly string[], nodeEnv: string | undefined): boolean {
  return nodeEnv !== 'production' || names.includes('texts')
}

let isAllowed = maySandbox([], process.env.NODE_ENV)

/** Set at the start of the process from `SANDBOX_PROVIDERS`. */
export function setSandboxRule(allowed: boolean): void {
  isAllowed = allowed
}

export const mayUseSandbox = (): boolean => isAllowed
