import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../platform/database/tables.ts'
import { trackSettingsOf } from '../track-settings/resolve.ts'

/** What vehicles use by their settings, a column each; those without any are left out. */
export interface Consumption {
  devices: number[]
  per100Km: (number | null)[]
  perIdleHour: (number | null)[]
}

export async function consumptionOf(db: Kysely<Tables>, devices: number[]): Promise<Consumption> {
  const consumption: Consumption = { devices: [], per100Km: [], perIdleHour: [] }
  // Where nobody has set any, the settings of 100,000 vehicles need not be read.
  const { rows } = await sql<{ is_set: boolean }>`
    select exists (
      select from level_settings where kind = 'track' and own ?| array['fuelLPer100Km', 'fuelLPerIdleHour']) as is_set`.execute(
    db,
  )
  if (!rows[0]?.is_set) return consumption
  for (const [device, { fuelLPer100Km, fuelLPerIdleHour }] of await trackSettingsOf(db, devices)) {
    if (fuelLPer100Km === null && fuelLPerIdleHour === null) continue
    consumption.devices.push(device)
    consumption.per100Km.push(fuelLPer100Km)
    consumption.perIdleHour.push(fuelLPerIdleHour)
  }
  return consumption
}
