import type { Bus, StorageFailure } from '../platform/bus/bus.ts'
import type { Database } from '../platform/database/database.ts'
import { startIntervalJob } from '../platform/jobs/interval-job.ts'
import type { Log } from '../platform/log.ts'
import type { NotStoring } from '../platform/storage-state.ts'
import { releaseTime as versionTime } from '../platform/version.ts'
import { DeviceConfigCache } from './device-config.ts'
import type { DeviceStateRow } from './device-state.ts'
import type { IngestItem } from './ingest-item.ts'
import { findLostDevices, type LostDevice } from './lost-devices.ts'
import { MachineClock } from './machine-clock.ts'
import { waitingItems } from './metrics.ts'
import { createPartitions, dropOldRawFrames, partitionedTables } from './partitions.ts'
import { States } from './states.ts'
import { Writer } from './writer.ts'

/** Frames that may wait for their commit; beyond, the gateway pauses its sockets. */
const maxWaitingEntries = 50_000
/** Sockets go on once this much has drained. */
const resumeEntries = maxWaitingEntries / 2
/** Commits under way at the same time, each with a share of the devices of its own. */
const writerCount = 2
const dayMs = 86_400_000
/** Partitions are there before their day begins, also where one has to wait for a long reader. */
const daysAhead = 2
/** The history of connections is kept this long. */
const connectionDays = 30
const maintenanceIntervalMs = 60_000
const roomCheckMs = 20
const clockCheckMs = 1_000
/** A commit may be repeated for minutes, not for days: older numbers answer no question any more. */
const keptNumbersMs = 7 * 86_400_000

export interface Ingest {
  /** Takes a frame of a known device; `item.settled` is called after its commit. */
  submit(item: IngestItem): void
  /** False: no more is taken in; stop reading until `whenRoom`. */
  hasRoom(): boolean
  /** Calls back once, when there is room again. */
  whenRoom(callback: () => void): void
  /** Why what is received is not stored, if it is not. */
  notStoring(): NotStoring | null
  /** The committed live state, if the device is connected or reported lately. Not to be changed. */
  stateOf(deviceId: number): Readonly<DeviceStateRow> | undefined
  /** @param listener is called with devices that another process holds by now, or that were deleted */
  onLost(listener: (devices: LostDevice[]) => void): void
  /** Finds out which of these devices other processes are connected with by now, and calls `onLost`. */
  checkHeld(deviceIds: readonly number[]): Promise<void>
  /** Commits what was submitted, for at most `timeoutMs`, and ends. */
  close(timeoutMs?: number): Promise<void>
}

interface Options {
  database: Pick<Database, 'pool'>
  bus: Bus
  log: Log
  /** Of this process in `device_states.gateway`: the same after a restart, no other process's. */
  gateway: string
  /** How long a commit may wait for further reports while few come; 0: not at all. */
  gatherMs?: number
  /** Days that reports are stored after the platform's service of their device ended. */
  expiredDaysKept?: number
  now?: () => number
  /** Ms that only go on, whatever the clock is set to. */
  monotonic?: () => number
  /** A clock before this is wrong; for tests that play in the past. */
  releaseTime?: number
}

