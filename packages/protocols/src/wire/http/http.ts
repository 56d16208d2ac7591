/**
 * HTTP/1.1 as devices and platforms of makers speak it: one request is one frame, and its answer is the reply.
 * Source: RFC 9112 "HTTP/1.1", sections 2.2, 3, 6 and 7.1.
 */

import type { Cut, Field } from '../../protocol.ts'
import { filled } from '../trace.ts'

/** Request line and headers. Beyond: the connection is given up. */
const maxHeadBytes = 8_192
/** Of a whole request. Beyond: likewise. */
export const maxRequestBytes = 65_536
const maxHeaders = 100

const methods = ['GET ', 'POST ', 'PUT ', 'HEAD ', 'OPTIONS ']
const requestLine = /^([A-Z]+) +(\S+)(?: +HTTP\/1\.([01]))?\s*$/
const emptyBody = new Uint8Array(0)

export interface HttpRequest {
  method: string
  /** Of the address, with its slash. */
  path: string
  /** What stands behind the question mark, as it was sent. */
  query: string
  /** By their names in lower case; of several of one name the last. */
  headers: ReadonlyMap<string, string>
  body: Uint8Array
  /** Where the body begins in the frame, and whether it is there as it was meant. */
  bodyAt: number
  isChunked: boolean
  /** The client awaits nothing more on this connection after the answer. */
  isLast: boolean
}

/** May a stream that begins so be a request? */
export function detectRequest(head: Uint8Array): 'yes' | 'no' | 'more' {
  const start = latin1(head.subarray(0, 8))
  if (methods.some((method) => start.startsWith(method))) return 'yes'
  return methods.some((method) => method.startsWith(start)) ? 'more' : 'no'
}

/** What is read of a request to tell whose it is. */
const detectBytes = 2_000

/** Is it a request whose body, or what came of it, holds this mark? */
export function detectPosted(head: Uint8Array, mark: RegExp): 'yes' | 'no' | 'more' {
  if (detectRequest(head) === 'no') return 'no'
  if (latin1(head.subarray(0, 4)) === 'GET ') return 'no'
  if (mark.test(latin1(head.subarray(0, maxRequestBytes)))) return 'yes'
  return isWhole(head) ? 'no' : 'more'
}

/** Is it a request, of no protocol that asks for more than that? */
export function detectAny(head: Uint8Array): 'yes' | 'no' | 'more' {
  return detectRequest(head) === 'yes' && !isWhole(head) ? 'more' : detectRequest(head)
}

function isWhole(head: Uint8Array): boolean {
  const { frame, fatal } = cutRequest(head)
  return frame !== undefined || fatal === true || head.length >= detectBytes
}

/** Cuts one request off the stream. What is no request ends it: nobody could tell where the next one begins. */
export function cutRequest(buffer: Uint8Array): Cut {
  // An empty line before a request, as old clients send behind a body.
  if (buffer[0] === 0x0d || buffer[0] === 0x0a) return { consumed: 1 }
  if (detectRequest(buffer) === 'no') return { consumed: 0, fatal: true }
  const bodyAt = headEnd(buffer)
  if (bodyAt === -1) return { consumed: 0, fatal: buffer.length > maxHeadBytes }
  const head = readHead(buffer, bodyAt)
  const end = head === null ? -1 : requestEnd(buffer, bodyAt, head.headers)
  if (end === -1 || end > maxRequestBytes) return { consumed: 0, fatal: true }
  return end === 0 || end > buffer.length
    ? { consumed: 0 }
    : { frame: buffer.subarray(0, end), consumed: end }
}

