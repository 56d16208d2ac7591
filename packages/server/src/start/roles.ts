import { startAccountMaintenance } from '../features/accounts/maintenance.ts'
import { createAuthenticate } from '../features/accounts/sessions.ts'
import { answerAgpsRequests } from '../features/agps/answer-tcp.ts'
import { startAgps } from '../features/agps/refresh.ts'
import { mountAgps } from '../features/agps/serve-agps.ts'
import { startAlarmWatch } from '../features/alarms/watch/start-alarm-watch.ts'
import { allHandlers } from '../features/all.ts'
import { startAutoRenewals } from '../features/auto-renewals/start-auto-renewals.ts'
import { startBus } from '../features/bus/start-bus.ts'
import { startCommands } from '../features/commands/start-commands.ts'
import { startDeviceMaintenance } from '../features/devices/start-maintenance.ts'
import { startDailyRates } from '../features/exchange-rates/start-daily-rates.ts'
import { startServiceEnds } from '../features/expiry-notices/start-expiry-notices.ts'
import { startExports } from '../features/exports/start-exports.ts'
import { startFirmwareRemoval } from '../features/firmware/remove-old-firmware.ts'
import { mountFirmware } from '../features/firmware/serve-firmware.ts'
import { startImports } from '../features/imports/start-imports.ts'
import { startJigResults } from '../features/jig-results/start-jig-results.ts'
import { startLedgerCheck } from '../features/ledger/start-ledger-check.ts'
import { startExpiredPlaces } from '../features/locations/expired-places.ts'
import { mountMailPages } from '../features/mail-receivers/pages.ts'
import { startConsentMails } from '../features/mail-receivers/start-consent-mails.ts'
import { startMedia } from '../features/media/start-media.ts'
import { startNbSubscriptions } from '../features/nb-platforms/start-nb-subscriptions.ts'
import { mountTextCallbacks } from '../features/notifications/providers/callbacks.ts'
import { startNotifications } from '../features/notifications/start-notifications.ts'
import { mountPaymentHooks } from '../features/orders/hooks.ts'
import { startOrders } from '../features/orders/start-orders.ts'
import { startQualityChecks } from '../features/quality-checks/start-quality-checks.ts'
import { startReconciliation } from '../features/reconciliation/start-reconciliation.ts'
import { startReportMails } from '../features/report-schedules/start-report-mails.ts'
import { startSimCards } from '../features/sim-cards/start-sim-cards.ts'
import { startStock } from '../features/stock/start-stock.ts'
import { startStreetNames } from '../features/street-maps/names/build-names.ts'
import { mountStreetMaps } from '../features/street-maps/serve-maps.ts'
import { startTargetServers } from '../features/target-servers/start-target-servers.ts'
import { taskKinds } from '../features/task-kinds.ts'
import { startTasks } from '../features/tasks/start-tasks.ts'
import { startZoneWatch } from '../features/zones/watch/start-zone-watch.ts'
import type { Gateway } from '../gateway/gateway.ts'
import type { Ingest } from '../ingest/ingest.ts'
import { Live } from '../live/live.ts'
import type { Bus } from '../platform/bus/bus.ts'
import { startFileRemoval } from '../platform/file-store/remove-unused-files.ts'
import { startHttp } from '../platform/http/http.ts'
import type { Log } from '../platform/log.ts'
import type { Config } from '../platform/settings/config.ts'
import type { FoundDatabase } from './find-database.ts'
import { startGatewayThreads } from './gateway-threads.ts'
import { startDeviceIntake } from './start-device-intake.ts'
import type { StopStack } from './stop-stack.ts'
import { startTrackThread } from './track-jobs.ts'

/** What every role needs. */
export interface ServerContext extends FoundDatabase {
  config: Config
  /** Of this process in `device_states.gateway`: the same after a restart, no other process's. */
  name: string
  /** The one that seals, and the one before, if there is one. */
  secretKeys: [Uint8Array, Uint8Array | null]
  log: Log
  bus: Bus
  stops: StopStack
}

/** What other roles need of the gateway role. */
export interface IntakeHandle extends Pick<Ingest, 'notStoring'>, Partial<Pick<Ingest, 'stateOf'>> {
  /** What is printed of its ports. */
  line: string
}

/** Takes devices in: in this thread, or in several of their own. */
export async function startGatewayRole(context: ServerContext): Promise<IntakeHandle> {
  const { config, name, url, secretKeys, database, bus, log, stops } = context
  if (config.agpsPort !== 0) {
    const { host } = config.gateway
    const agps = await answerAgpsRequests({ port: config.agpsPort, host, database, log })
    await stops.add(() => agps.close())
  }
  if (config.gatewayThreads === 0) {
    const { ingest, ports } = await startDeviceIntake(context)
    return { notStoring: ingest.notStoring, stateOf: ingest.stateOf, line: lineOf(ports) }
  }
  const { gateway, commitGatherMs, expiredDaysKept, files, logLevel } = config
  const ofThreads = { gateway, commitGatherMs, expiredDaysKept, files, logLevel }
  const work = { config: ofThreads, name, databaseUrl: url, secretKeys }
  const threads = await startGatewayThreads(config.gatewayThreads, { work, bus, log })
  await stops.add(() => threads.close())
  return { notStoring: threads.notStoring, line: lineOf(threads.ports) }
}

