import { hostname } from 'node:os'
import { join } from 'node:path'
import { ensureAdmin } from './features/accounts/admin.ts'
import { startGeocoding } from './features/geocoding/start-geocoding.ts'
import { type Bus, createLocalBus } from './platform/bus/bus.ts'
import { backUp } from './platform/database/backup/backup.ts'
import { migrate } from './platform/database/migrate.ts'
import { startHeapUpkeep } from './platform/heap-upkeep.ts'
import { startProbes } from './platform/http/probe-server.ts'
import { createLog, type Log } from './platform/log.ts'
import { followMail } from './platform/mail/stored-mail.ts'
import { startProcessState } from './platform/process-state.ts'
import { findOldSecretKey, findSecretKey, isKeyOfDatabase, useSecretKey } from './platform/secrets.ts'
import type { Config } from './platform/settings/config.ts'
import { assertPortsAreFree } from './platform/settings/ports.ts'
import { changeSettings, settingsOf } from './platform/settings/process-settings.ts'
import { version } from './platform/version.ts'
import { findDatabase } from './start/find-database.ts'
import {
  type ServerContext,
  startApiRole,
  startDemo,
  startGatewayRole,
  startJobsRole,
  startTrackJobs,
} from './start/roles.ts'
import { StopStack } from './start/stop-stack.ts'
import { watchSchema } from './start/watch-schema.ts'

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
  /** Called once when a newer version has made the database unusable for this one, which must stop. */
  onOutdated(): void
}

const otherKey =
  'Secrets in this database were encrypted with another key: set SECRET_KEY to it, or copy its secret.key to DATA_DIR.'

/**
 * Starts everything the configuration requires, in the order things need each other, and prints where it is.
 * What had been started when it fails is stopped again.
 */
export function startServer(config: Config, options: Options): Server {
  const stops = new StopStack()
  const ready = stops.during(() => start(config, options, stops))
  const stop = async () => {
    await stops.stopAll()
    // A start under way stops by itself what it is just starting.
    await ready.catch(() => {})
  }
  return { ready, stop }
}

async function start(
  config: Config,
  { isDemo, print, onOutdated }: Options,
  stops: StopStack,
): Promise<string> {
  const { roles } = config
  const log = createLog(config.logLevel)
  await assertPortsAreFree(config)
  const found = await findDatabase(config, stops)
  const { database, where } = found
  log.info({ version }, 'starting')
  await migrate(database.pool, {
    before: async (first) => {
      if (!config.backupBeforeUpgrade) return
      const time = new Date().toISOString().replaceAll(/[-:]|\..*/g, '')
      const path = join(config.dataDir, 'backups', `before-${first.replace('.sql', '')}-${time}.trackway`)
      await backUp(found.url, path, () => {})
      print(`The database is backed up before the upgrade: ${path}`)
    },
  })
  const { secretKey, oldSecretKey, dataDir } = config
  const secretKeys: ServerContext['secretKeys'] = [
    await findSecretKey(secretKey, dataDir),
    await findOldSecretKey(oldSecretKey, dataDir),
  ]
  useSecretKey(...secretKeys)
  if (!(await isKeyOfDatabase(database.db, Date.now()))) print(otherKey)
  const { createdPassword } = await ensureAdmin(database, config.adminPassword)
  // Printed at once: whatever stops the start from here on, nobody could find it out again.
  if (createdPassword) print(`Password of the user admin (shown only once): ${createdPassword}`)

  const bus = await openBus(config, log)
  await stops.add(() => bus.close())
  changeSettings(settingsOf(config))
  await stops.add(await startGeocoding({ settings: config.addresses, database, log }))
  await stops.add(await followMail({ db: database.db, bus, log }))
  // Gateways of one machine differ in ports.
  const name = `${hostname()}:${Object.values(config.gateway.ports).join()}`
  await stops.add(watchSchema(found, onOutdated))
  await stops.add(startProcessState({ config, name, database, bus, log }))
  const context: ServerContext = { ...found, config, name, secretKeys, log, bus, stops }

  const gateway = roles.includes('gateway') ? await startGatewayRole(context) : undefined
  const port = roles.includes('api') ? await startApiRole(context, gateway) : await serveProbes()
  // Before the jobs, which would end orders and batches of the past while they are written.
  const demoLine = isDemo ? await startDemo(context, print) : undefined
  if (roles.includes('jobs')) await startJobsRole(context)
  if (roles.includes('jobs')) await startTrackJobs(context)

  await stops.add(startHeapUpkeep())

  const address = `http://localhost:${port}`
  const webLine = roles.includes('api') ? `web       ${address}` : `probes    ${address}/readyz`
  const lines = [webLine, gateway?.line, `database  ${where}`, `version   ${version}`, demoLine].filter(
    (line) => line !== undefined,
  )
  print(['Trackway is ready.', ...lines.map((line) => `  ${line}`)].join('\n'))
  return address

  async function serveProbes(): Promise<number> {
    const probes = await startProbes({
      config,
      database,
      bus,
      ...(gateway && { notStoring: gateway.notStoring }),
    })
    await stops.add(() => probes.close())
    return probes.port
  }
}

async function openBus({ natsUrl }: Config, log: Log): Promise<Bus> {
  if (natsUrl === undefined) return createLocalBus(log)
  // Loaded only here: a single process needs no NATS.
  const { connectNatsBus } = await import('./platform/bus/nats-bus.ts')
  return connectNatsBus(natsUrl, log)
}
