import { hostname } from 'node:os'
import { ensureAdmin } from './features/accounts/admin.ts'
import { createAuthenticate } from './features/accounts/sessions.ts'
import { startAccountUpkeep } from './features/accounts/upkeep.ts'
import { allHandlers } from './features/all.ts'
import { createDeviceRegistry } from './features/devices/device-registry.ts'
import { startEpisodes } from './features/episodes/processing/start-episodes.ts'
import { startExports } from './features/exports/start-exports.ts'
import { startGeocoding } from './features/geocoding/start-geocoding.ts'
import { startReportMails } from './features/report-schedules/start-report-mails.ts'
import { startPacking } from './features/track-storage/start-packing.ts'
import { startGateway } from './gateway/gateway.ts'
import { type Ingest, startIngest } from './ingest/ingest.ts'
import { createLive } from './live/live.ts'
import { createLocalBus } from './platform/bus/bus.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { migrate } from './platform/database/migrate.ts'
import { claimDataFolder } from './platform/embedded-postgres/data-folder.ts'
import { prepareDataDir, startEmbeddedPostgres } from './platform/embedded-postgres/embedded-postgres.ts'
import { startHttp } from './platform/http/http.ts'
import { createLog } from './platform/log.ts'
import { startMail } from './platform/mail/mail.ts'
import type { Config } from './platform/settings/config.ts'
import { assertPortsAreFree } from './platform/settings/ports.ts'
import { StartError } from './platform/start-error.ts'

/** PostgreSQL 15, as `server_version_num` says it. */
const oldestVersion = 150_000

export interface Server {
  /** Where the web and the API answer, once they do. @throws {StartError} in one sentence */
  ready: Promise<string>
  /** Stops what runs, also while it is still starting. */
  stop(): Promise<void>
}

interface Options {
  isDemo: boolean
  /** Shows a line to the person who started it. */
  print(line: string): void
}

/** Keeps what was started, to be stopped in the opposite order. Too late for that, it is stopped at once. */
type Own = (stop: () => Promise<void>) => Promise<void>

/**
 * Starts everything the configuration asks for, in the order things need each other, and prints where it is.
 * What had been started when it fails is stopped again.
 */
export function startServer(config: Config, options: Options): Server {
  const stops: (() => Promise<void>)[] = []
  let isStopped = false
  const own: Own = async (stop) => {
    if (!isStopped) {
      stops.push(stop)
      return
    }
    await stop()
    throw new StartError('Stopped before it was ready.')
  }
  const stopAll = async () => {
    isStopped = true
    for (const each of stops.splice(0).reverse()) await each()
  }
  const ready = start(config, options, own).catch(async (error) => {
    await stopAll()
    throw error
  })
  const stop = async () => {
    await stopAll()
    // A start under way stops by itself what it is just starting.
    await ready.catch(() => {})
  }
  return { ready, stop }
}

async function start(config: Config, { isDemo, print }: Options, own: Own): Promise<string> {
  const log = createLog(config.logLevel)
  // The same after a restart, so that what a killed process held is released; gateways of one machine differ in ports.
  const name = `${hostname()}:${Object.values(config.gateway.ports).join()}`
  await assertPortsAreFree(config)

  const { url, where } = await findDatabase(config, own)
  const database = openDatabase(url, config.database.poolSize)
  await own(() => database.close())
  await assertDatabaseAnswers(database, where)
  await migrate(database.pool)
  const { createdPassword } = await ensureAdmin(database, config.adminPassword)
  // Said at once: whatever stops the start from here on, nobody could find it out again.
  if (createdPassword) print(`The password of user admin, shown this once: ${createdPassword}`)

  const bus = createLocalBus(log)
  const lines: string[] = []
  await own(startGeocoding({ settings: config.addresses, database, log }))
  await own(startMail(config.mail))
  let stateOf: Ingest['stateOf'] = () => undefined
  if (config.roles.includes('gateway')) {
    const registry = createDeviceRegistry({ database, bus })
    const ingest = startIngest({ database, bus, log })
    stateOf = ingest.stateOf
    await own(() => ingest.close())
    const gateway = await startGateway({ config: config.gateway, ingest, registry, database, bus, log, name })
    await own(() => gateway.close())
    const { detect, ...single } = gateway.ports
    const ports = Object.entries(single).map(([protocol, port]) => `${protocol} ${port}`)
    lines.push(`devices   ${[...(detect ? [`any protocol ${detect}`] : []), ...ports].join(' · ')}`)
  }
  let address = ''
  if (config.roles.includes('api')) {
    const live = createLive({ database, bus, log, stateOf })
    await own(() => live.close())
    const http = await startHttp({
      config,
      database,
      bus,
      log,
      authenticate: createAuthenticate({ database, bus }),
      handlers: allHandlers,
      mount: [live.mount],
    })
    await own(() => http.close())
    address = `http://localhost:${http.port}`
    lines.unshift(`web       ${address}`)
  }
  if (config.roles.includes('jobs')) {
    const stopUpkeep = startAccountUpkeep({ database, log })
    await own(async () => stopUpkeep())
    const { addresses, logLevel } = config
    await own(startReportMails({ database, log }))
    await own(startExports({ databaseUrl: url, addresses, logLevel }, { database, log }))
  }
  lines.push(`database  ${where}`)
  if (isDemo) lines.push(await startDemo())
  if (config.roles.includes('jobs')) {
    // After the demo, whose history fills the days of a month.
    const { trackDaysKept: daysKept, logLevel } = config
    await own(startPacking({ databaseUrl: url, daysKept, logLevel }, log))
    await own(startEpisodes({ databaseUrl: url, logLevel }, log))
  }
  print(['Trackway is ready.', ...lines.map((line) => `  ${line}`)].join('\n'))
  return address

  async function startDemo(): Promise<string> {
    // Loaded only here: a server without demo carries no simulator.
    const { seedDemo } = await import('./demo/seed.ts')
    const { startDemoTraffic } = await import('./demo/traffic.ts')
    const fleet = await seedDemo(database, { now: Date.now(), log, onProgress: print })
    const traffic = await startDemoTraffic({ ports: config.gateway.ports, fleet, log })
    await own(() => traffic.stop())
    return 'demo      user demo, password demo'
  }
}

/** The operator's own PostgreSQL, or the embedded one on the data folder, which then is ours alone. */
async function findDatabase(config: Config, own: Own): Promise<{ url: string; where: string }> {
  if (config.database.url) {
    const { host, pathname } = new URL(config.database.url)
    return { url: config.database.url, where: `${host}${pathname}` }
  }
  await prepareDataDir(config.dataDir)
  const postgres = await startEmbeddedPostgres({
    dataDir: config.dataDir,
    port: config.database.embeddedPort,
  })
  const claim = await claimDataFolder(postgres.url, config.dataDir)
  await own(() => postgres.stop())
  await own(() => claim.release())
  return { url: postgres.url, where: `embedded PostgreSQL in ${config.dataDir}` }
}

async function assertDatabaseAnswers(database: Database, where: string): Promise<void> {
  try {
    const { rows } = await database.pool.query<{ version: number }>(
      "select current_setting('server_version_num')::int as version",
    )
    if ((rows[0]?.version ?? 0) >= oldestVersion) return
  } catch (error) {
    throw new StartError(
      `The database ${where} can not be reached: ${(error as Error).message || (error as NodeJS.ErrnoException).code}.`,
      { cause: error },
    )
  }
  throw new StartError(
    `The database ${where} is older than PostgreSQL 15, the oldest that Trackway works with.`,
  )
}