function lineOf({ detect, ...single }: Gateway['ports']): string {
  const ports = Object.entries(single).map(([protocol, port]) => `${protocol} ${port}`)
  return `devices   ${[...(detect ? [`any protocol ${detect}`] : []), ...ports].join(' · ')}`
}

/**
 * Serves web, API and live connections.
 * @param intake of this process, if it is a gateway: live takes their states from there where it is the same thread
 * @returns the port
 */
export async function startApiRole(
  context: ServerContext,
  intake: IntakeHandle | undefined,
): Promise<number> {
  const { config, database, bus, log, stops } = context
  const live = new Live({ database, bus, log, ...(intake?.stateOf && { stateOf: intake.stateOf }) })
  await stops.add(() => live.close())
  const http = await startHttp({
    config,
    database,
    bus,
    log,
    authenticate: createAuthenticate({ database, bus }),
    handlers: allHandlers,
    ...(intake && { notStoring: intake.notStoring }),
    mount: [live.mount, mountTextCallbacks, mountPaymentHooks, mountMailPages],
    mountFiles: [mountStreetMaps, mountFirmware, mountAgps],
  })
  await stops.add(() => http.close())
  return http.port
}

/** Makes files, sends mails, cleans up. */
export async function startJobsRole({
  config,
  url,
  database,
  bus,
  log,
  stops,
}: ServerContext): Promise<void> {
  const { addresses, dataDir, logLevel } = config
  await stops.add(await startNotifications({ database, bus, log }))
  await stops.add(startAccountMaintenance({ database, log }))
  await stops.add(startAlarmWatch({ database, bus, log }))
  await stops.add(startZoneWatch({ database, bus, log }))
  await stops.add(startCommands({ database, bus, log, daysKept: config.commandDaysKept }))
  await stops.add(startTasks({ database, bus, log, kinds: taskKinds }))
  await stops.add(startTargetServers({ database, bus, log }))
  await stops.add(startQualityChecks({ database, bus, log }, config.testDaysKept))
  await stops.add(startJigResults({ database, log }, config.testDaysKept))
  await stops.add(startImports({ database, bus, log }))
  await stops.add(startDeviceMaintenance({ database, log }))
  await stops.add(startFileRemoval({ database, log }))
  await stops.add(startFirmwareRemoval({ database, log }))
  await stops.add(startStock({ database, log }))
  await stops.add(startAgps({ database, log }))
  await stops.add(startSimCards({ database, log }))
  await stops.add(startLedgerCheck({ database, log }))
  await stops.add(startDailyRates({ database, log }))
  await stops.add(startOrders({ database, bus, log }))
  await stops.add(startAutoRenewals({ database, bus, log }))
  await stops.add(startReconciliation({ database, bus, log }))
  await stops.add(startExpiredPlaces({ database, log }))
  await stops.add(startServiceEnds({ database, log }))
  await stops.add(startBus({ database, bus, log }))
  await stops.add(startStreetNames({ database, log }))
  await stops.add(startNbSubscriptions({ database, log }))
  await stops.add(startMedia({ database, log }, config.media))
  await stops.add(startConsentMails({ database, log }))
  await stops.add(await startReportMails({ database, log }))
  await stops.add(await startExports({ databaseUrl: url, addresses, dataDir, logLevel }, { database, log }))
}

/** Packs days and finds episodes. After the demo, whose history fills the days of a month. */
export async function startTrackJobs({ config, url, database, log, stops }: ServerContext): Promise<void> {
  const { trackDaysKept: daysKept, logLevel } = config
  await stops.add(startTrackThread({ databaseUrl: url, daysKept, logLevel }, { pool: database.pool, log }))
}

/** Adds demo accounts and drives their vehicles. @returns what is printed of it */
export async function startDemo(
  { config, database, log, stops }: ServerContext,
  print: (line: string) => void,
): Promise<string> {
  // Loaded only here: a server without demo carries no simulator.
  const { seedDemo } = await import('../demo/seed.ts')
  const { startDemoTraffic } = await import('../demo/traffic.ts')
  const fleet = await seedDemo(database, { now: Date.now(), log, onProgress: print })
  await stops.add(startDemoTraffic({ ports: config.gateway.ports, fleet, log }))
  return 'demo      user demo, password demo\n  streets   of its other cities: npx trackway map fetch Lisbon'
}
