import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { protocols } from '@trackway/protocols/registry.ts'
import { fromHex, toHex } from '@trackway/protocols/wire/bytes.ts'
import { pino } from 'pino'
import { createDeviceRegistry } from '../features/devices/device-registry.ts'
import { anyPort, type Gateway, startGateway } from '../gateway/gateway.ts'
import { type Ingest, startIngest } from '../ingest/ingest.ts'
import { type Bus, createLocalBus } from '../platform/bus/bus.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import type { Config } from '../platform/settings/config.ts'
import { patience } from './patience.ts'

export interface TestGateway {
  gateway: Gateway
  ingest: Ingest
  bus: Bus
  stop(): Promise<void>
}

/** Gateway and ingest on a database, at free ports, without HTTP: a test server whose bus is given publishes what they receive. */
export async function startTestGateway(
  database: Database,
  config: Partial<Config['gateway']> = {},
  options: {
    now?: () => number
    monotonic?: () => number
    name?: string
    bus?: Bus
    log?: Log
    releaseTime?: number
    readyMs?: number
  } = {},
): Promise<TestGateway> {
  const log = options.log ?? pino({ level: 'silent' })
  const bus = options.bus ?? createLocalBus(log)
  const registry = createDeviceRegistry({ database, bus })
  const ingest = startIngest({
    database,
    bus,
    log,
    gateway: options.name ?? 'test-gateway',
    now: options.now ?? Date.now,
    // Tests play in years gone by.
    releaseTime: options.releaseTime ?? 0,
    ...(options.monotonic && { monotonic: options.monotonic }),
  })
  const gateway = await startGateway({
    config: {
      host: '127.0.0.1',
      registerUnknown: false,
      ports: { detect: anyPort, ...Object.fromEntries(protocols.map(({ name }) => [name, anyPort])) },
      maxConnectionsPerAddress: 20_000,
      firstLoginMs: 30_000,
      idleTimeoutMs: 900_000,
      ...config,
    },
    ingest,
    registry,
    database,
    bus,
    log,
    name: 'test-gateway',
    ...options,
  })
  return {
    gateway,
    ingest,
    bus,
    stop: async () => {
      await gateway.close()
      await ingest.close()
      registry.close()
    },
  }
}

/** A device at the other end: sends bytes, waits for bytes. */
export class TestDeviceSocket {
  readonly socket: Socket
  /** All bytes received, as hex. */
  received = ''

  /** @param localAddress that it comes from */
  constructor(port: number, localAddress = '127.0.0.1') {
    this.socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true })
    this.socket.on('data', (chunk) => {
      this.received += toHex(chunk)
    })
    this.socket.on('error', () => {})
  }

  send(frame: string | Uint8Array): void {
    this.socket.write(typeof frame === 'string' ? fromHex(frame) : frame)
  }

  /** Resolves once these bytes, in hex, have come since the last call, and forgets what came up to them. */
  async expect(hex: string, timeoutMs = patience.waitMs): Promise<void> {
    const expected = hex.replaceAll(' ', '').toLowerCase()
    const until = Date.now() + timeoutMs
    for (;;) {
      const at = this.received.indexOf(expected)
      if (at >= 0) {
        this.received = this.received.slice(at + expected.length)
        return
      }
      if (Date.now() > until) throw new Error(`waited for ${expected}, got ${this.received || 'nothing'}`)
      await sleep(2)
    }
  }

  /** Resolves when the server has closed the connection. */
  async closed(timeoutMs = patience.waitMs): Promise<void> {
    await eventually(
      () => this.socket.closed,
      (is) => is,
      timeoutMs,
    )
  }

  get isOpen(): boolean {
    return !this.socket.closed && !this.socket.readableEnded
  }

  end(): void {
    this.socket.destroy()
  }
}

/** Repeats a query until its answer is the expected one. */
export async function eventually<T>(
  read: () => Promise<T> | T,
  isIt: (answer: T) => boolean,
  timeoutMs = patience.waitMs,
): Promise<T> {
  const until = Date.now() + timeoutMs
  for (;;) {
    const answer = await read()
    if (isIt(answer)) return answer
    if (Date.now() > until) throw new Error(`waited in vain, last answer ${JSON.stringify(answer)}`)
    await sleep(10)
  }
}
