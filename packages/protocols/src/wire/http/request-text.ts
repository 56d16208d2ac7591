/**
 * Requests as bytes, one a frame: how the log of frames keeps them, how captures hold them, and what a simulated device
 * sends. `node:http` takes requests off connections; what is cut here was a request once, or is tried by a tool.
 * Source: RFC 9112 "HTTP/1.1", sections 2.2, 3, 6 and 7.1.
 */

import type { Cut, Field, HttpAnswer, HttpRequest } from '../../protocol.ts'
import { filled } from '../trace.ts'
import { bytesOfLatin1, isForm, latin1, newRequest, splitOnce, unescaped, utf8 } from './request.ts'

/** Of the request line and the headers. */
export const maxHeadBytes = 8_192
export const maxRequestBytes = 65_536

/** What devices and platforms use. */
export const methods: readonly string[] = ['GET', 'POST', 'PUT', 'HEAD', 'OPTIONS']

/** May a stream that begins so be a request? */
export function detectRequest(head: Uint8Array): 'yes' | 'no' | 'more' {
  const start = latin1(head.subarray(0, 8))
  if (methods.some((method) => start.startsWith(`${method} `))) return 'yes'
  return methods.some((method) => `${method} `.startsWith(start)) ? 'more' : 'no'
}

/** The parts of a request that identify its device. */
const detectBytes = 2_000

/** Is it a request whose body, or what came of it, holds this mark? */
export function detectPosted(head: Uint8Array, mark: RegExp): 'yes' | 'no' | 'more' {
  if (detectRequest(head) === 'no') return 'no'
  if (latin1(head.subarray(0, 4)) === 'GET ') return 'no'
  if (mark.test(latin1(head))) return 'yes'
  return isWhole(head) ? 'no' : 'more'
}

/** Is it a request? A protocol may have further conditions. */
export function detectAny(head: Uint8Array): 'yes' | 'no' | 'more' {
  return detectRequest(head) === 'yes' && !isWhole(head) ? 'more' : detectRequest(head)
}

function isWhole(head: Uint8Array): boolean {
  if (head.length >= detectBytes) return true
  const { frame, fatal } = cutRequest(head)
  return frame !== undefined || fatal === true
}

/** Cuts one request off. What is no request ends the stream: the start of the next one cannot be found. */
export function cutRequest(buffer: Uint8Array): Cut {
  // An empty line before a request, as old clients send after a body.
  if (buffer[0] === 0x0d || buffer[0] === 0x0a) return { consumed: 1 }
  if (detectRequest(buffer) === 'no') return { consumed: 0, fatal: true }
  const head = headOf(buffer)
  if (head === null) return { consumed: 0, fatal: buffer.length > maxHeadBytes }
  const end = endOf(head, buffer)
  if (end > maxRequestBytes) return { consumed: 0, fatal: true }
  return end > buffer.length ? { consumed: 0 } : { frame: buffer.subarray(0, end), consumed: end }
}

/** @returns null for what is no request */
export function readRequest(frame: Uint8Array): HttpRequest | null {
  const head = headOf(frame)
  if (head === null) return null
  const body = frame.subarray(head.bodyAt)
  return newRequest(head.method, head.target, head.headers, isChunked(head) ? dechunked(body) : body)
}

/** A request as its bytes. */
export function request(
  method: string,
  target: string,
  { body, headers = {} }: { body?: string; headers?: Record<string, string> } = {},
): Uint8Array {
  const bytes = new TextEncoder().encode(body ?? '')
  const length: [string, string][] = body === undefined ? [] : [['Content-Length', String(bytes.length)]]
  const lines: [string, string][] = [['Host', 'tracker'], ...Object.entries(headers), ...length]
  return messageBytes(`${method} ${target} HTTP/1.1`, lines, bytes)
}

/** A request whose body is JSON. */
export const jsonRequest = (target: string, body: unknown, headers: Record<string, string> = {}) =>
  request('POST', target, {
    body: JSON.stringify(body),
    headers: { 'Content-Type': 'application/json', ...headers },
  })

const statusTexts: Readonly<Record<number, string>> = {
  200: 'OK',
  400: 'Bad Request',
  401: 'Unauthorized',
  404: 'Not Found',
}

/** An answer as its bytes. */
export function writtenAnswer(answer: HttpAnswer): Uint8Array {
  const body = new TextEncoder().encode(answer.text ?? '')
  const { status } = answer
  return messageBytes(`HTTP/1.1 ${status} ${statusTexts[status] ?? ''}`, headersOf(answer, body.length), body)
}

/** The headers of an answer. */
export const headersOf = (
  { type = 'text/plain; charset=utf-8' }: HttpAnswer,
  length: number,
): [string, string][] => [
  ...(length > 0 ? [['Content-Type', type] as [string, string]] : []),
  ['Content-Length', String(length)],
]

