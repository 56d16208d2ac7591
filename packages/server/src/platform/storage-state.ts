import type { Bus } from './bus/bus.ts'

/** A gateway that cannot store anything reports it at least this often. */
const repeatMs = 10_000

/** A gateway process that tries in vain to store what devices report. */
interface StorageFailure {
  gateway: string
  sinceTime: number
  /** The database's error, for administrators. */
  reason: string
}

/** Of all gateway processes, with the time of each one's last report. */
const failures = new Map<string, StorageFailure & { reportedTime: number }>()

/** Listens to what gateways say. @returns how to stop */
export function followStorage(bus: Pick<Bus, 'subscribe'>, now: () => number): () => void {
  return bus.subscribe('storage.changed', ({ gateway, failure }) => {
    if (failure === null) failures.delete(gateway)
    else failures.set(gateway, { gateway, ...failure, reportedTime: now() })
  })
}

/** The gateways that cannot store now. One that has not reported for long has ended. */
export function storageFailures(now: number): StorageFailure[] {
  return [...failures.values()]
    .filter(({ reportedTime }) => now - reportedTime < 3 * repeatMs)
    .map(withoutReportedTime)
}

function withoutReportedTime({ gateway, sinceTime, reason }: StorageFailure): StorageFailure {
  return { gateway, sinceTime, reason }
}
