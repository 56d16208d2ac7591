import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Protocol } from '@trackway/protocols/protocol.ts'
import { protocolByName } from '@trackway/protocols/registry.ts'
import type { DeviceRegistry } from '../features/devices/device-registry.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { Bus } from '../platform/bus/bus.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import type { Config } from '../platform/settings/config.ts'
import { Connection } from './connection.ts'
import { type DatagramListener, listenForDatagrams } from './datagrams.ts'
import type { SessionContext } from './device-session.ts'
import { connectionsOpen, countClosed } from './metrics.ts'
import { type IsEdited, SessionRegistry } from './session-registry.ts'
import { UnknownDevices } from './unknown-devices.ts'

const tickMs = 1_000
const silenceIntervalMs = 300_000
/** Connections the system may hold before they are accepted: a fleet comes back all at once. */
const backlog = 4_096
/** What was received is committed and answered within this when the gateway stops. */
const finishMs = 4_000
/** A port of the configuration that stands for any free one; for tests. */
export const anyPort = -1

type PortName = keyof Config['gateway']['ports']

export interface Gateway {
  /** The TCP ports that are open, by name. */
  readonly ports: Partial<Record<PortName, number>>
  readonly connectionCount: number
  /** Stops accepting and reading, finishes what was received, closes. */
  close(): Promise<void>
}

interface Options {
  config: Config['gateway']
  ingest: Ingest
  registry: DeviceRegistry
  database: Pick<Database, 'pool'>
  bus: Bus
  log: Log
  /** Of this process in `device_states.gateway`: the same after a restart, no other process's. */
  name: string
  now?: () => number
}

/** Opens the ports that are on and takes devices in. @throws when a port is taken or the database is away */
export async function startGateway(options: Options): Promise<Gateway> {
  const { config, ingest, registry, database, bus, log, name, now = Date.now } = options
  await releaseClaims(database.pool, name, now())
  const unknown = new UnknownDevices({
    database,
    registry,
    bus,
    log,
    now,
    isRegistering: config.registerUnknown,
  })
  const sessions = new SessionRegistry()
  const context: SessionContext = { ingest, registry, sessions, unknown, now }
  const connections = new Set<Connection>()
  const byAddress = new Map<string, number>()

  const servers: Server[] = []
  const datagrams: DatagramListener[] = []
  const stopListening = followEdits(context, datagrams, bus, name)
  const ports: Gateway['ports'] = {}
  for (const [portName, port] of Object.entries(config.ports) as [PortName, number][]) {
    if (port === 0) continue
    const protocol = portName === 'detect' ? null : protocolByName(portName)
    if (protocol === undefined) throw new Error(`no codec for port ${portName}`)
    // Half-open: one who sends and hangs up at once still gets everything taken, and answered.
    const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) => accept(socket, protocol))
    server.on('error', (error) => log.error({ error, port: portName }, 'a gateway port failed'))
    server.listen({ port: port === anyPort ? 0 : port, host: config.host, backlog })
    await once(server, 'listening')
    servers.push(server)
    ports[portName] = (server.address() as AddressInfo).port
    if (protocol?.transports.includes('udp')) {
      datagrams.push(await listenForDatagrams(ports[portName], config.host, protocol, context))
    }
  }

  const timer = setInterval(() => {
    const time = now()
    for (const connection of connections) connection.tick(time, config)
    for (const listener of datagrams) listener.tick(time, config.idleTimeoutMs)
  }, tickMs)
  const silence = setInterval(() => {
    releaseSilent(database.pool, 2 * config.idleTimeoutMs, now()).catch((error) =>
      log.warn({ error }, 'silent devices could not be released'),
    )
  }, silenceIntervalMs)

  function accept(socket: Socket, protocol: Protocol<unknown> | null): void {
    const address = socket.remoteAddress ?? ''
    const count = byAddress.get(address) ?? 0
    if (count >= config.maxConnectionsPerAddress) {
      countClosed('addressFull')
      socket.destroy()
      return
    }
    byAddress.set(address, count + 1)
    connections.add(new Connection(socket, protocol, context, forget))
    connectionsOpen.set(connections.size)
  }

  function forget(connection: Connection): void {
    connections.delete(connection)
    connectionsOpen.set(connections.size)
    const count = (byAddress.get(connection.address) ?? 1) - 1
    if (count === 0) byAddress.delete(connection.address)
    else byAddress.set(connection.address, count)
  }

  const inFlight = () =>
    [...connections].reduce((sum, connection) => sum + connection.inFlight, 0) +
    datagrams.reduce((sum, listener) => sum + listener.inFlight(), 0)

  return {
    ports,
    get connectionCount() {
      return connections.size
    },
    async close() {
      for (const server of servers) server.close()
      for (const listener of [...connections, ...datagrams]) listener.stopReading()
      const deadline = performance.now() + finishMs
      while (inFlight() > 0 && performance.now() < deadline) await sleep(10)
      clearInterval(timer)
      clearInterval(silence)
      stopListening()
      for (const connection of [...connections]) connection.close('shutdown')
      for (const listener of datagrams) listener.close()
      await unknown.close()
    },
  }
}

/** What a process of this name held before it was killed is connected no more. */
async function releaseClaims(pool: Database['pool'], name: string, now: number): Promise<void> {
  await pool.query(
    'update device_states set is_connected = false, gateway = null, change_time = $2 where gateway = $1',
    [name, now],
  )
}

/** Nor is what a process held that never came back: its devices have been silent for longer than any may be. */
async function releaseSilent(pool: Database['pool'], silentMs: number, now: number): Promise<void> {
  await pool.query(
    `update device_states set is_connected = false, gateway = null, change_time = $1
     where is_connected and state_time < $1::int8 - $2::int8`,
    [now, silentMs],
  )
}

/** Lets go of devices that were deleted or taken over, and takes up what was edited. */
function followEdits(
  { ingest, sessions }: SessionContext,
  datagrams: readonly DatagramListener[],
  bus: Bus,
  name: string,
): () => void {
  const refreshAll = (isEdited: IsEdited) => {
    sessions.refresh(isEdited)
    for (const listener of datagrams) listener.refresh(isEdited)
  }
  ingest.onLost((deviceIds) => sessions.letGo(deviceIds))
  const stops = [
    bus.subscribe('device.edited', ({ deviceId }) => {
      sessions.refreshDevice(deviceId)
      for (const listener of datagrams) listener.refresh((device) => device.deviceId === deviceId)
    }),
    bus.subscribe('account.edited', ({ accountId }) =>
      refreshAll((device) => device.accountId === accountId),
    ),
    bus.subscribe('device.claimed', ({ deviceIds, gateway }) => {
      if (gateway !== name) ingest.checkHeld([...deviceIds])
    }),
    bus.subscribe('messages.missed', () => {
      refreshAll(() => true)
      ingest.checkHeld(sessions.deviceIds())
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
