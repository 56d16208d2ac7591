import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { processSettings } from '../../../platform/settings/process-settings.ts'
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
 * Carries SMS and calls nowhere, so that every flow runs on a fresh machine: the deliveries have what it is given,
 * as if it had arrived.
 */
export const sandbox = textProvider({
  name: 'sandbox',
  label: 'Test mode',
  settings: z.object({}),
  destination: [],
  isSandbox: true,
  connect: () => carrier,
})

/** Is it allowed? In production only where the operator named it. */
export function maySandbox(names: readonly string[], nodeEnv: string | undefined): boolean {
  return nodeEnv !== 'production' || names.includes('texts')
}

export const mayUseSandbox = (): boolean => maySandbox(processSettings.sandboxProviders, process.env.NODE_ENV)
