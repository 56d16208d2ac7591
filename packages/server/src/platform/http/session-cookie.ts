import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { basePathHeader, sessionHeader } from '@trackway/core/features/accounts/session-cookie.ts'
import { isPlainPath } from '@trackway/core/rules/public-url.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Authenticate } from './session.ts'

const prefix = 'trackway_'
const namePattern = /^[\w-]{1,40}$/
/** A session that ends later than this was to outlast the browser. */
const longerThanMs = 24 * 3_600_000
/** Sessions of one browser, such as those of sub-accounts that somebody acts as; older ones go. */
const maxCookies = 20

/** @returns the token that a request brings, by itself or in the cookie it names */
export function tokenOf({
  authorization,
  cookie,
  [sessionHeader]: name,
}: IncomingHttpHeaders): string | null {
  const bearer = /^Bearer ([\w-]{1,200})$/i.exec(authorization ?? '')?.[1]
  if (bearer !== undefined) return bearer
  return typeof name === 'string' ? (cookieToken(cookie, name) ?? null) : null
}

/** The token in the cookie of this name. */
export function cookieToken(cookies: string | undefined, name: string): string | undefined {
  return sessionCookies(cookies).get(name)
}

/** Keeps a new session in a cookie. @returns its name */
export async function keepInCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  { authenticate, now }: { authenticate: Authenticate; now: () => number },
): Promise<string> {
  const name = randomBytes(12).toString('base64url')
  const lastsMs = ((await authenticate(token))?.expireTime ?? 0) - now()
  const maxAge = lastsMs > longerThanMs ? `; Max-Age=${Math.floor(lastsMs / 1000)}` : ''
  const before = [...sessionCookies(request.headers.cookie)]
  const working: string[] = []
  for (const [each, eachToken] of before) {
    if (await authenticate(eachToken)) working.push(each)
    else dropCookie(request, reply, each)
  }
  for (const each of working.slice(0, -maxCookies)) dropCookie(request, reply, each)
  setCookie(request, reply, `${name}=${token}${maxAge}`)
  return name
}

/** Takes the cookie back that the request named, whose session has ended. */
export function dropNamedCookie(request: FastifyRequest, reply: FastifyReply): void {
  const name = request.headers[sessionHeader]
  if (typeof name === 'string' && cookieToken(request.headers.cookie, name) !== undefined)
    dropCookie(request, reply, name)
}

function dropCookie(request: FastifyRequest, reply: FastifyReply, name: string): void {
  setCookie(request, reply, `${name}=; Max-Age=0`)
}

function setCookie({ protocol, headers }: FastifyRequest, reply: FastifyReply, cookie: string): void {
  const secure = protocol === 'https' ? '; Secure' : ''
  const base = headers[basePathHeader]
  const path = typeof base === 'string' && isPlainPath(base) ? `${base}api` : '/api'
  reply.header('set-cookie', `${prefix}${cookie}; Path=${path}; HttpOnly; SameSite=Strict${secure}`)
}

/** Tokens by the names of their cookies, in the order in which the browser got them. */
function sessionCookies(cookies = ''): Map<string, string> {
  const found = cookies.split(/; */).flatMap((cookie): [string, string][] => {
    const at = cookie.indexOf('=')
    const name = cookie.slice(prefix.length, at)
    const isOne = cookie.startsWith(prefix) && namePattern.test(name)
    return isOne ? [[name, cookie.slice(at + 1)]] : []
  })
  return new Map(found)
}
