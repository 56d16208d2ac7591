import { z } from 'zod'
import { PayFailure } from './pay-provider.ts'
import { type Answer, sendRequest } from './send-request.ts'

/**
 * Requests to PayPal's REST API with the token of one account. Source: PayPal, "Authentication", "API requests",
 * "API responses", "Idempotency".
 */
interface PaypalAccess {
  url: string
  clientId: string
  clientSecret: string
  now(): number
  timeoutMs: number | undefined
}

/**
 * Sends one request: a POST with a body, else a GET.
 * @param post what is sent, as an object or as JSON, and the key by which a repeat gives what the first one gave
 * @throws {PayFailure} `refused` with the issue of the answer, or its name, as its code
 */
export type PaypalRequest = (
  path: string,
  post?: { body: object | string; requestId: string },
) => Promise<unknown>

interface Token {
  text: Promise<string>
  renewTime: number
}

/** A token is renewed when this part of its life is over. */
const usedPart = 0.9

export function paypalRequests({ url, clientId, clientSecret, now, timeoutMs }: PaypalAccess): PaypalRequest {
  let token: Token | null = null

  async function fetchToken(fresh: Token): Promise<string> {
    const answer = await sendRequest(`${url}/v1/oauth2/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
      timeoutMs,
    })
    const read = readAs(tokenAnswer, readAnswer(answer))
    fresh.renewTime = now() + read.expires_in * 1000 * usedPart
    return read.access_token
  }

  /** One token for all requests of the account: one of its own for each payment ends in refusals for too many. */
  function currentToken(): Token {
    if (token !== null && now() < token.renewTime) return token
    const fresh: Token = { text: Promise.resolve(''), renewTime: Number.POSITIVE_INFINITY }
    fresh.text = fetchToken(fresh)
    fresh.text.catch(() => dropToken(fresh))
    token = fresh
    return fresh
  }
  const dropToken = (old: Token) => {
    if (token === old) token = null
  }

  return async (path, post) => {
    const send = async (used: Token) =>
      sendRequest(`${url}${path}`, {
        method: post === undefined ? 'GET' : 'POST',
        headers: {
          authorization: `Bearer ${await used.text}`,
          'content-type': 'application/json',
          ...(post !== undefined && { 'paypal-request-id': post.requestId, prefer: 'return=representation' }),
        },
        ...(post !== undefined && {
          body: typeof post.body === 'string' ? post.body : JSON.stringify(post.body),
        }),
        timeoutMs,
      })
    const used = currentToken()
    const answer = await send(used)
    if (answer.status !== 401) return readAnswer(answer)
    // It may end before its time: when the secret was renewed, or the account's consent was.
    dropToken(used)
    return readAnswer(await send(currentToken()))
  }
}

const tokenAnswer = z.object({ access_token: z.string(), expires_in: z.number() })

const refusal = z.object({
  name: z.string().optional(),
  error: z.string().optional(),
  message: z.string().optional(),
  error_description: z.string().optional(),
  debug_id: z.string().optional(),
  details: z.array(z.object({ issue: z.string().optional(), description: z.string().optional() })).optional(),
})

/** The body of a success. What is not PayPal's JSON says nothing, whatever its status: a proxy may have written it. */
function readAnswer({ status, body }: Answer): unknown {
  const value = parsed(body)
  const isObject = typeof value === 'object' && value !== null
  if (status >= 200 && status < 300 && isObject) return value
  const { data } = refusal.safeParse(value)
  const [detail] = data?.details ?? []
  // Of what is not there the name says so, the issue only how it was looked for.
  const code = (status === 404 ? undefined : detail?.issue) ?? data?.name ?? data?.error
  if (status < 400 || code === undefined) throw new PayFailure('silent', `${status} is no answer of PayPal's`)
  const words = detail?.description ?? data?.message ?? data?.error_description ?? ''
  const message = `${code}: ${words} (${status}, debug_id ${data?.debug_id ?? 'none'})`
  // 409: the same request is still under way.
  throw new PayFailure(status === 409 ? 'busy' : 'refused', message, { code })
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}

/** @throws {PayFailure} `silent`: a success that cannot be read may be one all the same */
export function readAs<T>(schema: z.ZodType<T>, value: unknown): T {
  const { data, error } = schema.safeParse(value)
  if (error) throw new PayFailure('silent', `unreadable: ${z.prettifyError(error)}`)
  return data
}
