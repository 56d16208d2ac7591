import { createAuthenticate } from '../features/accounts/sessions.ts'
import { startAccountUpkeep } from '../features/accounts/upkeep.ts'
import { startAlarmWatch } from '../features/alarms/watch/start-alarm-watch.ts'
import { allHandlers } from '../features/all.ts'
import { startBus } from '../features/bus/start-bus.ts'
import { startCommands } from '../features/commands/start-commands.ts'
import { setDeviceAddress } from '../features/device-types/setup.ts'
import { startDeviceUpkeep } from '../features/device-upkeep/start-device-upkeep.ts'
import { createDeviceRegistry } from '../features/devices/device-registry.ts'
import { startEpisodes } from '../features/episodes/processing/start-episodes.ts'
import { startExports } from '../features/exports/start-exports.ts'
import { startFenceWatch } from '../features/fences/watch/start-fence-watch.ts'
import { startImports } from '../features/imports/start-imports.ts'
import { maySandbox } from '../features/notifications/channels/sandbox.ts'
import { setOutboundRules } from '../features/notifications/endpoints/outbound-rules.ts'
import { mountTextCallbacks } from '../features/notifications/providers/callbacks.ts'
import { setSandboxRule } from '../features/notifications/providers/sandbox-rule.ts'
import { mountUnsubscribe } from '../features/notifications/providers/unsubscribe-page.ts'
import { startNotifications } from '../features/notifications/start-notifications.ts'
import { startReportMails } from '../features/report-schedules/start-report-mails.ts'
import { startServiceEnds } from '../features/service-ends/start-service-ends.ts'
import { startStreetNames } from '../features/street-maps/names/build-names.ts'
import { mountStreetMaps } from '../features/street-maps/serve-maps.ts'
import { startPacking } from '../features/track-storage/start-packing.ts'
import { startGateway } from '../gateway/gateway.ts'
import { type Ingest, startIngest } from '../ingest/ingest.ts'
import { Live } from '../live/live.ts'
import type { Bus } from '../platform/bus/bus.ts'
import { startHttp } from '../platform/http/http.ts'
import type { Log } from '../platform/log.ts'
import type { Config } from '../platform/settings/config.ts'
import { setSharesOutliveMaker } from '../platform/shared-links.ts'
import type { FoundDatabase } from './find-database.ts'
import type { StopStack } from './stop-stack.ts'

/** What every role needs. */
export interface Ground extends FoundDatabase {
  config: Config
  /** Of this process in `device_states.gateway`: the same after a restart, no other process's. */
  name: string
  log: Log
  bus: Bus
  stops: StopStack
}

/** Takes devices in. @returns what it hears, and what is printed of its ports */
export async function startGatewayRole(ground: Ground): Promise<{ ingest: Ingest; line: string }> {
  const { config, name, database, bus, log, stops } = ground
  const registry = createDeviceRegistry({ database, bus })
  const { commitGatherMs: gatherMs, expiredDaysKept } = config
  const ingest = startIngest({ database, bus, log, gateway: name, gatherMs, expiredDaysKept })
  await stops.add(() => ingest.close())
  const gateway = await startGateway({ config: config.gateway, ingest, registry, database, bus, log, name })
  await stops.add(() => gateway.close())
  const { detect, ...single } = gateway.ports
  const ports = Object.entries(single).map(([protocol, port]) => `${protocol} ${port}`)
  return {
    ingest,
    line: `devices   ${[...(detect ? [`any protocol ${detect}`] : []), ...ports].join(' · ')}`,
  }
}

/**
 * Serves web, API and live connections.
 * @param ingest of this process, if it hears devices itself: live takes their states from there
 * @returns the port
 */
export async function startApiRole(ground: Ground, ingest: Ingest | undefined): Promise<number> {
  const { config, database, bus, log, stops } = ground
  setSharesOutliveMaker(config.sharesOutliveMaker)
  setNotificationRules(config)
  setDeviceAddress({ host: config.deviceHost, ports: config.gateway.ports })
  const live = new Live({ database, bus, log, ...(ingest && { stateOf: ingest.stateOf }) })
  await stops.add(() => live.close())
  const http = await startHttp({
    config,
    database,
    bus,
    log,
    authenticate: createAuthenticate({ database, bus }),
    handlers: allHandlers,
    ...(ingest && { isStoring: ingest.isStoring }),
    mount: [live.mount, mountTextCallbacks, mountUnsubscribe],
    mountFiles: [mountStreetMaps],
  })
  await stops.add(() => http.close())
  return http.port
}

/** Makes files, sends mails, cleans up. */
export async function startJobsRole({ config, url, database, bus, log, stops }: Ground): Promise<void> {
  const { addresses, dataDir, logLevel } = config
  setNotificationRules(config)
  await stops.add(await startNotifications({ database, bus, log }))
  await stops.add(startAccountUpkeep({ database, log }))
  await stops.add(startAlarmWatch({ database, bus, log }))
  await stops.add(startFenceWatch({ database, bus, log }))
  await stops.add(startCommands({ database, bus, log, daysKept: config.commandDaysKept }))
  await stops.add(startImports({ database, bus, log }))
  await stops.add(startDeviceUpkeep({ database, log }))
  await stops.add(startServiceEnds({ database, log }))
  await stops.add(startBus({ database, bus, log }))
  await stops.add(startStreetNames({ database, log }))
  await stops.add(await startReportMails({ database, log }))
  await stops.add(await startExports({ databaseUrl: url, addresses, dataDir, logLevel }, { database, log }))
}

/** What this process may send to, and whether the sandbox may stand for a provider. */
function setNotificationRules({ webhookAllowPrivate, sandboxProviders }: Config): void {
  setOutboundRules({ allowPrivate: webhookAllowPrivate })
  setSandboxRule(maySandbox(sandboxProviders, process.env.NODE_ENV))
}

/** Packs days and finds episodes. After the demo, whose history fills the days of a month. */
export async function startTrackJobs({ config, url, log, stops }: Ground): Promise<void> {
  const { trackDaysKept: daysKept, logLevel } = config
  await stops.add(await startPacking({ databaseUrl: url, daysKept, logLevel }, log))
  await stops.add(await startEpisodes({ databaseUrl: url, logLevel }, log))
}

/** Adds demo accounts and drives their vehicles. @returns what is printed of it */
export async function startDemo(
  { config, database, log, stops }: Ground,
  print: (line: string) => void,
): Promise<string> {
  // Loaded only here: a server without demo carries no simulator.
  const { seedDemo } = await import('../demo/seed.ts')
  const { startDemoTraffic } = await import('../demo/traffic.ts')
  const fleet = await seedDemo(database, { now: Date.now(), log, onProgress: print })
  await stops.add(startDemoTraffic({ ports: config.gateway.ports, fleet, log }))
  return 'demo      user demo, password demo\n  streets   of its other cities: npx trackway map fetch Lisbon'
}
