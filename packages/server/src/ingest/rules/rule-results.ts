import { CompiledQuery } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Derivation } from '../device-state.ts'
import { derivationForm } from './stored-state.ts'

/** A row of `rule_results`: what features ask of that which rules remember. */
export interface RuleResults {
  device_id: number
  zones_of: string | null
  zones_seen: number | null
  zone_ids: number[]
  zone_is_inside: boolean[]
  zone_is_told: boolean[]
  zone_is_seeded: boolean[]
  zone_enter_times: number[]
  zone_latitudes: number[]
  zone_longitudes: number[]
  wheel_times: (number | null)[] | null
  pack_times: (number | null)[] | null
  pack_faults: (string | null)[] | null
}

/** Did a report change the results that others read? What rules remember is replaced where it changes. */
export function changesResults(before: Derivation, after: Derivation): boolean {
  return before.zones !== after.zones || before.wheels !== after.wheels || before.packs !== after.packs
}

export const hasResults = ({ zones, wheels, packs }: Derivation) =>
  zones !== undefined || wheels !== undefined || packs !== undefined

export function resultsOf(deviceId: number, { zones, wheels, packs }: Derivation): RuleResults {
  const stays = Object.entries(zones?.at ?? {})
  return {
    device_id: deviceId,
    zones_of: zones?.of ?? null,
    zones_seen: zones?.seen ?? null,
    zone_ids: stays.map(([key]) => Number(key)),
    zone_is_inside: stays.map(([, { isInside }]) => isInside),
    zone_is_told: stays.map(([, { isTold }]) => isTold === true),
    zone_is_seeded: stays.map(([, { isSeeded }]) => isSeeded === true),
    zone_enter_times: stays.map(([, { enterTime }]) => enterTime),
    zone_latitudes: stays.map(([, { lat }]) => lat),
    zone_longitudes: stays.map(([, { lon }]) => lon),
    wheel_times: wheels?.map((wheel) => wheel?.time ?? null) ?? null,
    pack_times: packs?.map((pack) => pack?.time ?? null) ?? null,
    pack_faults: packs?.map((pack) => pack?.faults?.join(',') ?? null) ?? null,
  }
}

const columns = Object.keys(resultsOf(0, {}))
const names = columns.join(', ')

/** Writes rows of `rule_results`. @param json SQL of their JSON; `condition`: which of them, as `n` */
export function upsertResults(json: string, condition = 'true'): string {
  return `insert into rule_results as r (${names})
    select ${names} from json_populate_recordset(null::rule_results, ${json}::json) as n where ${condition}
    on conflict (device_id) do update set ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}
    where r.* is distinct from excluded.*`
}

/** Writes them anew from what is remembered: the states of these devices were written by other hands than ingest's. */
export async function renewResults(trx: Db, deviceIds: readonly number[]): Promise<void> {
  await trx.deleteFrom('rule_results').where('device_id', 'in', deviceIds).execute()
  const states = await trx
    .selectFrom('device_states')
    .select(['device_id', 'derivation'])
    .where('device_id', 'in', deviceIds)
    .execute()
  const rows = states.flatMap(({ device_id, derivation }) => {
    const memory = derivationForm.read(derivation)
    return memory !== null && hasResults(memory) ? [resultsOf(device_id, memory)] : []
  })
  await trx.executeQuery(CompiledQuery.raw(upsertResults('$1'), [JSON.stringify(rows)]))
}
