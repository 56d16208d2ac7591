import { createHmac, randomBytes } from 'node:crypto'

/** Source: Standard Webhooks 1.0 (signature scheme) for `webhook-signature`; `X-Trackway-Signature` is our own. */

const prefix = 'whsec_'

/** Serves both signatures: 24 random bytes. */
export function newSecret(): string {
  return prefix + randomBytes(24).toString('base64')
}

/**
 * Headers of one attempt: the id is the same for the same event, the time is that of the attempt.
 * @param secrets the present one, then the previous one while both are valid
 */
export function signatureHeaders(
  secrets: readonly [string, ...string[]],
  { id, body, timeS }: { id: string; body: Uint8Array; timeS: number },
): Record<string, string> {
  const signed = Buffer.concat([Buffer.from(`${id}.${timeS}.`), body])
  const standard = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(prefix.length), 'base64')
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  })
  return {
    'x-trackway-signature': createHmac('sha256', secrets[0]).update(body).digest('hex'),
    'webhook-id': id,
    'webhook-timestamp': String(timeS),
    'webhook-signature': standard.join(' '),
  }
}
