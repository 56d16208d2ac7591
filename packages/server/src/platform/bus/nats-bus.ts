import { type ConnectionOptions, connect, type Msg, type NatsConnection } from '@nats-io/transport-node'
import { Counter, Gauge } from 'prom-client'
import type { Log } from '../log.ts'
import { StartError } from '../start-error.ts'
import { type Bus, createLocalBus, type Subject, type Subjects } from './bus.ts'
import { decodeMessage, encodeMessage, isOfNewerFormat } from './bus-message.ts'

const subjectPrefix = 'trackway.'
const connectTimeoutMs = 5_000
const reconnectEveryMs = 1_000
/** A connection that misses this many pings in a row is lost. */
const pingEveryMs = 10_000
const unansweredPings = 2
/** Messages sent within this time before a connection was found lost may not have arrived. */
const unnoticedMs = pingEveryMs * (unansweredPings + 1)
/** While newer processes publish what this one cannot read, it reads everything again in this interval. */
const rereadEveryMs = 10_000

const connected = new Gauge({
  name: 'trackway_bus_connected',
  help: '1 while this process is connected to NATS, 0 while it reconnects.',
})
const reconnects = new Counter({
  name: 'trackway_bus_reconnects_total',
  help: 'How often the connection to NATS was lost and made again.',
})
const messages = new Counter({
  name: 'trackway_bus_messages_total',
  help: 'Messages to and from other processes; dropped: published while NATS was away; newer: not understood.',
  labelNames: ['direction'],
})

/**
 * The bus of several processes, over NATS. It reconnects for ever. Messages published meanwhile are dropped, not
 * kept: once connected again it publishes to all processes from when on they missed some.
 * @param url `nats://user:password@host:4222`, `nats://token@host`, `tls://…`; several with commas
 * @throws {StartError} in one sentence, when none of the servers can be reached now
 */
export async function connectNatsBus(url: string, log: Log): Promise<Bus> {
  const options = natsOptions(url)
  try {
    return new NatsBus(await connect(options), log)
  } catch (error) {
    const hosts = (options.servers as string[]).join(', ')
    const reason = (error as Error).message
    throw new StartError(`NATS at ${hosts} cannot be reached (${reason}): start it, or correct NATS_URL.`, {
      cause: error,
    })
  }
}

export function natsOptions(urls: string): ConnectionOptions {
  const servers = urls.split(',').map((text) => new URL(text.trim()))
  const { username, password } = servers.find((server) => server.username !== '') ?? servers[0]!
  const user = decodeURIComponent(username)
  return {
    name: 'trackway',
    servers: servers.map(({ host }) => host),
    ...(password !== '' && { user, pass: decodeURIComponent(password) }),
    ...(password === '' && user !== '' && { token: user }),
    // Without it the connection is encrypted too, where the server offers that.
    ...(servers.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
    // Listeners of this process are called without the detour.
    noEcho: true,
    timeout: connectTimeoutMs,
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectEveryMs,
    // A server whose passwords are changed refuses for a while what it takes again later.
    ignoreAuthErrorAbort: true,
    pingInterval: pingEveryMs,
    maxPingOut: unansweredPings,
  }
}

class NatsBus implements Bus {
  readonly subscribe: Bus['subscribe']
  readonly #local: Bus
  readonly #connection: NatsConnection
  readonly #log: Log
  /** Messages may be missed since then; null while connected. */
  #lostSince: number | null = null
  #hasIgnored = false
  #rereading: NodeJS.Timeout | undefined

  constructor(connection: NatsConnection, log: Log) {
    this.#connection = connection
    this.#log = log
    this.#local = createLocalBus(log)
    this.subscribe = this.#local.subscribe
    connected.set(1)
    connection.subscribe(`${subjectPrefix}>`, { callback: (error, message) => this.#receive(error, message) })
    void this.#followConnection()
  }

  get isConnected(): boolean {
    return this.#lostSince === null
  }

  publish<S extends Subject>(subject: S, message: Subjects[S]): void {
    this.#local.publish(subject, message)
    const canSend = this.isConnected && !this.#connection.isClosed()
    messages.inc({ direction: canSend ? 'sent' : 'dropped' })
    if (canSend) this.#connection.publish(subjectPrefix + subject, encodeMessage(message))
  }

  async close(): Promise<void> {
    clearTimeout(this.#rereading)
    // Sends what was published; without a server there is nothing to wait for.
    if (this.isConnected) await this.#connection.drain()
    else await this.#connection.close()
  }

  #receive(error: Error | null, { subject, data }: Msg): void {
    if (error !== null) {
      this.#log.error({ err: error }, 'NATS refuses the subscription')
      return
    }
    if (isOfNewerFormat(data)) {
      this.#ignore()
      return
    }
    messages.inc({ direction: 'received' })
    try {
      const name = subject.slice(subjectPrefix.length) as Subject
      this.#local.publish(name, decodeMessage(name, data))
    } catch (error) {
      this.#log.error({ err: error, subject }, 'a bus message could not be read')
    }
  }

  /** Something changed that only a newer process can name: now and then all that may have changed is read again. */
  #ignore(): void {
    messages.inc({ direction: 'newer' })
    this.#hasIgnored = true
    if (this.#rereading === undefined) this.#reread()
  }

  #reread(): void {
    this.#rereading = undefined
    if (!this.#hasIgnored) return
    this.#hasIgnored = false
    this.#log.warn('messages of a newer version are ignored: what is cached is read again instead')
    this.#local.publish('messages.missed', { since: Date.now() - rereadEveryMs })
    this.#rereading = setTimeout(() => this.#reread(), rereadEveryMs)
  }

  async #followConnection(): Promise<void> {
    for await (const status of this.#connection.status()) {
      if (status.type === 'disconnect') this.#lost()
      else if (status.type === 'reconnect') this.#regained()
      else if (status.type === 'error') this.#log.error({ err: status.error }, 'NATS reports an error')
    }
  }

  #lost(): void {
    if (this.#lostSince !== null || this.#connection.isDraining() || this.#connection.isClosed()) return
    this.#lostSince = Date.now() - unnoticedMs
    connected.set(0)
    this.#log.error('the connection to NATS is lost: changes of other processes show once it is back')
  }

  #regained(): void {
    const since = this.#lostSince ?? Date.now() - unnoticedMs
    this.#lostSince = null
    connected.set(1)
    reconnects.inc()
    this.#log.warn({ lostMs: Date.now() - since }, 'connected to NATS again')
    // The others missed what this process could not publish.
    this.publish('messages.missed', { since })
  }
}
