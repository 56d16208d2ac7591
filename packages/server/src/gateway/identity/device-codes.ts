import { createHash } from 'node:crypto'
import type { KnownDevice } from '../../features/devices/device-registry.ts'
import type { Database } from '../../platform/database/database.ts'

/**
 * The authentication codes of devices, of which only hashes are stored. Both throw when the database does not answer.
 * What each rule of a device type means is in docs/architecture/ingest.md, "Who may speak for a device".
 */
export class DeviceCodes {
  readonly #pool: Database['pool']

  constructor({ pool }: Pick<Database, 'pool'>) {
    this.#pool = pool
  }

  /**
   * Hands out a code; it counts from its first use on.
   * @param hasProved whether the device has sent its code in this session
   * @returns whether it may be handed out: where codes are demanded, not while another session has the last one
   */
  async offer({ deviceId, codeRule }: KnownDevice, code: string, hasProved: boolean): Promise<boolean> {
    const { rowCount } = await this.#pool.query({
      name: 'offer-code',
      text: `insert into device_codes as known (device_id, offered_hash) select id, $2 from devices where id = $1
        on conflict (device_id) do update set offered_hash = excluded.offered_hash
        where known.kept_hash is null or $3`,
      values: [deviceId, hashOf(deviceId, code), hasProved || codeRule !== 'demand'],
    })
    return rowCount === 1
  }

  /** Is this the device's code? Where codes are learnt, its first one is. */
  async isRight({ deviceId, codeRule }: KnownDevice, code: string): Promise<boolean> {
    const { rowCount } = await this.#pool.query({
      name: 'check-code',
      text: `insert into device_codes as known (device_id, kept_hash)
        select id, $2 from devices
        where id = $1 and ($3 or exists (select from device_codes where device_id = $1))
        on conflict (device_id) do update set kept_hash = excluded.kept_hash,
          offered_hash = case when known.offered_hash is distinct from excluded.kept_hash then known.offered_hash end
        where excluded.kept_hash in (known.kept_hash, known.offered_hash) or known.kept_hash is null and $3`,
      values: [deviceId, hashOf(deviceId, code), codeRule === 'learn'],
    })
    return rowCount === 1
  }
}

const hashOf = (deviceId: number, code: string): Buffer =>
  createHash('sha256').update(`${deviceId} ${code}`).digest()
