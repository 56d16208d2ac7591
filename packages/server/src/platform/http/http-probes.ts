import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, register } from 'prom-client'
import type { Bus } from '../bus/bus.ts'
import { answersWithin } from '../database/answers-within.ts'
import { metricsOfProcess } from '../metrics.ts'
import { isLoopback } from '../networks.ts'
import type { NotStoring } from '../storage-state.ts'

const databaseTimeoutMs = 2_000

interface ProbeOptions {
  pool: pg.Pool
  bus: Pick<Bus, 'isConnected'>
  isClosing: () => boolean
  /** Why this process does not store what devices report, if it does not. */
  notStoring: () => NotStoring | null
  /** Its bearer may read the metrics; without one only this machine may. */
  metricsToken: string | undefined
}

/** Probes for monitors: is the process alive, can it serve, and its metrics for Prometheus. */
export function mountProbes(
  fastify: FastifyInstance,
  { pool, bus, isClosing, notStoring, metricsToken }: ProbeOptions,
): void {
  // Several servers in one process, as in tests, share the register.
  if (register.getSingleMetric('process_cpu_seconds_total') === undefined) collectDefaultMetrics()

  const whyNotReady = async () => {
    if (isClosing()) return 'closing'
    return notStoring() ?? ((await answersWithin(pool, databaseTimeoutMs)) ? null : 'database')
  }
  fastify.get('/healthz', async () => ({ status: 'ok' }))
  fastify.get('/readyz', async (_request, reply) => {
    const reason = await whyNotReady()
    // Without the bus a process still serves what the database holds. All processes lose it at once: were they
    // not ready, nobody would be served.
    if (reason === null) return { status: 'ready', ...(!bus.isConnected && { bus: 'disconnected' }) }
    return reply.code(503).send({ status: 'notReady', reason })
  })
  fastify.get('/metrics', async (request, reply) => {
    if (!mayRead(request, metricsToken)) return reply.code(404).send({ status: 'notFound' })
    const metrics = await metricsOfProcess()
    return reply.type(metrics.contentType).send(await metrics.metrics())
  })
}

/** Requests through a proxy do not come from this machine. */
function mayRead({ socket, headers }: FastifyRequest, token: string | undefined): boolean {
  if (token === undefined)
    return isLoopback(socket.remoteAddress ?? '') && headers['x-forwarded-for'] === undefined
  const [given, expected] = [headers.authorization ?? '', `Bearer ${token}`].map((text) =>
    createHash('sha256').update(text).digest(),
  )
  return timingSafeEqual(given!, expected!)
}