/** @returns null for what is no whole request */
export function readRequest(frame: Uint8Array): HttpRequest | null {
  const bodyAt = headEnd(frame)
  const head = bodyAt === -1 ? null : readHead(frame, bodyAt)
  if (head === null) return null
  const isChunked = isChunkedBy(head.headers)
  const body = isChunked ? chunksOf(frame, bodyAt).body : frame.subarray(bodyAt)
  const [path = '', query = ''] = splitOnce(withoutHost(head.target), '?')
  const connection = head.headers.get('connection')?.toLowerCase()
  return {
    method: head.method,
    path,
    query,
    headers: head.headers,
    body,
    bodyAt,
    isChunked,
    isLast: connection === 'close' || (head.minor === '0' && connection !== 'keep-alive'),
  }
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

/** User and password of HTTP Basic authentication (RFC 7617); null: none. */
export function basicAuth({ headers }: HttpRequest): { user: string; password: string } | null {
  const match = /^basic +([a-z0-9+/=_-]+)$/i.exec(headers.get('authorization') ?? '')
  const bytes = match ? bytesOfBase64(match[1]!) : null
  if (bytes === null) return null
  const [user, password = ''] = splitOnce(utf8(bytes), ':')
  return { user, password }
}

/** The bytes of a text in Base64, padded or not, of either alphabet; null where it is none. */
export function bytesOfBase64(text: string): Uint8Array | null {
  try {
    const plain = text.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, '')
    return Uint8Array.from(atob(plain), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}

const statusTexts: Record<number, string> = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
  408: 'Request Timeout',
  413: 'Content Too Large',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
}

interface Answering {
  text?: string
  type?: string
  /** The connection ends after it. */
  isLast?: boolean
  /** When to try again. */
  retryAfterSeconds?: number
}

/** An answer as bytes. */
export function response(status: number, answering: Answering = {}): Uint8Array {
  const { text = '', type = 'text/plain; charset=utf-8', isLast = false, retryAfterSeconds } = answering
  const body = new TextEncoder().encode(text)
  const head = [
    `HTTP/1.1 ${status} ${statusTexts[status] ?? ''}`,
    ...(body.length > 0 ? [`Content-Type: ${type}`] : []),
    `Content-Length: ${body.length}`,
    ...(retryAfterSeconds === undefined ? [] : [`Retry-After: ${retryAfterSeconds}`]),
    ...(isLast ? ['Connection: close'] : []),
    '\r\n',
  ]
  return joined(new TextEncoder().encode(head.join('\r\n')), body)
}

/** A request as a device sends it. */
export function request(
  method: string,
  target: string,
  { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
): Uint8Array {
  const bytes = new TextEncoder().encode(body ?? '')
  const head = [
    `${method} ${target} HTTP/1.1`,
    'Host: tracker',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : [`Content-Length: ${bytes.length}`]),
    '\r\n',
  ]
  return joined(new TextEncoder().encode(head.join('\r\n')), bytes)
}

/** A request whose body is JSON. */
export const jsonRequest = (target: string, body: unknown, headers: Record<string, string> = {}) =>
  request('POST', target, {
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  })

/** What people see of a request: its parameters, headers, and each value of its body with its bytes. */
export function describeRequest(frame: Uint8Array): Field[] {
  const read = readRequest(frame)
  if (read === null) return filled(frame, [])
  const text = latin1(frame)
  const lineEnd = text.indexOf('\n')
  const questionAt = text.indexOf('?')
  const fields: Field[] = [{ offset: 0, length: read.method.length, name: 'method', value: read.method }]
  if (questionAt !== -1 && questionAt < lineEnd) {
    const query = /^[^\s]*/.exec(text.slice(questionAt + 1, lineEnd))![0]
    addParameters(fields, query, questionAt + 1)
  }
  let at = lineEnd + 1
  for (const line of text.slice(at, read.bodyAt).split('\n')) {
    const [name, value] = splitOnce(line, ':')
    if (value !== undefined) fields.push({ offset: at, length: line.length, name, value: value.trim() })
    at += line.length + 1
  }
  if (isForm(read)) addParameters(fields, text.slice(read.bodyAt), read.bodyAt)
  else addMembers(fields, frame, read.bodyAt)
  return filled(frame, fields)
}

/** Is its body no JSON, but parameters? */
export const isForm = ({ body }: HttpRequest): boolean =>
  body.length > 0 && !/^\s*[[{]/.test(latin1(body.subarray(0, 16))) && body.includes(0x3d)

function addParameters(fields: Field[], text: string, offset: number): void {
  let at = offset
  for (const pair of text.split('&')) {
    const [name, value = ''] = splitOnce(pair, '=')
    if (pair !== '')
      fields.push({ offset: at, length: pair.length, name: unescaped(name), value: unescaped(value) })
    at += pair.length + 1
  }
}

const member = /"((?:[^"\\]|\\.)*)"\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null)/g