/** Starts taking frames: derivation, group commit, days of the big tables. */
export function startIngest({
  database: { pool },
  bus,
  log,
  gateway,
  gatherMs = 15,
  expiredDaysKept = 90,
  now = Date.now,
  monotonic = () => performance.now(),
  releaseTime = versionTime,
}: Options): Ingest {
  const clock = new MachineClock({ pool, now, monotonic, releaseTime })
  const states = new States()
  const configs = new DeviceConfigCache()
  const lostListeners: ((devices: LostDevice[]) => void)[] = []
  const writerOf = (deviceId: number) => writers[deviceId % writerCount]!
  const onDevicesLost = (devices: LostDevice[]) => {
    for (const { deviceId } of devices) states.refresh(deviceId)
    // What has connected here again meanwhile takes its device back with its first commit.
    const released = devices.filter(({ deviceId }) => !writerOf(deviceId).isClaiming(deviceId))
    for (const listener of lostListeners) listener(released)
  }
  let failure: StorageFailure | null = null
  const notStoring = () => {
    if (clock.fault !== null) return 'clock'
    return writers.some((writer) => writer.isFailing) ? 'storage' : null
  }
  const publishFailure = (error: unknown) => {
    const sinceTime = failure?.sinceTime ?? now()
    const reason = notStoring() === 'storage' ? reasonOf(error, failure?.reason) : ''
    failure = notStoring() && { sinceTime, reason, clock: clock.fault }
    bus.publish('storage.changed', { gateway, failure })
  }
  const writers: Writer[] = Array.from(
    { length: writerCount },
    (_, index) =>
      new Writer({
        name: `${gateway} ${process.pid}-${index}`,
        gateway,
        pool,
        gatherMs,
        expiredDaysKept,
        states,
        configs,
        log,
        now,
        changed: (deviceIds, time) => bus.publish('device.changed', { deviceIds, time }),
        alarmed: (deviceIds) => bus.publish('alarm.changed', { deviceIds }),
        claimed: (deviceIds) => bus.publish('device.claimed', { deviceIds, gateway }),
        lost: onDevicesLost,
        clock,
        failing: publishFailure,
      }),
  )
  const load = () => writers.reduce((sum, writer) => sum + writer.load, 0)
  let awaitingRoom: (() => void)[] = []
  const room = setInterval(() => {
    const waiting = load()
    waitingItems.set(waiting)
    if (awaitingRoom.length === 0 || waiting > resumeEntries) return
    const callbacks = awaitingRoom
    awaitingRoom = []
    for (const callback of callbacks) callback()
  }, roomCheckMs)
  room.unref()
  let wasClockWrong = false
  const followClock = () => {
    const { fault } = clock
    if (fault !== null && !wasClockWrong)
      log.error(
        { event: 'clockWrong', time: now(), ...fault },
        'the clock of this machine is wrong: set it. Until then no report is stored or acknowledged, and devices keep theirs',
      )
    if (fault === null && wasClockWrong)
      log.warn({ event: 'clockRight', time: now() }, 'the clock is right again')
    if (fault !== null || wasClockWrong) publishFailure(null)
    wasClockWrong = fault !== null
    if (clock.isTrusted) for (const writer of writers) writer.release()
  }
  const watchClock = async () => {
    // Nothing is stored while the database does not say what was stored before.
    await clock.load().catch(() => {})
    clock.check()
    followClock()
  }
  void watchClock()
  const stopWatchingClock = startIntervalJob(clockCheckMs, watchClock)

  const stopHousekeeping = startMaintenance(pool, log, now)
  const stopListening = [
    bus.subscribe('device.edited', ({ deviceIds }) => {
      for (const deviceId of deviceIds) states.refresh(deviceId)
    }),
    bus.subscribe('messages.missed', () => states.refreshAll()),
    configs.listen(bus),
  ]

  return {
    submit(item) {
      const { deviceId } = item.device
      if (item.reports.length > 0) {
        clock.note(deviceId, item.reports)
        if ((clock.fault !== null) !== wasClockWrong) followClock()
      }
      writerOf(deviceId).submit(item)
    },
    hasRoom: () => load() < maxWaitingEntries,
    whenRoom: (callback) => awaitingRoom.push(callback),
    notStoring,
    stateOf: (deviceId) => (states.isMissing(deviceId) ? undefined : states.get(deviceId)),
    onLost: (listener) => lostListeners.push(listener),
    async checkHeld(deviceIds) {
      const held = deviceIds.filter((deviceId) => states.get(deviceId)?.gateway === gateway)
      if (held.length === 0) return
      const before = new Map(held.map((deviceId) => [deviceId, states.get(deviceId)]))
      try {
        const found = await findLostDevices(pool, new Map(held.map((deviceId) => [deviceId, gateway])))
        // What was committed since the question has found out by itself.
        onDevicesLost(found.filter(({ deviceId }) => states.get(deviceId) === before.get(deviceId)))
      } catch (error) {
        // Then the next commit finds out.
        log.warn({ err: error }, 'the gateways of devices could not be read')
      }
    },
    async close(timeoutMs = 8_000) {
      clearInterval(room)
      await stopWatchingClock()
      stopHousekeeping()
      for (const stop of stopListening) stop()
      const deadline = setTimeout(() => {
        log.error({ waiting: load() }, 'the database did not take what was received in time')
        for (const writer of writers) writer.abandon()
      }, timeoutMs)
      await Promise.all(writers.map((writer) => writer.finish()))
      clearTimeout(deadline)
      for (const writer of writers) writer.close()
    },
  }
}

function reasonOf(error: unknown, before = ''): string {
  return error instanceof Error ? error.message : before
}

/** Makes the partitions of the coming days, and drops what has been kept long enough. */
function startMaintenance(pool: Database['pool'], log: Log, now: () => number): () => void {
  const work = async () => {
    try {
      const today = Math.floor(now() / dayMs)
      const days = Array.from({ length: daysAhead + 1 }, (_, ahead) => today + ahead)
      for (const table of partitionedTables) await createPartitions(pool, table, days)
      await dropOldRawFrames(pool, now())
      await pool.query('delete from connections where from_time < $1', [now() - connectionDays * dayMs])
      await pool.query('delete from ingest_commits where batch < $1', [(now() - keptNumbersMs) * 1000])
    } catch (error) {
      // Rows of a missing day are stored in the default partition; everything is tried again in a minute.
      log.warn({ err: error }, 'maintenance of the big tables failed')
    }
  }
  void work()
  const timer = setInterval(work, maintenanceIntervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
