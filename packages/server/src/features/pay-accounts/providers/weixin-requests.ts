import { createPublicKey, type KeyObject, randomBytes, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import { type ClientTools, PayFailure } from './pay-provider.ts'
import { type Answer, type ProviderRequest, sendRequest } from './send-request.ts'
import { type CertificatesBySerial, PlatformCertificates } from './weixin-certificates.ts'
import {
  authorization,
  decrypt,
  encrypted,
  type Freshness,
  type SigningMerchant,
  signatureFault,
} from './weixin-signatures.ts'

/**
 * Requests of one merchant to WeChat Pay: signed by the merchant, answered by what WeChat Pay signed. Source: WeChat Pay,
 * "Basic rules of the interface", "Common error codes", "Download platform certificates".
 */
interface WeixinMerchant extends SigningMerchant {
  apiV3Key: string
  /** WeChat Pay's public key with its id; null: the merchant has platform certificates. */
  publicKeyId: string | null
  publicKey: string | null
}

export interface WeixinRequests {
  /** @throws {PayFailure} `silent` also for what WeChat Pay did not sign: it may have been done all the same */
  call(method: 'GET' | 'POST', path: string, given?: object): Promise<Reply>
  /** Gets a file, which alone is not signed. */
  download(url: string, maxBytes: number): Promise<Buffer>
  /** The key of WeChat Pay's with this serial; null: it has none. */
  keyOf(serial: string): Promise<KeyObject | null>
  freshness(): Freshness
}

/** An answer of WeChat Pay: its content, or why it refused. */
export interface Reply {
  /** Without underscores, in which pages of the documents differ; null: it was done. */
  code: string | null
  content: unknown
}

const officialUrl = 'https://api.mch.weixin.qq.com'
/** A callback waits for 5 s, in which its certificate may have to be fetched. */
const certificatesTimeoutMs = 4_000

const refusal = z.object({ code: z.string(), message: z.string().default('') })
const certificatesAnswer = z.object({
  data: z.array(z.object({ serial_no: z.string(), encrypt_certificate: encrypted })),
})

export function weixinRequests(merchant: WeixinMerchant, tools: ClientTools): WeixinRequests {
  const { apiV3Key, publicKeyId, publicKey } = merchant
  const baseUrl = (tools.baseUrl ?? officialUrl).replace(/\/+$/, '')
  const certificates = new PlatformCertificates()

  const freshness = () => ({
    timestamp: String(Math.floor(tools.now() / 1000)),
    nonce: randomBytes(16).toString('hex').toUpperCase(),
  })

  const keyOf = async (serial: string) =>
    publicKey !== null && serial === publicKeyId
      ? createPublicKey(publicKey)
      : certificates.keyOf(serial, tools.now(), loadCertificates)

  const faultOf = ({ headers, body }: Answer, key = keyOf) =>
    signatureFault({ header: (name) => headers.get(name), body }, key, tools.now())

  function send(path: string, request: Omit<ProviderRequest, 'headers'>, serial: string | null = null) {
    const headers = {
      authorization: authorization(merchant, { ...request, path }, freshness()),
      accept: 'application/json',
      'user-agent': 'Trackway',
      ...(request.body !== undefined && { 'content-type': 'application/json' }),
      // It says by which key it wants to be answered.
      ...(serial !== null && { 'wechatpay-serial': serial }),
    }
    return sendRequest(baseUrl + path, { timeoutMs: tools.timeoutMs, ...request, headers })
  }

  /** The certificates prove themselves by their cipher, and this answer by one of them. */
  async function loadCertificates(): Promise<CertificatesBySerial> {
    const timeoutMs = Math.min(tools.timeoutMs ?? certificatesTimeoutMs, certificatesTimeoutMs)
    const answer = await send('/v3/certificates', { method: 'GET', timeoutMs })
    const { data } = certificatesAnswer.parse(readJson(answer.body))
    const loaded = new Map(
      data.map((each) => [each.serial_no, new X509Certificate(decrypt(apiV3Key, each.encrypt_certificate))]),
    )
    const fault = await faultOf(answer, async (serial) => loaded.get(serial)?.publicKey ?? null)
    if (fault !== null) throw doubtful(fault)
    return loaded
  }

  return {
    keyOf,
    freshness,
    async call(method, path, given) {
      const serial = publicKey === null ? certificates.newestSerial(tools.now()) : publicKeyId
      const body = given === undefined ? undefined : JSON.stringify(given)
      const answer = await send(path, { method, body }, serial)
      const isDone = answer.status >= 200 && answer.status < 300
      const fault = isDone ? await faultOf(answer) : null
      if (fault !== null) throw doubtful(fault)
      const content = answer.body.length === 0 ? {} : readJson(answer.body)
      const code = refusal.safeParse(content).data?.code.replaceAll('_', '') ?? null
      if (!isDone && code === null) throw doubtful('body', `${answer.status} ${answer.body}`)
      return { code, content }
    },
    async download(url, maxBytes) {
      const { origin, pathname, search } = new URL(url)
      // Behind a proxy, WeChat Pay still names itself.
      if (![baseUrl, officialUrl].some((known) => new URL(known).origin === origin)) throw doubtful('foreign')
      const { status, body } = await send(pathname + search, { method: 'GET', maxBytes })
      if (status !== 200) throw doubtful('body', `${status} ${body}`)
      return body
    },
  }
}

/** Nothing follows from an answer: by its signature, its form, or since it is about something else (`foreign`). */
export const doubtful = (code: string, words = 'the answer proves nothing') =>
  new PayFailure('silent', `${code}: ${words}`, { code })

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    throw doubtful('body')
  }
}

/** The content of a reply. */
export function contentOf<S extends z.ZodType>(schema: S, reply: Reply): z.output<S> {
  if (reply.code !== null) throw failureOf(reply)
  const { data } = schema.safeParse(reply.content)
  if (data === undefined) throw doubtful('body')
  return data
}

/** WeChat Pay's code and words for a refusal. */
export function failureOf(reply: Reply, kind: 'refused' | 'busy' = 'refused'): PayFailure {
  const { code, message } = refusal.parse(reply.content)
  return new PayFailure(kind, `${code} ${message}`.trim(), { code })
}
