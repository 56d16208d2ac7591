import { createHmac, timingSafeEqual } from 'node:crypto'
import { signaturesOf } from '../../platform/secrets.ts'

/**
 * Addresses at which devices fetch A-GPS data: `/a/<source>/<terminal id>/<signature>`. They stand in devices for years,
 * so they don't expire; deleting the source, or giving the device away, ends them.
 */
export interface AgpsLink {
  sourceId: number
  terminalId: string
}

const signatureBytes = 12

function signatureOfLink(key: Uint8Array, { sourceId, terminalId }: AgpsLink): Buffer {
  const text = `v1|agps=${sourceId}|imei=${terminalId}`
  return createHmac('sha256', key).update(text).digest().subarray(0, signatureBytes)
}

/** The path of a link, signed with the key of the platform. */
export function linkPath(link: AgpsLink): string {
  const signature = signatureOfLink(keys()[0]!, link).toString('base64url')
  return `/a/${link.sourceId}/${encodeURIComponent(link.terminalId)}/${signature}`
}

/** @returns null for what this platform did not sign */
export function readLink(parts: { source: string; device: string; signature: string }): AgpsLink | null {
  if (!/^\d{1,9}$/.test(parts.source) || !/^[\w-]{16}$/.test(parts.signature)) return null
  const link = { sourceId: Number(parts.source), terminalId: parts.device }
  const given = Buffer.from(parts.signature, 'base64url')
  return keys().some((key) => timingSafeEqual(given, signatureOfLink(key, link))) ? link : null
}

/** Under the present key of the platform, and under the one before. */
const keys = (): Buffer[] => signaturesOf('links', 'agps')
