import { verify, X509Certificate } from 'node:crypto'
import { getCACertificates } from 'node:tls'
import { crc32 } from 'node:zlib'
import { z } from 'zod'
import { eventRequests } from './event-requests.ts'
import type { PayClient, ProviderEvent } from './pay-provider.ts'
import { type PaypalRequest, readAs } from './paypal-requests.ts'
import { sendRequest } from './send-request.ts'

/**
 * Events that PayPal posts, proved by its certificate. The signature is of a CRC-32 of the body, which is easy to meet
 * with another body: an event is a reason to ask, and no more. How old it is does not count, for PayPal repeats one for
 * days. Source: PayPal, "Webhooks", "Integrate webhooks".
 */
interface EventTools {
  environment: 'live' | 'sandbox'
  webhookId: string | null
  /** In place of PayPal's servers. */
  baseUrl: string | undefined
  /** Certificates that are trusted in addition to those of the system. */
  trust: string | undefined
  now(): number
  timeoutMs: number | undefined
}

const certificateOrigins = {
  live: ['https://api.paypal.com', 'https://api-m.paypal.com'],
  sandbox: ['https://api.sandbox.paypal.com', 'https://api-m.sandbox.paypal.com'],
}
const certificateNames = {
  live: 'messageverificationcerts.paypal.com',
  sandbox: 'messageverificationcerts.sandbox.paypal.com',
}
const certificateTimeoutMs = 5_000
const maxCertificateBytes = 64 * 1024
/** Of a file, and of a way up to a root. */
const maxCertificates = 6
const maxKeptFiles = 20

const refused = (refusal: string): ProviderEvent => ({ refusal, id: null, kind: null, numbers: [] })

export function paypalEvents(request: PaypalRequest, tools: EventTools): PayClient['readEvent'] {
  const { environment, webhookId, baseUrl, trust, now, timeoutMs } = tools
  const origins = [
    ...certificateOrigins[environment],
    ...(baseUrl === undefined ? [] : [new URL(baseUrl).origin]),
  ]
  const roots = readCertificates(trust ?? '')
  /** Files whose certificate was proved, by their address. */
  const kept = new Map<string, X509Certificate[]>()
  /** Those that are being fetched. */
  const coming = new Map<string, Promise<X509Certificate[]>>()
  const bounded = eventRequests(now)

  function fetchOnce(url: string): Promise<X509Certificate[]> {
    const known = coming.get(url)
    if (known !== undefined) return known
    const file = bounded(() => fetchCertificates(url, timeoutMs)).finally(() => coming.delete(url))
    coming.set(url, file)
    return file
  }

  const isPaypals = (certificate: X509Certificate) =>
    certificate.toLegacyObject().subject.CN === certificateNames[environment] &&
    certificate.publicKey.asymmetricKeyType === 'rsa' &&
    isValid(certificate, now())

  return async ({ headers, body }) => {
    const [id, time, signature, url, algorithm] = [
      'paypal-transmission-id',
      'paypal-transmission-time',
      'paypal-transmission-sig',
      'paypal-cert-url',
      'paypal-auth-algo',
    ].map((name) => headers[name])
    if (!isText(id) || !isText(time) || !isText(signature) || !isText(url) || !isText(algorithm))
      return refused('headerMissing')
    if (algorithm !== 'SHA256withRSA' || webhookId === null) return refused('signature')
    if (!isCertificateUrl(url, origins)) return refused('certificate')
    const file = kept.get(url) ?? (await fetchOnce(url))
    const [certificate] = file
    if (certificate === undefined || !isPaypals(certificate)) return refused('certificate')
    const isProved = isTrusted(file, [...roots, ...systemRoots()], now())
    if (isProved) {
      kept.set(url, file)
      if (kept.size > maxKeptFiles) kept.delete(kept.keys().next().value!)
    }
    const message = Buffer.from(signedMessage({ id, time, webhookId, body }))
    if (!verify('sha256', message, certificate.publicKey, Buffer.from(signature, 'base64')))
      return refused('signature')
    const read = readBody(body)
    if (isProved) return read
    // The file may leave out the certificate in between, and Node may not know its root any more: PayPal knows.
    const isConfirmed =
      read.refusal === null &&
      (await bounded(() =>
        confirm(request, {
          id,
          time,
          signature,
          url,
          algorithm,
          webhookId,
          body: body.toString('utf8'),
        }),
      ))
    return isConfirmed ? read : refused('certificate')
  }
}

