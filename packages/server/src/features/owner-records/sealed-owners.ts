import type { Owner } from '@trackway/core/rules/mask.ts'
import { seal, signatureOf, signaturesOf, unseal } from '../../platform/secrets.ts'

/** An owner as the database keeps it. */
export interface SealedOwner {
  keyId: string
  sealed: Buffer
  digests: Buffer[]
}

const found = ['idCard', 'telephone', 'contract'] as const

/** Names the key without telling it. */
export const keyId = () => signatureOf('', 'owner record key').toString('hex', 0, 8)

/** Bytes sealed for one device do not open for another. */
const purposeOf = (deviceId: number) => `owner record ${deviceId}`

export function sealOwner(deviceId: number, owner: Owner): SealedOwner {
  return {
    keyId: keyId(),
    sealed: seal(JSON.stringify(owner), purposeOf(deviceId)),
    digests: found.flatMap((field) => (owner[field] ? [digestOf(owner[field])] : [])),
  }
}

/** @returns null for what another key sealed */
export function openOwner(deviceId: number, sealed: Uint8Array): Owner | null {
  const text = unseal(sealed, purposeOf(deviceId))
  return text === null ? null : (JSON.parse(text) as Owner)
}

/** By which a whole number is found, however its letters, blanks and dashes are written: as it is stored. */
const digestOf = (number: string): Buffer => digestsOf(number)[0]!

/** The same, and that under the key before, with which some records may still be sealed. */
export function digestsOf(number: string): Buffer[] {
  const digests = signaturesOf(number.toUpperCase().replace(/[\s-]/g, ''), 'owner record')
  return digests.map((digest) => digest.subarray(0, 16))
}
