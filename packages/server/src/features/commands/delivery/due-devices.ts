import type { DeliveryContext } from './deliver.ts'
import { type DueCommand, findDue, findDueDevices } from './delivery-queries.ts'
import { recheckMs } from './plan-delivery.ts'

/** How soon commands are found whose event on the bus was missed. */
const sweepMs = 10_000
/** Devices of one query. */
const maxDevices = 1_000

interface Options extends DeliveryContext {
  /** Of this process, as in `device_states.gateway`. */
  gateway: string
  isConnected(deviceId: number): boolean
  /** Does what is to be done for a device. @param commands of it, oldest first */
  serve(deviceId: number, commands: readonly DueCommand[]): Promise<void>
}

/** Looks for commands to connected devices: to each when its time comes, and every ten seconds to all. */
export class DueDevices {
  readonly #options: Options
  /** Devices to poll for, and not before when. */
  readonly #due = new Map<number, number>()
  #underWay: Promise<void> | null = null
  #sweepTime = 0
  #isPollWanted = false
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
  }

  schedule(deviceId: number, at: number): void {
    if (!this.#options.isConnected(deviceId)) return
    const before = this.#due.get(deviceId)
    if (before === undefined || before > at) this.#due.set(deviceId, at)
  }

  forget(deviceId: number): void {
    this.#due.delete(deviceId)
  }

  /** Once a second. */
  tick(now: number): void {
    this.poll(now >= this.#sweepTime + sweepMs)
  }

  /** One poll at a time; what comes up meanwhile is polled for after it. */
  poll(isSweep = false): void {
    if ((this.#due.size === 0 && !isSweep) || this.#isClosed) return
    if (this.#underWay) {
      this.#isPollWanted = true
      return
    }
    this.#underWay = (isSweep ? this.#sweep().then(() => this.#pollOnce()) : this.#pollOnce())
      .catch((error) => this.#options.log.warn({ err: error }, 'commands could not be delivered'))
      .finally(() => {
        this.#underWay = null
        if (!this.#isPollWanted) return
        this.#isPollWanted = false
        this.poll()
      })
  }

  async close(): Promise<void> {
    this.#isClosed = true
    await this.#underWay
  }

  /** Finds what waits though its message was lost. */
  async #sweep(): Promise<void> {
    const { database, gateway, now } = this.#options
    this.#sweepTime = now()
    for (const id of await findDueDevices(database.db, gateway, now())) this.schedule(id, 0)
  }

  async #pollOnce(): Promise<void> {
    const { database, log, now, serve } = this.#options
    const ids: number[] = []
    for (const [deviceId, at] of this.#due) {
      if (at > now()) continue
      ids.push(deviceId)
      if (ids.length === maxDevices) break
    }
    if (ids.length === 0) return
    for (const id of ids) this.#due.delete(id)
    let rows: DueCommand[]
    try {
      rows = await findDue(database.db, ids, now())
    } catch (error) {
      for (const id of ids) this.schedule(id, now() + recheckMs)
      throw error
    }
    for (const [deviceId, commands] of Map.groupBy(rows, ({ device_id }) => device_id)) {
      try {
        await serve(deviceId, commands)
      } catch (error) {
        // Another process was faster, or this device alone is in trouble: the others do not wait for it.
        log.warn({ err: error, deviceId }, 'a command could not be delivered')
        this.schedule(deviceId, now() + recheckMs)
      }
    }
  }
}
