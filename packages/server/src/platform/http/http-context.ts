import type { FastifyInstance } from 'fastify'
import type { Bus } from '../bus/bus.ts'
import type { Database } from '../database/database.ts'
import type { Log } from '../log.ts'
import type { Authenticate } from './session.ts'

/** What a route outside the contract is given, such as the live connection. */
export interface HttpContext {
  db: Database['db']
  pool: Database['pool']
  bus: Bus
  log: Log
  authenticate: Authenticate
  now: () => number
}

/** Adds routes of its own; WebSockets are available: `fastify.get(path, { websocket: true }, …)`. */
export type Mount = (fastify: FastifyInstance, context: HttpContext) => void | Promise<void>
