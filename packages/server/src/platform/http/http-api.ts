import { addressReader } from '@trackway/core/api/address-input.ts'
import { rounderOf } from '@trackway/core/api/decimals.ts'
import type { Language } from '@trackway/core/codes/languages.ts'
import { preferredLanguage } from '@trackway/core/codes/result-texts.ts'
import { sessionHeader } from '@trackway/core/features/accounts/session-cookie.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Histogram } from 'prom-client'
import { recordEvent } from '../audit.ts'
import { Refusal } from '../errors.ts'
import { refusalOf } from './admission.ts'
import { enterDemo } from './demo-limits.ts'
import type { HttpContext } from './http-context.ts'
import { inputIssues } from './input-issues.ts'
import { succeeded } from './reply.ts'
import { type Handler, RawReply } from './serve.ts'
import { by, type Session, scopeOf } from './session.ts'
import { dropNamedCookie, keepInCookie, tokenOf } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyRequest {
    session: Session | null
    language: Language
  }
}

const callSeconds = new Histogram({
  name: 'trackway_http_call_seconds',
  help: 'Time to answer a call of the API.',
  labelNames: ['path', 'status'],
  buckets: [0.001, 0.005, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 3, 10],
})

export interface ApiOptions {
  handlers: readonly Handler[]
  /** Tests hold every reply against the schema of its call; in production that would cost time for nothing. */
  checkOutputs: boolean
}

const maxUserAgent = 300
const maxOrigin = 300

/** One route for each call of the contract: who may call is decided before the body is even read. */
export function mountCalls(fastify: FastifyInstance, context: HttpContext, options: ApiOptions): void {
  for (const handler of options.handlers) {
    const { method, path, maxBodyBytes } = handler.call
    const read = addressReader(handler.call)
    const round = rounderOf(handler.call.output)
    fastify.route({
      method: method === 'GET' ? ['GET', 'POST'] : method,
      ...(maxBodyBytes !== undefined && { bodyLimit: maxBodyBytes }),
      url: path.replaceAll(/\{(\w+)\}/g, ':$1'),
      onRequest: (request, reply) => admit(request, reply, handler, context),
      handler: (request, reply) => answer(request, reply, { ...handler, read, round }, context, options),
      onResponse: async (_request, reply) => {
        callSeconds.observe({ path, status: reply.statusCode }, reply.elapsedTime / 1000)
      },
    })
  }
}

/** @throws {Refusal} `sessionExpired`, or why the session may not make the call */
async function admit(
  request: FastifyRequest,
  reply: FastifyReply,
  { call }: Handler,
  context: HttpContext,
): Promise<void> {
  reply.header('cache-control', 'no-store')
  request.language = preferredLanguage(request.headers['accept-language']) ?? 'en'
  if (call.permission === 'public') return

  const token = tokenOf(request.headers)
  const session = token === null ? null : await context.authenticate(token, request.ip)
  if (session === null) {
    dropNamedCookie(request, reply)
    throw new Refusal('sessionExpired')
  }
  request.session = session
  request.language = session.account.language ?? request.language

  const refusal = refusalOf(call, session)
  if (refusal !== null) throw new Refusal(refusal)
}

async function answer(
  request: FastifyRequest,
  reply: FastifyReply,
  handler: Handler & { read: ReturnType<typeof addressReader>; round: ReturnType<typeof rounderOf> },
  context: HttpContext,
  options: ApiOptions,
): Promise<unknown> {
  const { call } = handler
  const body = request.method === 'POST' ? (request.body ?? {}) : handler.read(request.query as object)
  const input = isObject(body) ? { ...body, ...handler.read(request.params as object) } : body
  const read = call.input.safeParse(input)
  if (!read.success) throw new Refusal('invalidInput', { issues: inputIssues(read.error, input) })

  const { session, language } = request
  const signal = signalOf(reply)
  const leave = session?.account.isDemo && call.isHeavy ? await enterDemo(session, signal) : null
  // The answer may be a stream that lasts.
  if (leave !== null) reply.raw.once('close', leave)
  const found = await handler.run(
    {
      db: context.db,
      pool: context.pool,
      bus: context.bus,
      log: context.log,
      now: context.now(),
      input: read.data,
      address: request.ip,
      origin: originOf(request.headers.origin),
      userAgent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgent),
      language,
      accept: request.headers.accept ?? '',
      signal,
    },
    session === null ? null : { session, scope: scopeOf(session, call.permission) },
  )
  if (found instanceof RawReply) {
    if (found.fileName !== null) reply.header('content-disposition', attachment(found.fileName))
    return reply.type(found.contentType).send(found.body)
  }
  const data = handler.round === null ? found : handler.round(found)
  if (session !== null && session.actor !== null && !call.demo)
    await recordActing(context, request, session, call.path)
  if (options.checkOutputs) call.output.parse(data)
  if (call.session === 'ends') dropNamedCookie(request, reply)
  const isPage = request.headers[sessionHeader] !== undefined
  if (call.session !== 'opens' || !isPage) return succeeded(data, language)
  const { token, ...rest } = data as { token: string }
  return succeeded({ ...rest, token: await keepInCookie(request, reply, token, context) }, language)
}

/** What a superior changes while it acts as an account is in that account's history, whatever it was. */
async function recordActing(
  context: HttpContext,
  { ip }: FastifyRequest,
  session: Session,
  path: string,
): Promise<void> {
  await recordEvent(context.db, {
    kind: 'acting',
    time: context.now(),
    accountId: session.account.id,
    ...by(session),
    address: ip,
    after: { call: path },
  })
}

function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null && !Array.isArray(body)
}

/** RFC 6266: a name of plain letters for old clients, and the real one. */
function attachment(fileName: string): string {
  const plain = fileName.replace(/[^\w.() -]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort()
  })
  return controller.signal
}

/** Pages without an origin of their own, as those in a sandboxed frame, have the word `null`. */
function originOf(header: string | undefined): string | null {
  const isOrigin = header !== undefined && header.length <= maxOrigin && /^https?:\/\/[^/?#\s]+$/.test(header)
  return isOrigin ? header : null
}
