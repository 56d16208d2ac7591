import { protocolByName } from '@trackway/protocols/registry.ts'
import type { KnownDevice } from '../../features/devices/device-registry.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import { bounds } from '../bounds.ts'

interface Options {
  database: Pick<Database, 'pool'>
  bus: Bus
  log: Log
}

/**
 * The number in the header of a device that is registered by the id in its body, or the other way round: learnt as one
 * more key of the device, so that nobody can register it and receive its reports. Only so many a device, for who
 * connects may lie.
 */
export class LearntNumbers {
  readonly #options: Options
  #writing: Promise<void> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  learn(key: string, device: KnownDevice): void {
    const { database } = this.#options
    this.#write(async () => {
      const { rows } = await database.pool.query<{ before: number | null }>(
        `with held as (select device_id from device_keys where key = $1)
         insert into device_keys as known (key, device_id, is_learnt)
         select $1, id, true from devices
         where id = $2 and (select count(*) from device_keys where device_id = $2 and is_learnt) < $3
         on conflict (key) do update set device_id = null where known.is_learnt and known.device_id <> $2
         returning (select device_id from held) as before`,
        [key, device.deviceId, bounds.learntNumbers],
      )
      // Found in the database from now on: nothing that is remembered of the device is wrong.
      if (rows[0]?.before === null) {
        device.learntKeys.push(key)
        if (protocolByName(device.wire)?.isReachedByPlatform) await this.#notePlatformId(key, device)
      } else if (rows[0]) this.#forget(rows[0].before)
    })
  }

  /** Several devices say this number: it leads to none, and stays taken. */
  share(key: string, { deviceId }: KnownDevice): void {
    const { database } = this.#options
    this.#write(async () => {
      await database.pool.query(
        'update device_keys set device_id = null where key = $1 and device_id = $2 and is_learnt',
        [key, deviceId],
      )
      this.#forget(deviceId)
    })
  }

  async close(): Promise<void> {
    await this.#writing
  }

  /** Notes the id of an NB-IoT device at the platform of its network, by which commands are sent. */
  async #notePlatformId(platformDeviceId: string, { deviceId }: KnownDevice): Promise<void> {
    await this.#options.database.pool.query(
      `update devices set information = information || jsonb_build_object('platformDeviceId', $1::text) where id = $2`,
      [platformDeviceId, deviceId],
    )
  }

  #forget(deviceId: number): void {
    this.#options.bus.publish('device.edited', { deviceIds: Int32Array.of(deviceId) })
  }

  #write(change: () => Promise<void>): void {
    // A device will say it again.
    this.#writing = this.#writing
      .then(change)
      .catch((error) => this.#options.log.warn({ err: error }, 'a number of a device could not be learnt'))
  }
}
