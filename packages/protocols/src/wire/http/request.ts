/** What is read of a request, whichever protocol it is of. */

import type { HttpRequest } from '../../protocol.ts'

/** Some clients name the whole address, as to a proxy. */
const hostOf = /^https?:\/\/[^/?]*/i

/** @param target as the request line has it */
export function newRequest(
  method: string,
  target: string,
  headers: HttpRequest['headers'],
  body: Uint8Array,
): HttpRequest {
  const [path, query = ''] = splitOnce(target.replace(hostOf, ''), '?')
  return { method, path, query, headers, body }
}

/** Names and values of a query or form, in their order: `+` and `%xx` decoded, as far as they are sound. */
export function parametersOf(text: string): [name: string, value: string][] {
  return text
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => splitOnce(pair, '='))
    .map(([name, value = '']) => [unescaped(name), unescaped(value)])
}

/** The body as JSON; undefined where it is none. */
export function jsonOf({ body }: HttpRequest): unknown {
  try {
    return JSON.parse(utf8(body).replace(/^\uFEFF/, ''))
  } catch {
    return undefined
  }
}

/** Is its body no JSON, but parameters? */
export const isForm = ({ body }: HttpRequest): boolean =>
  body.length > 0 && !/^\s*[[{]/.test(latin1(body.subarray(0, 16))) && body.includes(0x3d)

/** User and password of HTTP Basic authentication (RFC 7617); null: none. */
export function basicAuth({ headers }: HttpRequest): { user: string; password: string } | null {
  const match = /^basic +([a-z0-9+/=_-]+)$/i.exec(String(headers.authorization ?? ''))
  const bytes = match ? bytesOfBase64(match[1]!) : null
  if (bytes === null) return null
  const [user, password = ''] = splitOnce(utf8(bytes), ':')
  return { user, password }
}

/** The bytes of a text in Base64, padded or not, of either alphabet; null where it is none. */
export function bytesOfBase64(text: string): Uint8Array | null {
  try {
    const plain = text
      .replace(/\s/g, '')
      .replaceAll('-', '+')
      .replaceAll('_', '/')
      .replace(/={1,2}$/, '')
    return bytesOfLatin1(atob(plain))
  } catch {
    return null
  }
}

export function unescaped(text: string): string {
  const plain = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

export function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + mark.length)]
}

const decoders = { latin1: new TextDecoder('latin1'), utf8: new TextDecoder() }
export const latin1 = (bytes: Uint8Array): string => decoders.latin1.decode(bytes)
export const utf8 = (bytes: Uint8Array): string => decoders.utf8.decode(bytes)
export const bytesOfLatin1 = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0))
