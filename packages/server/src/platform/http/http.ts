import type { AddressInfo } from 'node:net'
import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import websocket from '@fastify/websocket'
import { accountCalls } from '@trackway/core/features/accounts/calls.ts'
import {
  fastify as createFastify,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import type { Bus } from '../bus/bus.ts'
import type { Database } from '../database/database.ts'
import { Refusal } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Config } from '../settings/config.ts'
import { followStorage, type NotStoring } from '../storage-state.ts'
import { basePath, withoutBase, withSlash } from './base-path.ts'
import { createCallBounds } from './call-bounds.ts'
import { mountCalls } from './http-api.ts'
import type { HttpContext, Mount } from './http-context.ts'
import { mountProbes } from './http-probes.ts'
import { builtWebApp, isScreen, mountSecurityHeaders, mountWebApp } from './http-web.ts'
import { openApiOf } from './openapi.ts'
import { failureOf, refused } from './reply.ts'
import type { Handler } from './serve.ts'
import type { Authenticate } from './session.ts'
import { noteForwarded } from './untrusted-proxy.ts'

export interface HttpOptions {
  config: Pick<Config, 'http'>
  database: Database
  bus: Bus
  log: Log
  authenticate: Authenticate
  handlers: readonly Handler[]
  mount?: readonly Mount[]
  /** Routes of files: as those of the web app, they are not counted among the calls of an address. */
  mountFiles?: readonly Mount[]
  now?: () => number
  /** Folder of the built web app. */
  webRoot?: string
  checkOutputs?: boolean
  requestsPerMinute?: number
  /** Can this process store what devices report? */
  notStoring?: () => NotStoring | null
}

export interface Http {
  /** The port it listens on, also when the settings left the choice to the system. */
  port: number
  /** Stops taking calls, finishes those under way, and closes what is left after a few seconds. */
  close(): Promise<void>
}

/** Per session, or per address of who has none. Generous: an office with one address counts as one. Logins have their own, strict bound. */
const requestsPerMinute = 6_000
const maxBodyBytes = 1024 * 1024
/** A client that takes longer to send its request is dropped. */
const requestTimeoutMs = 30_000
const closeTimeoutMs = 5_000
const maxWebSocketMessageBytes = 64 * 1024
const maxLoggedName = 64
const noSuchAddress = refused(failureOf(new Refusal('notFound')), 'en')

/** Serves the API, the live connection, the probes and the web app on one port. */
export async function startHttp(options: HttpOptions): Promise<Http> {
  const { database, bus, log, authenticate, now = Date.now, webRoot = builtWebApp } = options
  const { notStoring = () => null } = options
  const config = options.config.http
  const context: HttpContext = { db: database.db, pool: database.pool, bus, log, authenticate, now }
  const fastify = createFastify({
    bodyLimit: maxBodyBytes,
    requestTimeout: requestTimeoutMs,
    trustProxy: config.trustProxy,
    forceCloseConnections: 'idle',
    rewriteUrl: ({ url = '/' }) => withoutBase(url),
    // The longest part of an address: a link that holds a mail address and its signature.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    // An address that is not even well-formed never reaches the handlers below.
    frameworkErrors: (_error, _request, reply) => (reply as FastifyReply).code(404).send(noSuchAddress),
  })
  let isClosing = false
  fastify.decorateRequest('session', null)
  fastify.decorateRequest('language', 'en')
  // A kept connection would hold up the closing until it is cut.
  fastify.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
  fastify.addHook('onRequest', async (request) => noteForwarded(request, log, now()))
  readEmptyBodies(fastify)
  answerFailures(fastify, log)
  await mountSecurityHeaders(fastify, webRoot)
  await fastify.register(compress, { globalDecompression: false, encodings: ['br', 'gzip'], threshold: 1024 })
  await fastify.register(websocket, { options: { maxPayload: maxWebSocketMessageBytes } })

  const { metricsToken } = config
  mountProbes(fastify, { pool: database.pool, bus, isClosing: () => isClosing, notStoring, metricsToken })
  const stopFollowing = followStorage(bus, now)
  const sendPage = await mountWebApp(fastify, webRoot)
  for (const mount of options.mountFiles ?? []) await mount(fastify, context)
  await fastify.register(async (api) => {
    await api.register(rateLimit, { global: false })
    // A hook of the instance runs before those of the routes: the bound comes before the look at the session.
    const max = options.requestsPerMinute ?? requestsPerMinute
    const errorResponseBuilder = () => new Refusal('tooManyRequests')
    const { keyOf, note } = createCallBounds(now)
    const bound = { max, timeWindow: 60_000, keyGenerator: keyOf, errorResponseBuilder }
    api.addHook('onRequest', api.rateLimit(bound))
    api.addHook('onResponse', async (request) => note(request))
    mountCalls(api, context, { handlers: options.handlers, checkOutputs: options.checkOutputs ?? false })
    // Made when it is first requested: it takes a fifth of a second.
    let document: ReturnType<typeof openApiOf> | undefined
    api.get('/api/openapi.json', async () => {
      document ??= openApiOf(options.handlers.map((handler) => handler.call))
      return { ...document, servers: [{ url: basePath() || '/' }] }
    })
    for (const mount of options.mount ?? []) await mount(api, context)
  })
  fastify.setNotFoundHandler((request, reply) => {
    const { method, url } = request
    const slashed = withSlash(url)
    if (slashed !== null) return reply.redirect(slashed, 308)
    if (sendPage !== null && isScreen(method, url)) return sendPage(request, reply)
    return reply.code(404).send(noSuchAddress)
  })

  await fastify.listen({ port: config.port, host: config.host })
  return {
    port: (fastify.server.address() as AddressInfo).port,
    close: async () => {
      isClosing = true
      stopFollowing()
      const cut = setTimeout(() => fastify.server.closeAllConnections(), closeTimeoutMs)
      await fastify.close().finally(() => clearTimeout(cut))
    },
  }
}

// Calls without input are made with no body at all, often with a JSON content type all the same.
function readEmptyBodies(fastify: FastifyInstance): void {
  const parse = fastify.getDefaultJsonParser('error', 'error')
  fastify.removeContentTypeParser('application/json')
  fastify.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, {}) : parse(request, body as string, done),
  )
}

/** For those who watch the log for guessing. Trying a password is the only thing that this call does. */
function logRefusedSignIn(log: Log, { ip, body }: FastifyRequest, reason: string): void {
  const { username } = (body ?? {}) as { username?: unknown }
  const name = typeof username === 'string' ? username.slice(0, maxLoggedName) : null
  log.warn({ event: 'signInRefused', remoteAddress: ip, username: name, reason }, 'sign-in refused')
}

function answerFailures(fastify: FastifyInstance, log: Log): void {
  fastify.setErrorHandler((error, request, reply) => {
    const failure = failureOf(error)
    // A call given up because the caller disconnected is no failure.
    const isDisconnected = reply.raw.destroyed
    if (failure.name === 'internal' && !isDisconnected)
      log.error({ err: error, path: request.routeOptions.url }, 'call failed')
    // The page prompts for the code next: nobody guessed anything.
    const isRefused = failure.name !== 'codeNeeded'
    if (isRefused && request.routeOptions.url === accountCalls.login.path)
      logRefusedSignIn(log, request, failure.name)
    if (failure.retryAfterMs !== undefined)
      reply.header('retry-after', Math.max(1, Math.ceil(failure.retryAfterMs / 1000)))
    return reply.code(failure.status).send(refused(failure, request.language))
  })
}
