import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addressOf } from '@trackway/core/api/address-input.ts'
import type { Call, Envelope, InputOf, OutputOf } from '@trackway/core/api/call.ts'
import { resultCodes } from '@trackway/core/codes/results.ts'
import { pino } from 'pino'
import { createAuthenticate } from '../features/accounts/sessions.ts'
import { mountAgps } from '../features/agps/serve-agps.ts'
import { allHandlers } from '../features/all.ts'
import { mountFirmware } from '../features/firmware/serve-firmware.ts'
import { mountStreetMaps } from '../features/street-maps/serve-maps.ts'
import { type Bus, createLocalBus } from '../platform/bus/bus.ts'
import { startHttp } from '../platform/http/http.ts'
import type { Mount } from '../platform/http/http-context.ts'
import { useSecretKey } from '../platform/secrets.ts'
import { changeSettings } from '../platform/settings/process-settings.ts'
import { openTestDatabase, type TestDatabase } from './test-database.ts'

export interface TestServer {
  database: TestDatabase
  bus: Bus
  url: string
  /** Makes a call of the contract; the reply's shape is checked by the server. */
  call<C extends Call>(call: C, input: InputOf<C>, token?: string): Promise<Reply<OutputOf<C>>>
  /** Posts whatever it is given. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Reply<unknown>>
  stop(): Promise<void>
}

export interface Reply<T> extends Envelope<T> {
  status: number
}

/**
 * The real HTTP server with all features at a free port, on an empty database of its own or on the one given, which it
 * drops when it stops. `now` moves its clock.
 */
export async function startTestServer(
  options: {
    mount?: readonly Mount[]
    now?: () => number
    requestsPerMinute?: number
    webRoot?: string
    metricsToken?: string | undefined
    trustProxy?: (address: string, hop: number) => boolean
    database?: TestDatabase
  } = {},
): Promise<TestServer> {
  const database = options.database ?? (await openTestDatabase())
  useSecretKey(Buffer.alloc(32, 7))
  const dataDir = await mkdtemp(join(tmpdir(), 'data-'))
  changeSettings({ dataDir, files: { folder: join(dataDir, 'files') } })
  const log = pino({ level: 'error' }, pino.destination(2))
  const bus = createLocalBus(log)
  const { now = Date.now, metricsToken, trustProxy = (_address, hop) => hop < 1, ...rest } = options
  const http = await startHttp({
    config: {
      http: {
        port: 0,
        host: '127.0.0.1',
        trustProxy,
        ...(metricsToken && { metricsToken }),
      },
    },
    database,
    bus,
    log,
    authenticate: createAuthenticate({ database, bus, now }),
    handlers: allHandlers,
    checkOutputs: true,
    mountFiles: [mountStreetMaps, mountFirmware, mountAgps],
    requestsPerMinute: 1_000_000,
    now,
    ...rest,
  })
  const url = `http://127.0.0.1:${http.port}`
  const replyOf = async (response: Response) => ({
    status: response.status,
    ...(await envelopeOf(response)),
  })
  const post = async (path: string, body: unknown, headers: Record<string, string> = {}) =>
    replyOf(
      await fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    )
  return {
    database,
    bus,
    url,
    post,
    call: async (call, input, token) => {
      const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
      const address = addressOf(call, input as object)
      const reply =
        call.method === 'POST'
          ? post(address, input, headers)
          : fetch(url + address, { headers }).then(replyOf)
      return (await reply) as never
    },
    stop: async () => {
      await http.close()
      await database.drop()
    },
  }
}

/** A file comes without an envelope: its text is taken as the data. */
async function envelopeOf(response: Response): Promise<Envelope> {
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    return (await response.json()) as Envelope
  }
  return {
    meta: { success: true, code: resultCodes.success, message: '' },
    data: await response.text(),
  }
}
