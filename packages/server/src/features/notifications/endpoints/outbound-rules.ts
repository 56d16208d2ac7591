import { Refusal } from '../../../platform/errors.ts'
import { AddressRefused, assertPublic } from '../../../platform/outbound/guarded-request.ts'
import type { OutboundRules } from '../channels/webhook.ts'

/** Of this process, set at its start from `WEBHOOK_ALLOW_PRIVATE`. */
let current: OutboundRules = { allowPrivate: false }

export function setOutboundRules(rules: OutboundRules): void {
  current = rules
}

export const outboundRules = (): OutboundRules => current

/** @throws {Refusal} `addressRefused` for an address of this machine or its network, and for one that is not encrypted */
export async function assertEndpoint(url: string): Promise<void> {
  const { allowPrivate, resolve } = current
  // What alarms say of people is nobody's on the way; a machine on which things are tried may do as it likes.
  const isOpen = url.startsWith('http:') && !allowPrivate && process.env.NODE_ENV === 'production'
  if (isOpen) throw new Refusal('addressRefused')
  try {
    await assertPublic(url, allowPrivate, resolve)
  } catch (error) {
    if (error instanceof AddressRefused) throw new Refusal('addressRefused', { cause: error })
    throw error
  }
}
