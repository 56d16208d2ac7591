import type { Bus } from '../platform/bus/bus.ts'
import type { Database } from '../platform/database/database.ts'
import type { Log } from '../platform/log.ts'
import { utcDay } from './batch.ts'
import type { DeviceStateRow } from './device-state.ts'
import type { IngestItem } from './ingest-item.ts'
import { findLostDevices } from './lost-devices.ts'
import { waitingItems } from './metrics.ts'
import { createPartitions, dropOldRawFrames } from './partitions.ts'
import { States } from './states.ts'
import { Writer } from './writer.ts'

/** Frames that may wait for their commit; beyond, the gateway pauses its sockets. */
const maxWaitingEntries = 50_000
/** Sockets go on once this much has drained. */
const resumeEntries = maxWaitingEntries / 2
/** Commits under way at the same time, each with a share of the devices of its own. */
const writerCount = 2
const partitionIntervalMs = 3_600_000
const roomCheckMs = 20
/** A commit may be repeated for minutes, not for days: older numbers answer no question any more. */
const keptNumbersMs = 7 * 86_400_000

export interface Ingest {
  /** Takes a frame of a known device; `item.settled` is called after its commit. */
  submit(item: IngestItem): void
  /** False: no more is taken in; stop reading until `whenRoom`. */
  hasRoom(): boolean
  /** Calls back once, when there is room again. */
  whenRoom(callback: () => void): void
  /** The committed live state, if the device is connected or was heard lately. Not to be changed. */
  stateOf(deviceId: number): Readonly<DeviceStateRow> | undefined
  /** @param listener is told of devices that another process holds by now, or that were deleted */
  onLost(listener: (deviceIds: number[]) => void): void
  /** Finds out which of these devices other processes are connected with by now, and tells `onLost`. */
  checkHeld(deviceIds: readonly number[]): void
  /** Commits what was submitted, for at most `timeoutMs`, and ends. */
  close(timeoutMs?: number): Promise<void>
}

interface Options {
  database: Pick<Database, 'pool'>
  bus: Bus
  log: Log
  /** Of this process in `device_states.gateway`: the same after a restart, no other process's. */
  gateway: string
  now?: () => number
}

/** Starts taking frames: derivation, group commit, days of the big tables. */
export function startIngest({ database: { pool }, bus, log, gateway, now = Date.now }: Options): Ingest {
  const states = new States()
  const lostListeners: ((deviceIds: number[]) => void)[] = []
  const lost = (deviceIds: number[]) => {
    for (const deviceId of deviceIds) states.refresh(deviceId)
    for (const listener of lostListeners) listener(deviceIds)
  }
  const writers = Array.from(
    { length: writerCount },
    (_, index) =>
      new Writer({
        name: `${gateway} ${process.pid}-${index}`,
        gateway,
        pool,
        states,
        log,
        now,
        changed: (deviceIds, time) => bus.publish('device.changed', { deviceIds, time }),
        claimed: (deviceIds) => bus.publish('device.claimed', { deviceIds, gateway }),
        lost,
      }),
  )
  const load = () => writers.reduce((sum, writer) => sum + writer.load, 0)
  let forRoom: (() => void)[] = []
  const room = setInterval(() => {
    const waiting = load()
    waitingItems.set(waiting)
    if (forRoom.length === 0 || waiting > resumeEntries) return
    const callbacks = forRoom
    forRoom = []
    for (const callback of callbacks) callback()
  }, roomCheckMs)
  room.unref()

  const stopHousekeeping = startMaintenance(pool, log, now)
  const stopListening = [
    bus.subscribe('device.edited', ({ deviceId }) => states.refresh(deviceId)),
    bus.subscribe('messages.missed', () => states.refreshAll()),
  ]

  return {
    submit: (item) => writers[item.device.deviceId % writerCount]!.submit(item),
    hasRoom: () => load() < maxWaitingEntries,
    whenRoom: (callback) => forRoom.push(callback),
    stateOf: (deviceId) => (states.isMissing(deviceId) ? undefined : states.get(deviceId)),
    onLost: (listener) => lostListeners.push(listener),
    checkHeld(deviceIds) {
      // A device whose connection is not committed yet still has its last holder in the database.
      const held = deviceIds.filter((deviceId) => states.get(deviceId)?.gateway === gateway)
      if (held.length === 0) return
      findLostDevices(pool, new Map(held.map((deviceId) => [deviceId, gateway]))).then(lost, (error) =>
        // Then the next commit finds out.
        log.warn({ error }, 'who holds devices could not be read'),
      )
    },
    async close(timeoutMs = 8_000) {
      clearInterval(room)
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

/** Makes the days of today and tomorrow before they are needed, and drops what has been kept long enough. */
function startMaintenance(pool: Database['pool'], log: Log, now: () => number): () => void {
  const work = async () => {
    try {
      const today = utcDay(now())
      await createPartitions(pool, 'positions', [today, today + 1])
      await createPartitions(pool, 'raw_frames', [today, today + 1])
      await dropOldRawFrames(pool, now())
      await pool.query('delete from ingest_commits where batch < $1', [(now() - keptNumbersMs) * 1000])
    } catch (error) {
      // Writers make the days they need themselves; the rest can wait an hour.
      log.warn({ error }, 'maintenance of the big tables failed')
    }
  }
  void work()
  const timer = setInterval(work, partitionIntervalMs)
  timer.unref()
  return () => clearInterval(timer)
}
