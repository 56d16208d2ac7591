import type { AddressInfo } from 'node:net'
import { fastify as createFastify } from 'fastify'
import type { Bus } from '../bus/bus.ts'
import type { Database } from '../database/database.ts'
import type { Config } from '../settings/config.ts'
import type { NotStoring } from '../storage-state.ts'
import { mountProbes } from './http-probes.ts'

/** Answers the probes alone, on `PORT`: for a process without the role `api`. */
export async function startProbes(options: {
  config: Pick<Config, 'http'>
  database: Database
  bus: Bus
  notStoring?: () => NotStoring | null
}): Promise<{ port: number; close(): Promise<void> }> {
  const { config, database, bus, notStoring = () => null } = options
  const fastify = createFastify({ forceCloseConnections: true })
  let isClosing = false
  const { metricsToken } = config.http
  mountProbes(fastify, { pool: database.pool, bus, isClosing: () => isClosing, notStoring, metricsToken })
  await fastify.listen({ port: config.http.port, host: config.http.host })
  return {
    port: (fastify.server.address() as AddressInfo).port,
    close: async () => {
      isClosing = true
      await fastify.close()
    },
  }
}