/** What people see of a request: its parameters, headers, and each value of its body with its bytes. */
export function describeRequest(frame: Uint8Array): Field[] {
  const head = headOf(frame)
  const read = readRequest(frame)
  if (head === null || read === null) return filled(frame, [])
  const text = latin1(frame)
  const lineEnd = text.indexOf('\n')
  const questionAt = text.indexOf('?')
  const fields: Field[] = [{ offset: 0, length: read.method.length, name: 'method', value: read.method }]
  if (questionAt !== -1 && questionAt < lineEnd) {
    const query = /^[^\s]*/.exec(text.slice(questionAt + 1, lineEnd))![0]
    addParameters(fields, query, questionAt + 1)
  }
  let at = lineEnd + 1
  for (const line of text.slice(at, head.bodyAt).split('\n')) {
    const [name, value] = splitOnce(line, ':')
    if (value !== undefined) fields.push({ offset: at, length: line.length, name, value: value.trim() })
    at += line.length + 1
  }
  if (isForm(read)) addParameters(fields, text.slice(head.bodyAt), head.bodyAt)
  else addMembers(fields, frame, head.bodyAt)
  return filled(frame, fields)
}

function addParameters(fields: Field[], text: string, offset: number): void {
  let at = offset
  for (const pair of text.split('&')) {
    const [name, value = ''] = splitOnce(pair, '=')
    if (pair !== '')
      fields.push({ offset: at, length: pair.length, name: unescaped(name), value: unescaped(value) })
    at += pair.length + 1
  }
}

/** A text, and the value after it. Also one without is matched to its end, so that none is read from each of its marks. */
const member = /"((?:[^"\\]|\\.)*)(?:"(?:\s*:\s*("(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null))?)?/g

function addMembers(fields: Field[], frame: Uint8Array, offset: number): void {
  const text = latin1(frame.subarray(offset))
  for (const found of text.matchAll(member)) {
    if (found[2] === undefined) continue
    const [length, start] = [found[0].length, offset + found.index]
    const valueAt = start + length - found[2].length
    const value = utf8(frame.subarray(valueAt, start + length)).replace(/^"|"$/g, '')
    fields.push({ offset: start, length, name: found[1]!, value })
  }
}

interface Head {
  method: string
  target: string
  headers: Record<string, string>
  bodyAt: number
}

/** What may follow the target begins with a blank, so that an unfinished line is read once and not once for each way to split it. */
const headPattern = /^([A-Z]+) +(\S+)(?:[^\S\n][^\n]*)?\n((?:[^\r\n][^\n]*\n)*)\r?\n/

/** @returns null where it is not whole */
function headOf(buffer: Uint8Array): Head | null {
  const match = headPattern.exec(latin1(buffer.subarray(0, maxHeadBytes)))
  if (!match) return null
  const [{ length: bodyAt }, method, target, lines] = match as unknown as [string, string, string, string]
  const headers: [string, string][] = []
  for (const line of lines.split('\n')) {
    const [name, value] = splitOnce(line, ':')
    if (value !== undefined) headers.push([name.trim().toLowerCase(), value.trim()])
  }
  return { method, target, headers: Object.fromEntries(headers), bodyAt }
}

const isChunked = ({ headers }: Head): boolean =>
  /(?:^|,)\s*chunked$/i.test(headers['transfer-encoding'] ?? '')

const lastChunk = '\r\n0\r\n\r\n'

/** Where the request ends, perhaps beyond what is there. */
function endOf(head: Head, buffer: Uint8Array): number {
  const { headers, bodyAt } = head
  if (!isChunked(head)) {
    const length = headers['content-length'] ?? '0'
    return /^\d{1,9}$/.test(length) ? bodyAt + Number(length) : Number.POSITIVE_INFINITY
  }
  const at = latin1(buffer.subarray(bodyAt - 2, maxRequestBytes)).indexOf(lastChunk)
  return at === -1 ? buffer.length + 1 : bodyAt - 2 + at + lastChunk.length
}

function dechunked(body: Uint8Array): Uint8Array {
  let text = ''
  const chunked = latin1(body)
  for (let at = 0; ; ) {
    const [line = '', size = '0'] = /^([0-9a-f]{1,8})[^\n]*\n/i.exec(chunked.slice(at)) ?? []
    const length = Number.parseInt(size, 16)
    if (length === 0) return bytesOfLatin1(text)
    text += chunked.slice(at + line.length, at + line.length + length)
    at += line.length + length + 2
  }
}

/** A request or an answer as its bytes. Headers are Latin-1, as HTTP has them. */
export function messageBytes(
  line: string,
  headers: readonly (readonly [name: string, value: string])[],
  body: Uint8Array,
): Uint8Array {
  const lines = [line, ...headers.map(([name, value]) => `${name}: ${value}`), '\r\n']
  const head = bytesOfLatin1(lines.join('\r\n'))
  const all = new Uint8Array(head.length + body.length)
  all.set(head)
  all.set(body, head.length)
  return all
}
