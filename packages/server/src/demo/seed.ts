import type { FleetMember } from '@trackway/simulator/fleet.ts'
import { type CityMaps, useCityMaps } from '@trackway/simulator/roads/city-maps.ts'
import { createLocalBus } from '../platform/bus/bus.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import { createWorkerPool } from '../platform/workers/worker-pool.ts'
import { ensureAccounts } from './accounts.ts'
import { ensureAutoRenewals } from './auto-renewals.ts'
import { ensureBatches } from './batches.ts'
import { ensureBusLines } from './bus-lines.ts'
import { findCityMaps } from './city-maps.ts'
import { ensureCommands } from './commands.ts'
import { ensureDevices } from './devices.ts'
import { ensureAgps } from './factory/agps.ts'
import { ensureFirmware } from './factory/firmware.ts'
import { ensureMedia } from './factory/media.ts'
import { ensureQualityChecks } from './factory/quality-checks.ts'
import { ensureServerMoves } from './factory/server-moves.ts'
import { ensureSimCards } from './factory/sim-cards.ts'
import { ensureTargetServers } from './factory/target-servers.ts'
import { ensureFactory } from './factory.ts'
import { ensureFences } from './fences.ts'
import { type PlannedVehicle, planFleet } from './fleet-plan.ts'
import { handleDemoAlarms } from './handled-alarms.ts'
import type { HistoryTask } from './history.ts'
import type { HistoryWork, writeHistories } from './history-worker.ts'
import { ensureNotifications } from './notifications.ts'
import { ensureOrders } from './orders.ts'
import { ensureStandingFleet } from './standing-fleet.ts'
import { type KnownDevice, readStates, writeState } from './states.ts'

/** Vehicles that report now, as the simulator takes them. */
export interface DemoFleet {
  members: FleetMember[]
  maps: CityMaps
}

export interface SeedOptions {
  now: number
  log: Log
  onProgress(line: string): void
  /** Fewer of them for tests. */
  vehicles?: number
  standing?: number
  days?: number
}

const hourMs = 3_600_000
const dayMs = 24 * hourMs
const maxThreads = 2
/** A shorter gap than this is left: the devices themselves send what they kept back. */
const shortGapMs = 5 * 60_000

/**
 * Brings the demo up to now: accounts and vehicles that are missing, and all that was driven since the last
 * report of each, up to a month back. A second start adds the time the server was off, and nothing twice.
 */
export async function seedDemo(database: Database, options: SeedOptions): Promise<DemoFleet> {
  const { now, log, days = 30, vehicles = 225, standing = 2_800, onProgress } = options
  const { db, pool } = database
  const fleet = planFleet(vehicles)
  const maps = await findCityMaps()
  await useCityMaps(maps)
  const accounts = await ensureAccounts(db, now)
  const ids = await ensureDevices(database, fleet, accounts, now)
  await ensureStandingFleet(database, accounts, now, standing)
  await ensureBatches(db, accounts, now)
  await ensureOrders(db, accounts, now, log)
  await ensureAutoRenewals(db, accounts, now, log)
  await ensureBusLines(db, fleet, accounts, ids, now)
  await ensureFences(db, fleet, accounts, now)
  await ensureCommands(db, fleet, accounts, ids, now)
  // What the demo writes down wakes nobody: nobody is there yet.
  const bus = createLocalBus(log)
  const factory = await ensureFactory({ database, bus, log }, fleet, accounts, ids, now)
  const known = await readStates(pool, [...ids.values()])
  const tasks = fleet.flatMap((vehicle) => {
    const device = known.get(ids.get(vehicle.terminalId) ?? -1)
    return device && vehicle.silence !== 'inactive' ? [taskOf(vehicle, device, now, days * dayMs)] : []
  })
  const due = tasks.filter(
    (task) => task.until - Math.max(task.from, task.state.state_time ?? 0) > shortGapMs,
  )
  if (due.length > 0) await drive(due)
  await handleDemoAlarms(db, [...ids.values()], now)
  await ensureNotifications(db, accounts, now)
  await ensureTargetServers(factory, accounts)
  await ensureServerMoves(factory)
  await ensureFirmware(factory)
  await ensureQualityChecks(factory)
  await ensureSimCards(factory)
  await ensureAgps(factory)
  await ensureMedia(factory)
  await bus.close()
  return { members: tasks.filter(({ vehicle }) => vehicle.silence === null).map(memberOf), maps }

  async function drive(all: HistoryTask[]): Promise<void> {
    const started = performance.now()
    onProgress(`Demo: ${all.length} vehicles drive through the past month …`)
    const byDevice = new Map(all.map((task) => [task.state.device_id, task]))
    const threads = createWorkerPool(
      new URL('history-worker.ts', import.meta.url),
      'writeHistories',
      maxThreads,
    )
    const databaseUrl = pool.options.connectionString ?? ''
    let [count, written] = [0, 0]
    try {
      await Promise.all(
        Map.groupBy(all, ({ vehicle }) => vehicle.city)
          .values()
          .map(driveCity),
      )
    } finally {
      await threads.destroy()
    }
    const seconds = Math.round((performance.now() - started) / 1000)
    onProgress(`Demo: ${count.toLocaleString('en')} positions in ${seconds} s.`)
    log.info({ count, seconds }, 'demo history written')

    /** In one thread: a city's streets and ways are then worked out once only. */
    async function driveCity(tasks: HistoryTask[]): Promise<void> {
      const driven: Awaited<ReturnType<typeof writeHistories>> = await threads.run({
        databaseUrl,
        tasks,
        maps,
      } satisfies HistoryWork)
      for (const state of driven.states) {
        byDevice.get(state.device_id)!.state = state
        await writeState(pool, state, now - days * dayMs)
      }
      count += driven.count
      written += tasks.length
      onProgress(`Demo: ${written} of ${all.length} …`)
    }
  }
}

function taskOf(
  vehicle: PlannedVehicle,
  { state, timeZone }: KnownDevice,
  now: number,
  spanMs: number,
): HistoryTask {
  const isNew = state.fix_time === null
  // The counter of a device that has none of its own begins where the dashboard's stood.
  if (isNew) state.odometer_m = vehicle.odometerM
  const silentMs = typeof vehicle.silence === 'number' ? vehicle.silence * hourMs : 0
  const from = Math.max(now - spanMs, state.fix_time ?? 0)
  return {
    vehicle,
    timeZone,
    state,
    from,
    // Silent ones stay as the first start left them.
    until: silentMs === 0 ? now : isNew ? now - silentMs : from,
    odometerM: state.odometer_m ?? vehicle.odometerM,
  }
}

function memberOf({ vehicle, state, odometerM, from }: HistoryTask): FleetMember {
  return {
    terminalId: vehicle.terminalId,
    protocol: vehicle.protocol,
    vehicle: { seed: vehicle.seed, character: vehicle.character, city: vehicle.city },
    ...(vehicle.carNumber === null ? {} : { plate: vehicle.carNumber }),
    odometerM: state.odometer_m ?? odometerM,
    since: state.fix_time ?? from,
  }
}