function addMembers(fields: Field[], frame: Uint8Array, offset: number): void {
  const text = latin1(frame.subarray(offset))
  for (const found of text.matchAll(member)) {
    const [length, start] = [found[0].length, offset + found.index]
    const valueAt = start + length - found[2]!.length
    const value = utf8(frame.subarray(valueAt, start + length)).replace(/^"|"$/g, '')
    fields.push({ offset: start, length, name: found[1]!, value })
  }
}

interface Head {
  method: string
  target: string
  minor: string
  headers: Map<string, string>
}

/** Where the body begins; -1: the head is not whole. */
function headEnd(buffer: Uint8Array): number {
  const end = Math.min(buffer.length, maxHeadBytes)
  for (let at = 0; at < end; at++) {
    if (buffer[at] !== 0x0a) continue
    if (buffer[at + 1] === 0x0a && at + 1 < end) return at + 2
    if (buffer[at + 1] === 0x0d && buffer[at + 2] === 0x0a && at + 2 < end) return at + 3
  }
  return -1
}

function readHead(buffer: Uint8Array, bodyAt: number): Head | null {
  const [first = '', ...lines] = latin1(buffer.subarray(0, bodyAt)).split(/\r?\n/)
  const match = requestLine.exec(first)
  if (!match || lines.length > maxHeaders) return null
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [name, value] = splitOnce(line, ':')
    if (value !== undefined) headers.set(name.trim().toLowerCase(), value.trim())
  }
  return { method: match[1]!, target: match[2]!, minor: match[3] ?? '0', headers }
}

/** Where the request ends; 0: more is needed to tell; -1: it has no end that can be told. */
function requestEnd(buffer: Uint8Array, bodyAt: number, headers: Map<string, string>): number {
  if (isChunkedBy(headers)) return chunksOf(buffer, bodyAt).end
  const length = headers.get('content-length') ?? '0'
  return /^\d{1,9}$/.test(length) ? bodyAt + Number(length) : -1
}

const isChunkedBy = (headers: ReadonlyMap<string, string>) =>
  /(?:^|,)\s*chunked\s*$/i.test(headers.get('transfer-encoding') ?? '')

/** The body that is sent in chunks; `end` as of `requestEnd`. */
function chunksOf(buffer: Uint8Array, bodyAt: number): { body: Uint8Array; end: number } {
  const parts: Uint8Array[] = []
  let at = bodyAt
  for (;;) {
    const lineEnd = buffer.indexOf(0x0a, at)
    if (lineEnd === -1) return { body: emptyBody, end: buffer.length > maxRequestBytes ? -1 : 0 }
    const match = /^([0-9a-f]{1,8})\s*(?:;.*)?$/i.exec(latin1(buffer.subarray(at, lineEnd)).trimEnd())
    if (!match) return { body: emptyBody, end: -1 }
    const size = Number.parseInt(match[1]!, 16)
    if (size === 0) return { body: joined(...parts), end: trailerEnd(buffer, lineEnd + 1) }
    at = lineEnd + 1 + size
    if (at > maxRequestBytes) return { body: emptyBody, end: -1 }
    parts.push(buffer.subarray(lineEnd + 1, at))
    if (buffer[at] === 0x0d) at++
    if (at >= buffer.length) return { body: joined(...parts), end: 0 }
    if (buffer[at] !== 0x0a) return { body: emptyBody, end: -1 }
    at++
  }
}

/** Behind the last chunk: headers again, up to an empty line. */
function trailerEnd(buffer: Uint8Array, from: number): number {
  for (let at = from; ; ) {
    const lineEnd = buffer.indexOf(0x0a, at)
    if (lineEnd === -1) return buffer.length > maxRequestBytes ? -1 : 0
    if (lineEnd - at <= 1) return lineEnd + 1
    at = lineEnd + 1
  }
}

/** Some clients name the whole address, as to a proxy. */
const withoutHost = (target: string) => target.replace(/^https?:\/\/[^/?]*/i, '')

function unescaped(text: string): string {
  const plain = text.replaceAll('+', ' ')
  try {
    return decodeURIComponent(plain)
  } catch {
    return plain
  }
}

function splitOnce(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark)
  return at === -1 ? [text] : [text.slice(0, at), text.slice(at + mark.length)]
}

const decoders = { latin1: new TextDecoder('latin1'), utf8: new TextDecoder() }
const latin1 = (bytes: Uint8Array): string => decoders.latin1.decode(bytes)
export const utf8 = (bytes: Uint8Array): string => decoders.utf8.decode(bytes)

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}