const confirmation = z.object({ verification_status: z.string() })

/** Has PayPal verify that it sent an event. Its body goes along as it came: written anew, it would be another one. */
async function confirm(
  request: PaypalRequest,
  event: Record<'id' | 'time' | 'signature' | 'url' | 'algorithm' | 'webhookId' | 'body', string>,
): Promise<boolean> {
  const fields = JSON.stringify({
    transmission_id: event.id,
    transmission_time: event.time,
    transmission_sig: event.signature,
    cert_url: event.url,
    auth_algo: event.algorithm,
    webhook_id: event.webhookId,
  })
  const body = `${fields.slice(0, -1)},"webhook_event":${event.body}}`
  const answer = await request('/v1/notifications/verify-webhook-signature', {
    body,
    requestId: event.id.slice(0, 100),
  })
  return readAs(confirmation, answer).verification_status === 'SUCCESS'
}

const isText = (header: string | string[] | undefined): header is string =>
  typeof header === 'string' && header !== ''

export function signedMessage(signed: { id: string; time: string; webhookId: string; body: Buffer }): string {
  return [signed.id, signed.time, signed.webhookId, crc32(signed.body)].join('|')
}

/** Is it one of PayPal's own files of certificates? Nothing in the address may lead elsewhere. */
function isCertificateUrl(text: string, origins: readonly string[]): boolean {
  const url = URL.parse(text)
  return (
    url !== null &&
    origins.includes(url.origin) &&
    /^\/v1\/notifications\/certs\/[\w.-]+$/.test(url.pathname) &&
    text === `${url.origin}${url.pathname}`
  )
}

async function fetchCertificates(url: string, timeoutMs = certificateTimeoutMs): Promise<X509Certificate[]> {
  const { status, body } = await sendRequest(url, {
    method: 'GET',
    headers: {},
    timeoutMs: Math.min(timeoutMs, certificateTimeoutMs),
    maxBytes: maxCertificateBytes,
  })
  return status === 200 ? readCertificates(body.toString('latin1')).slice(0, maxCertificates) : []
}

const pem = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

function readCertificates(text: string): X509Certificate[] {
  return (text.match(pem) ?? []).flatMap((each) => {
    try {
      return new X509Certificate(each)
    } catch {
      return []
    }
  })
}

let ofSystem: X509Certificate[] | null = null

function systemRoots(): X509Certificate[] {
  ofSystem ??= readCertificates(getCACertificates('default').join('\n'))
  return ofSystem
}

const isValid = ({ validFrom, validTo }: X509Certificate, now: number) =>
  Date.parse(validFrom) <= now && now <= Date.parse(validTo)

/** Does a way lead from the first certificate, by others of its file that are valid now, up to such a root? */
function isTrusted(
  file: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  now: number,
): boolean {
  const isIssuer = (issuer: X509Certificate, issued: X509Certificate) =>
    issuer.ca && isValid(issuer, now) && issued.checkIssued(issuer) && issued.verify(issuer.publicKey)
  let current = file[0]
  for (let steps = 0; current !== undefined && steps < maxCertificates; steps++) {
    const issued: X509Certificate = current
    if (roots.some((root) => isIssuer(root, issued))) return true
    current = file.find((other) => other !== issued && isIssuer(other, issued))
  }
  return false
}

const eventBody = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().max(100),
  resource: z.looseObject({}),
})

function readBody(body: Buffer): ProviderEvent {
  const { data } = eventBody.safeParse(parsed(body))
  if (data === undefined) return refused('body')
  return { refusal: null, id: data.id, kind: data.event_type, numbers: numbersIn(data.resource) }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

const numberKeys = [
  'custom_id',
  'invoice_id',
  'order_id',
  'capture_id',
  'seller_transaction_id',
  'custom',
  'invoice_number',
]
const maxNumbers = 20

/** Our number wherever it is, the id of what the event is about, and what that is a part of: a refund's capture. */
function numbersIn(resource: Record<string, unknown>): string[] {
  const found = new Set<unknown>([resource.id])
  const collect = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      if (numberKeys.includes(key)) found.add(inner)
      else if (key === 'href') found.add(/\/(?:orders|captures|refunds)\/(\w+)$/.exec(String(inner))?.[1])
      else collect(inner)
    }
  }
  collect(resource)
  const isNumber = (value: unknown): value is string => typeof value === 'string' && /^\w{1,64}$/.test(value)
  return [...found].filter(isNumber).slice(0, maxNumbers)
}
