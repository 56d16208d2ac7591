import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, register } from 'prom-client'
import type { Bus } from '../bus/bus.ts'

const databaseTimeoutMs = 2_000

/** What monitors ask: is the process alive, can it serve, and its figures for Prometheus. */
export function mountProbes(
  fastify: FastifyInstance,
  { pool, bus, isClosing }: { pool: pg.Pool; bus: Pick<Bus, 'isConnected'>; isClosing: () => boolean },
): void {
  // Several servers in one process, as in tests, share the register.
  if (register.getSingleMetric('process_cpu_seconds_total') === undefined) collectDefaultMetrics()

  fastify.get('/healthz', async () => ({ status: 'ok' }))
  fastify.get('/readyz', async (_request, reply) => {
    const reason = isClosing() ? 'closing' : (await answers(pool)) ? null : 'database'
    // Without the bus a process still serves what the database says. All processes lose it at once: were they
    // not ready, nobody would be served.
    if (reason === null) return { status: 'ready', ...(!bus.isConnected && { bus: 'disconnected' }) }
    return reply.code(503).send({ status: 'notReady', reason })
  })
  fastify.get('/metrics', async (_request, reply) =>
    reply.type(register.contentType).send(await register.metrics()),
  )
}

async function answers(pool: pg.Pool): Promise<boolean> {
  const asked = pool.query('select 1').then(
    () => true,
    () => false,
  )
  let timer: NodeJS.Timeout | undefined
  const tooLate = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, databaseTimeoutMs, false)
  })
  try {
    return await Promise.race([asked, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
