import { once } from 'node:events'
import { MessageChannel, Worker } from 'node:worker_threads'
import type { Gateway } from '../gateway/gateway.ts'
import type { Bus } from '../platform/bus/bus.ts'
import { connectThread } from '../platform/bus/thread-bus.ts'
import type { Log } from '../platform/log.ts'
import { addMetricsOf, type Metrics } from '../platform/metrics.ts'
import type { Config } from '../platform/settings/config.ts'
import type { ProcessSettings } from '../platform/settings/process-settings.ts'
import type { NotStoring } from '../platform/storage-state.ts'

/** Wait before a thread that ended by itself is started again; the others serve its devices meanwhile. */
const restartMs = 1_000
/** Of each thread; two writers hold one each. */
const poolSize = 6

/** What each keeps at most: two kilobytes of each device, and what waits for its commit. */
const heapMb = 1_024

/** What a thread is given. */
export interface GatewayWork {
  config: Pick<Config, 'gateway' | 'commitGatherMs' | 'expiredDaysKept' | 'logLevel'> &
    Pick<ProcessSettings, 'files'>
  name: string
  databaseUrl: string
  poolSize: number
  /** The one that seals, and the one before, if there is one. */
  secretKeys: [Uint8Array, Uint8Array | null]
}

export type ThreadRequest = 'metrics' | 'stop'
export type ThreadMessage = { ports: Gateway['ports'] } | { metrics: Metrics }

interface Parts {
  work: Omit<GatewayWork, 'poolSize'>
  bus: Bus
  log: Log
}

export interface GatewayThreads {
  ports: Gateway['ports']
  /** Why one of them does not store what it receives, if one does not. */
  notStoring(): NotStoring | null
  /** Each stops reading, finishes what it received, and ends. */
  close(): Promise<void>
}

/**
 * Serves devices in so many threads, each of which has a processor core: they listen at the same ports, and the
 * system shares connections and senders of datagrams out among them. Each is to the others what another gateway
 * process would be. @throws what keeps the first of them from starting
 */
export async function startGatewayThreads(count: number, { work, ...parts }: Parts): Promise<GatewayThreads> {
  const names = Array.from({ length: count }, (_, index) =>
    index === 0 ? work.name : `${work.name}#${index}`,
  )
  const threads = names.map((name) => new GatewayThread({ work: { ...work, name }, ...parts }))
  const failing = new Map<string, NotStoring>()
  const stopListening = parts.bus.subscribe('storage.changed', ({ gateway, failure }) => {
    if (failure === null) failing.delete(gateway)
    else failing.set(gateway, failure.clock ? 'clock' : 'storage')
  })
  const close = async () => {
    stopListening()
    await Promise.all(threads.map((thread) => thread.close()))
  }
  try {
    const [ports] = await Promise.all(threads.map((thread) => thread.start()))
    const notStoring = () => names.flatMap((name) => failing.get(name) ?? [])[0] ?? null
    return { ports: ports!, notStoring, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Keeps one of them at work: when it ended by itself it is started again. */
class GatewayThread {
  readonly #parts: Parts
  readonly #stopCounting: () => void
  #worker: Worker | null = null
  #isClosing = false
  #restart: NodeJS.Timeout | undefined
  #metricsReaders: ((metrics: Metrics) => void)[] = []

  constructor(parts: Parts) {
    this.#parts = parts
    this.#stopCounting = addMetricsOf(() => this.#metrics())
  }

  /** @returns the ports it listens at */
  async start(): Promise<Gateway['ports']> {
    const { work, bus, log } = this.#parts
    const { port1, port2 } = new MessageChannel()
    const leave = connectThread(bus, port1)
    const worker = new Worker(new URL('gateway-thread.ts', import.meta.url), {
      workerData: { ...work, poolSize, busPort: port2 },
      transferList: [port2],
      // What lives shortly is as large as it likes to be: collecting it more often costs reports.
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    })
    const { promise, resolve, reject } = Promise.withResolvers<Gateway['ports']>()
    let hasStarted = false
    worker.on('message', (message: ThreadMessage) => {
      if ('metrics' in message) return this.#answerMetrics(message.metrics)
      hasStarted = true
      resolve(message.ports)
    })
    worker.on('error', (error) => {
      log.error({ err: error, gateway: work.name }, 'a gateway thread failed')
      reject(error)
    })
    worker.once('exit', () => {
      this.#worker = null
      this.#answerMetrics([])
      leave()
      reject(new Error('the thread ended'))
      if (hasStarted) this.#startAgain()
    })
    this.#worker = worker
    return promise
  }

  async close(): Promise<void> {
    this.#isClosing = true
    this.#stopCounting()
    clearTimeout(this.#restart)
    if (this.#worker === null) return
    const ended = once(this.#worker, 'exit')
    this.#worker.postMessage('stop' satisfies ThreadRequest)
    await ended
  }

  #startAgain(): void {
    if (this.#isClosing) return
    this.#restart = setTimeout(() => {
      this.start().catch(() => this.#startAgain())
    }, restartMs)
  }

  #metrics(): Promise<Metrics> {
    const { promise, resolve } = Promise.withResolvers<Metrics>()
    if (this.#worker === null) return Promise.resolve([])
    this.#metricsReaders.push(resolve)
    if (this.#metricsReaders.length === 1) this.#worker.postMessage('metrics' satisfies ThreadRequest)
    return promise
  }

  #answerMetrics(metrics: Metrics): void {
    for (const answer of this.#metricsReaders.splice(0)) answer(metrics)
  }
}
