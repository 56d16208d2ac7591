import { createHmac, timingSafeEqual } from 'node:crypto'

/**
 * `X-Twilio-Signature`: base64 HMAC-SHA1 under the auth token of the URL as it was given to Twilio and of all posted
 * fields, sorted by name, name and value without anything between.
 * Source: Twilio, "Validating requests".
 */
export function twilioSignature(authToken: string, url: string, fields: Record<string, string>): string {
  const text = Object.keys(fields)
    .sort()
    .reduce((sum, name) => `${sum}${name}${fields[name]}`, url)
  return createHmac('sha1', authToken).update(text, 'utf8').digest('base64')
}

/** Did Twilio send this? The URL counts with and without the default port. */
export function isSignedByTwilio(
  authToken: string,
  signature: string,
  { url, fields }: { url: string; fields: Record<string, string> },
): boolean {
  const { origin, protocol, hostname } = new URL(url)
  const withPort = url.replace(origin, `${protocol}//${hostname}:${protocol === 'https:' ? 443 : 80}`)
  const given = Buffer.from(signature)
  return [url, withPort].some((each) => {
    const wanted = Buffer.from(twilioSignature(authToken, each, fields))
    return given.length === wanted.length && timingSafeEqual(given, wanted)
  })
}
