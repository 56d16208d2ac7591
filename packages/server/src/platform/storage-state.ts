import type { Bus, StorageFailure } from './bus/bus.ts'

/** A gateway that cannot store anything reports it at least this often. */
const repeatMs = 10_000

/** Why what devices report is not stored: the disk is full or the database away, or the machine's clock is wrong. */
export type NotStoring = 'storage' | 'clock'

/** Of all gateway processes, with the time of each one's last report. */
const failures = new Map<string, StorageFailure & { reportedTime: number }>()

/** Listens to what gateways say. @returns how to stop */
export function followStorage(bus: Pick<Bus, 'subscribe'>, now: () => number): () => void {
  return bus.subscribe('storage.changed', ({ gateway, failure }) => {
    if (failure === null) failures.delete(gateway)
    else failures.set(gateway, { ...failure, reportedTime: now() })
  })
}

/** The gateways that cannot store now. One that has not reported for long has ended. */
export function storageFailures(now: number): (Required<StorageFailure> & { gateway: string })[] {
  return [...failures]
    .filter(([, { reportedTime }]) => now - reportedTime < 3 * repeatMs)
    .map(([gateway, { sinceTime, reason, clock = null }]) => ({ gateway, sinceTime, reason, clock }))
}
