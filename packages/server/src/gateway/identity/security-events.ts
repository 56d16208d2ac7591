import type { AuditKind } from '@trackway/core/codes/audit.ts'
import type { KnownDevice } from '../../features/devices/device-registry.ts'
import { recordSecurityEvent } from '../../platform/audit.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'

/** Events of one device and kind that are recorded in this time: what is between is in the log of frames. */
const quietMs = 10_000
const maxRemembered = 10_000

interface Options {
  database: Pick<Database, 'db'>
  log: Log
  now: () => number
}

/** Records acts of devices for the accounts above theirs. */
export class SecurityEvents {
  readonly #options: Options
  readonly #lastTimes = new Map<string, number>()
  #writing: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  record(kind: AuditKind, device: KnownDevice, address: string, after: Record<string, unknown>): void {
    const { database, log, now } = this.#options
    const time = now()
    const key = `${kind} ${device.deviceId}`
    if (time - (this.#lastTimes.get(key) ?? 0) < quietMs) return
    if (this.#lastTimes.size >= maxRemembered) this.#lastTimes.clear()
    this.#lastTimes.set(key, time)
    // It names the device of a stranger.
    const accountId = kind === 'identityRefused' ? null : device.accountId
    const event = { kind, time, accountId, terminalId: device.terminalId, address, after }
    this.#writing = this.#writing
      .then(() => recordSecurityEvent(database.db, log, event, [device.deviceId]))
      .catch((error) => log.warn({ err: error, ...event }, 'a security event could not be recorded'))
  }

  async close(): Promise<void> {
    await this.#writing
  }
}
