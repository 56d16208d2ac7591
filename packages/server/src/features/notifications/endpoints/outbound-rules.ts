import { Refusal } from '../../../platform/errors.ts'
import { AddressRefused, assertPublic } from '../../../platform/outbound/guarded-request.ts'
import { processSettings } from '../../../platform/settings/process-settings.ts'
import type { OutboundRules } from '../channels/webhook.ts'

export const outboundRules = (): OutboundRules => ({ allowPrivate: processSettings.webhookAllowPrivate })

/** @throws {Refusal} `addressRefused` for an address of this machine or its network, and for one that is not encrypted */
export async function assertEndpoint(url: string): Promise<void> {
  const { allowPrivate } = outboundRules()
  // Alarms contain personal data and need HTTPS on the way; a test machine may do without.
  const isOpen = url.startsWith('http:') && !allowPrivate && process.env.NODE_ENV === 'production'
  if (isOpen) throw new Refusal('addressRefused')
  try {
    await assertPublic(url, allowPrivate)
  } catch (error) {
    if (error instanceof AddressRefused) throw new Refusal('addressRefused', { cause: error })
    throw error
  }
}
