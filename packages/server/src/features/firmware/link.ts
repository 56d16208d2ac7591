import { createHmac, timingSafeEqual } from 'node:crypto'
import { signaturesOf } from '../../platform/secrets.ts'

/**
 * Links at which devices fetch firmware: `/f/<file>/<device>/<expiry>/<signature>`, short enough for devices that take
 * 100 characters. Numbers are in base 36, the signature is the first 12 bytes of an HMAC-SHA256.
 */
export interface SignedLink {
  fileId: number
  /** What the device is registered under. */
  terminalId: string
  /** Epoch seconds. */
  expireSeconds: number
}

const signatureBytes = 12

export function signatureOfLink(
  key: string | Uint8Array,
  { fileId, terminalId, expireSeconds }: SignedLink,
): Buffer {
  const text = `v1|file=${fileId}|imei=${terminalId}|exp=${expireSeconds}`
  return createHmac('sha256', key).update(text).digest().subarray(0, signatureBytes)
}

/** The path of a link, signed with the key of the platform. */
export const linkPath = (link: SignedLink): string => pathWith(keys()[0]!, link)

export function pathWith(key: string | Uint8Array, link: SignedLink): string {
  const signature = signatureOfLink(key, link).toString('base64url')
  return `/f/${link.fileId}/${writeId(link.terminalId)}/${link.expireSeconds.toString(36)}/${signature}`
}

/** @returns null for what this platform did not sign */
export function readLink(parts: {
  file: string
  device: string
  expiry: string
  signature: string
}): SignedLink | null {
  const link = {
    fileId: Number(parts.file),
    terminalId: readId(parts.device),
    expireSeconds: Number.parseInt(parts.expiry, 36),
  }
  const given = Buffer.from(parts.signature, 'base64url')
  if (!/^[\w-]{16}$/.test(parts.signature) || link.terminalId === null || !/^\d{1,9}$/.test(parts.file))
    return null
  if (!/^[0-9a-z]{1,8}$/.test(parts.expiry)) return null
  const signed = { ...link, terminalId: link.terminalId }
  return keys().some((key) => timingSafeEqual(given, signatureOfLink(key, signed))) ? signed : null
}

/** Under the present key of the platform, and under the one before. */
const keys = (): Buffer[] => signaturesOf('links', 'firmware')

/** Ids that are no number, or that a number would shorten, stay as they are behind a hyphen. */
const writeId = (terminalId: string): string =>
  /^[1-9]\d*$/.test(terminalId) ? BigInt(terminalId).toString(36) : `-${terminalId}`

function readId(text: string): string | null {
  if (text.startsWith('-')) return text.slice(1)
  if (!/^[0-9a-z]{1,20}$/.test(text)) return null
  let value = 0n
  for (const digit of text) value = value * 36n + BigInt(Number.parseInt(digit, 36))
  return value.toString()
}
