import { once } from 'node:events'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { protocolByName } from '@trackway/protocols/registry.ts'
import { CommandDispatcher } from '../features/commands/delivery/command-dispatcher.ts'
import { CommandHandOut } from '../features/commands/delivery/hand-out.ts'
import type { DeviceRegistry } from '../features/devices/device-registry.ts'
import { UpgradeSender } from '../features/firmware/transfer/upgrade-sender.ts'
import { WatchedFrames } from '../features/frames/watch/watched-frames.ts'
import { MediaIntake } from '../features/media/arrival/media-intake.ts'
import { followPushes } from '../features/nb-platforms/network-pushes.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { Bus } from '../platform/bus/bus.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import type { Config } from '../platform/settings/config.ts'
import { releaseClaims, releaseSilent } from './claims.ts'
import { type DatagramListener, listenForDatagrams } from './datagrams.ts'
import { followEdits } from './follow-edits.ts'
import { FrameLog } from './frame-log.ts'
import { DeviceCodes } from './identity/device-codes.ts'
import { LearntNumbers } from './identity/learnt-numbers.ts'
import { SecurityEvents } from './identity/security-events.ts'
import { UnknownDevices } from './identity/unknown-devices.ts'
import { takeRefused } from './metrics.ts'
import { OpenConnections } from './open-connections.ts'
import type { SessionContext } from './session-context.ts'
import { SessionRegistry } from './session-registry.ts'

const tickMs = 1_000
/** What was refused is a line of the log at most this often. */
const refusedLogMs = 60_000
const silenceIntervalMs = 300_000
/** Connections the system may hold before they are accepted: a fleet comes back all at once. */
const backlog = 4_096
/** Time within which received frames are committed and answered when the gateway stops. */
const finishMs = 4_000
/** A port of the configuration that means any free one; for tests. */
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
  database: Pick<Database, 'pool' | 'db'>
  bus: Bus
  log: Log
  /** Of this process in `device_states.gateway`: the same after a restart, no other process's. */
  name: string
  /** Whether others listen at the same ports: the system shares connections out among them. */
  sharesPorts?: boolean
  /** How long devices that have logged in are left alone before they are sent files. */
  readyMs?: number
  now?: () => number
}

/** Opens the ports that are on and takes devices in. @throws when a port is taken or the database is away */
export async function startGateway(options: Options): Promise<Gateway> {
  const { config, ingest, registry, database, bus, log, name, now = Date.now } = options
  const reusePort = options.sharesPorts ?? false
  await releaseClaims(database.pool, name, now())
  const isRegistering = config.registerUnknown
  const unknown = new UnknownDevices({ database, registry, bus, log, now, isRegistering })
  const frameLog = await FrameLog.start({ database, log, now, gateway: name })
  const stopFlushing = bus.subscribe('frame.asked', ({ deviceIds }) => frameLog.writeOf(deviceIds))
  const watched = new WatchedFrames(bus, now)
  const identities = new LearntNumbers({ database, bus, log })
  const pushes = await followPushes({ database, bus, log })
  const events = new SecurityEvents({ database, log, now })
  const commands = new CommandDispatcher({ database, bus, log, gateway: name, now })
  await commands.start()
  const upgrades = new UpgradeSender({ database, bus, log, gateway: name, now, readyMs: options.readyMs })
  const handOut = new CommandHandOut({ database, bus, log, gateway: name, now })
  const media = new MediaIntake({ pool: database.pool, log })
  const context: SessionContext = {
    ingest,
    media,
    registry,
    sessions: new SessionRegistry((device, from, to) =>
      events.record('deviceContested', device, to, { from, to }),
    ),
    codes: new DeviceCodes(database),
    identities,
    events,
    unknown,
    frameLog,
    watched,
    pushes,
    commands,
    upgrades,
    handOut,
    log,
    now,
  }
  const connections = new OpenConnections(context, config.maxConnectionsPerAddress)
  const servers: Server[] = []
  const datagrams: DatagramListener[] = []
  const ports: Gateway['ports'] = {}
  const stopListening = followEdits(context, datagrams, bus, name)
  for (const [portName, port] of Object.entries(config.ports) as [PortName, number][])
    if (port !== 0) await open(portName, port)

  async function open(portName: PortName, port: number): Promise<void> {
    const protocol = portName === 'detect' ? null : protocolByName(portName)
    if (protocol === undefined) throw new Error(`no codec for port ${portName}`)
    // Half-open: one who sends and hangs up at once still gets everything taken, and answered.
    const server = createServer({ noDelay: true, allowHalfOpen: true }, (socket) =>
      connections.accept(socket, protocol),
    )
    server.on('error', (error) => log.error({ err: error, port: portName }, 'a gateway port failed'))
    server.listen({ port: port === anyPort ? 0 : port, host: config.host, backlog, reusePort })
    await once(server, 'listening')
    servers.push(server)
    const opened = (server.address() as AddressInfo).port
    ports[portName] = opened
    if (protocol?.transports.includes('udp'))
      datagrams.push(
        await listenForDatagrams({ port: opened, host: config.host, reusePort, protocol, context }),
      )
  }

  const timer = setInterval(() => {
    connections.tick(now(), config)
    for (const listener of datagrams) listener.tick(now(), config.idleTimeoutMs)
    commands.tick(now())
    upgrades.tick(now())
    logRefused(now())
  }, tickMs)
  let refusedLogTime = Number.NEGATIVE_INFINITY
  function logRefused(time: number): void {
    if (Math.abs(time - refusedLogTime) < refusedLogMs) return
    const counts = takeRefused()
    if (counts === null) return
    refusedLogTime = time
    log.warn(
      { event: 'devicesRefused', ...counts },
      'devices were refused: System, Health and Unregistered devices say more',
    )
  }
  const silence = setInterval(() => {
    releaseSilent(database.pool, 2 * config.idleTimeoutMs, now()).catch((error) =>
      log.warn({ err: error }, 'silent devices could not be released'),
    )
  }, silenceIntervalMs)
  const inFlight = () =>
    datagrams.reduce((sum, listener) => sum + listener.inFlight(), connections.inFlight())

  return {
    ports,
    get connectionCount() {
      return connections.count
    },
    async close() {
      for (const server of servers) server.close()
      for (const listener of [connections, ...datagrams]) listener.stopReading()
      const deadline = performance.now() + finishMs
      while (inFlight() > 0 && performance.now() < deadline) await sleep(10)
      clearInterval(timer)
      clearInterval(silence)
      stopListening()
      stopFlushing()
      watched.close()
      pushes.stop()
      for (const listener of [connections, ...datagrams]) listener.close()
      media.close()
      await commands.close()
      await upgrades.close()
      handOut.close()
      await unknown.close()
      await identities.close()
      await events.close()
      await frameLog.close()
    },
  }
}
