import type { Client, FactSource } from './fact-source.ts'

/** What an account sets for all its devices, and for those of a type; or a device for itself, as `all`. */
export interface SetAtLevel<Values> {
  all?: Partial<Values>
  byType?: ReadonlyMap<number, Partial<Values>>
}

/**
 * Settings that are found field by field: what is set for the device; else for its type at its account, for its account,
 * and so on up the tree; else the default.
 * @param table its rows are levels with what is `own` of each, as those of `tyre_settings`
 */
export function levelSettings<Values extends object>(
  table: 'tyre_settings' | 'battery_settings',
  none: Values,
): FactSource<SetAtLevel<Values>, Values> {
  return {
    none,
    async ofAccounts(client, accountIds) {
      const { rows } = await client.query<{ id: number; type: number | null; own: Partial<Values> }>(
        `select account_id as id, device_type_id as type, own from ${table} where account_id = any($1::int4[])`,
        [accountIds],
      )
      const levels = new Map<number, { all?: Partial<Values>; byType?: Map<number, Partial<Values>> }>()
      for (const { id, type, own } of rows) {
        const level = levels.get(id) ?? {}
        levels.set(id, level)
        if (type === null) level.all = own
        else {
          level.byType ??= new Map()
          level.byType.set(type, own)
        }
      }
      return levels
    },
    async ofDevices(client: Client, deviceIds) {
      const { rows } = await client.query<{ id: number; own: Partial<Values> }>(
        `select device_id as id, own from ${table} where device_id = any($1::int4[])`,
        [deviceIds],
      )
      return new Map(rows.map(({ id, own }) => [id, { all: own }]))
    },
    combine: (levels, { deviceTypeId }) =>
      Object.assign({ ...none }, ...levels.flatMap(({ all, byType }) => [all, byType?.get(deviceTypeId)])),
  }
}
