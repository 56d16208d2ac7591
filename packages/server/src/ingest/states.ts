import type pg from 'pg'
import { type DeviceStateRow, deviceStateColumns, newDeviceState } from './device-state.ts'
import { derivationForm, readingsForm } from './rules/stored-state.ts'

/** States of devices that are not connected are dropped beyond this many. */
const maxStates = 200_000

const columnNames = Object.keys(deviceStateColumns).join(', ')

async function rowsOf(client: Pick<pg.ClientBase, 'query'>, deviceIds: readonly number[]) {
  const { rows } = await client.query<DeviceStateRow>(
    `select ${columnNames} from device_states where device_id = any($1::int4[])`,
    [deviceIds],
  )
  return rows
}

/** The committed live states of the devices connected to this process, in memory; always equal to their rows. */
export class States {
  readonly #byDevice = new Map<number, DeviceStateRow>()
  readonly #stale = new Set<number>()

  get(deviceId: number): DeviceStateRow | undefined {
    return this.#byDevice.get(deviceId)
  }

  set(state: DeviceStateRow): void {
    this.#byDevice.set(state.device_id, state)
    if (this.#byDevice.size > maxStates) this.#dropUnconnected()
  }

  drop(deviceId: number): void {
    this.#byDevice.delete(deviceId)
    this.#stale.delete(deviceId)
  }

  /** The row may have been changed by others: read it again before it is next derived from. */
  refresh(deviceId: number): void {
    if (this.#byDevice.has(deviceId)) this.#stale.add(deviceId)
  }

  /** The same for all of them. */
  refreshAll(): void {
    for (const deviceId of this.#byDevice.keys()) this.#stale.add(deviceId)
  }

  isMissing(deviceId: number): boolean {
    return this.#stale.has(deviceId) || !this.#byDevice.has(deviceId)
  }

  /**
   * Reads these devices' rows, making those that do not exist yet; a device that was deleted stays away.
   * @returns those of which what rules remember cannot be read: it begins anew
   */
  async load(
    client: Pick<pg.ClientBase, 'query'>,
    deviceIds: readonly number[],
    now: number,
  ): Promise<number[]> {
    const rows = await rowsOf(client, deviceIds)
    if (rows.length < deviceIds.length) {
      const known = new Set(rows.map(({ device_id }) => device_id))
      const others = deviceIds.filter((id) => !known.has(id))
      await client.query(
        `insert into device_states (device_id, change_time)
         select id, $2::int8 from devices where id = any($1::int4[]) on conflict do nothing`,
        [others, now],
      )
      rows.push(...(await rowsOf(client, others)))
    }
    const deleted = new Set(deviceIds)
    const forgotten: number[] = []
    for (const row of rows) {
      const derivation = derivationForm.read(row.derivation)
      if (derivation === null) forgotten.push(row.device_id)
      const readings = readingsForm.read(row.readings)
      // Spread over a fresh state: all states have one shape, whatever the driver builds rows from.
      this.set({ ...newDeviceState(row.device_id), ...row, readings, derivation: derivation ?? {} })
      this.#stale.delete(row.device_id)
      deleted.delete(row.device_id)
    }
    for (const deviceId of deleted) this.set(newDeviceState(deviceId))
    return forgotten
  }

  #dropUnconnected(): void {
    for (const [deviceId, state] of this.#byDevice) {
      if (!state.is_connected) this.#byDevice.delete(deviceId)
      if (this.#byDevice.size <= maxStates / 2) return
    }
  }
}
