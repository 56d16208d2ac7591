import { hostname } from 'node:os'
import { ensureAdmin } from './features/accounts/admin.ts'
import { createAuthenticate } from './features/accounts/sessions.ts'
import { startAccountUpkeep } from './features/accounts/upkeep.ts'
import { allHandlers } from './features/all.ts'
import { createRegistry } from './features/devices/registry.ts'
import { startGateway } from './gateway/gateway.ts'
import { type Ingest, startIngest } from './ingest/ingest.ts'
import { createLive } from './live/live.ts'
import { createLocalBus } from './platform/bus.ts'
import type { Config } from './platform/config.ts'
import { claimDataFolder } from './platform/data-folder.ts'
import { type Database, openDatabase } from './platform/database.ts'
import { prepareDataDir, startEmbeddedPostgres } from './platform/embedded-postgres.ts'
import { startHttp } from './platform/http.ts'
import { createLog } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { assertPortsAreFree } from './platform/ports.ts'
import { StartError } from './platform/start-error.ts'

/** PostgreSQL 15, as `server_version_num` says it. */
const oldestVersion = 150_000

export interface Server {
  /** Where the web and the API answer. */
  url: string
  stop(): Promise<void>
}

interface Options {
  isDemo: boolean
  /** Shows a line to the person who started it. */
  print(line: string): void
}

/** What was started, to be stopped in the opposite order. */
type Stop = () => Promise<void>

/**
 * Starts everything the configuration asks for, in the order things need each other, and prints where it is.
 * @throws {StartError} in one sentence; whatever had been started by then is stopped again
 */
export async function startServer(config: Config, options: Options): Promise<Server> {
  const stops: Stop[] = []
  const stop = async () => {
    for (const each of stops.splice(0).reverse()) await each()
  }
  try {
    return { url: await start(config, options, stops), stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function start(config: Config, { isDemo, print }: Options, stops: Stop[]): Promise<string> {
  const log = createLog(config.logLevel)
  // The same after a restart, so that what a killed process held is released; gateways of one machine differ in ports.
  const name = `${hostname()}:${Object.values(config.gateway.ports).join()}`
  await assertPortsAreFree(config)

  const { url, where } = await findDatabase(config, stops)
  const database = openDatabase(url, config.database.poolSize)
  stops.push(() => database.close())
  await assertDatabaseAnswers(database, where)
  await migrate(database.pool)
  const { createdPassword } = await ensureAdmin(database, config.adminPassword)

  const bus = createLocalBus()
  const lines: string[] = []
  let stateOf: Ingest['stateOf'] = () => undefined
  if (config.roles.includes('gateway')) {
    const registry = createRegistry({ database, bus })
    const ingest = startIngest({ database, bus, log })
    stateOf = ingest.stateOf
    stops.push(() => ingest.close())
    const gateway = await startGateway({ config: config.gateway, ingest, registry, database, bus, log, name })
    stops.push(() => gateway.close())
    const { detect, ...own } = gateway.ports
    const ports = Object.entries(own).map(([protocol, port]) => `${protocol} ${port}`)
    lines.push(`devices   ${[...(detect ? [`any protocol ${detect}`] : []), ...ports].join(' · ')}`)
  }
  let address = ''
  if (config.roles.includes('api')) {
    const live = createLive({ database, bus, log, stateOf })
    stops.push(() => live.close())
    const http = await startHttp({
      config,
      database,
      bus,
      log,
      authenticate: createAuthenticate({ database, bus }),
      handlers: allHandlers,
      mount: [live.mount],
    })
    stops.push(() => http.close())
    address = `http://localhost:${http.port}`
    lines.unshift(`web       ${address}`)
  }
  if (config.roles.includes('jobs')) {
    const stopUpkeep = startAccountUpkeep({ database, log })
    stops.push(async () => stopUpkeep())
  }
  lines.push(`database  ${where}`)
  if (createdPassword)
    lines.push(`admin     ${createdPassword}  (the password of user admin, shown this once)`)
  if (isDemo) lines.push(await startDemo())
  print(['Trackway is ready.', ...lines.map((line) => `  ${line}`)].join('\n'))
  return address

  async function startDemo(): Promise<string> {
    // Loaded only here: a server without demo carries no simulator.
    const { seedDemo } = await import('./demo/seed.ts')
    const { startDemoTraffic } = await import('./demo/traffic.ts')
    const fleet = await seedDemo(database, { now: Date.now(), log, onProgress: print })
    const traffic = await startDemoTraffic({ ports: config.gateway.ports, fleet, log })
    stops.push(() => traffic.stop())
    return 'demo      user demo, password demo'
  }
}

/** The operator's own PostgreSQL, or the embedded one on the data folder, which then is ours alone. */
async function findDatabase(config: Config, stops: Stop[]): Promise<{ url: string; where: string }> {
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
  stops.push(() => postgres.stop())
  stops.push(() => claim.release())
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
