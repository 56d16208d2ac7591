import { folded } from '@trackway/core/features/street-maps/folded.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { startIntervalJob } from '../../../platform/jobs/interval-job.ts'
import type { Platform } from '../../../platform/platform.ts'
import { type StreetMap, streetMaps } from '../map-folder.ts'
import { placeNear } from '../street-address.ts'
import { collectNames } from './collect-names.ts'

/**
 * Keeps the names of the maps that this process has in the database. A map that is not here any more keeps its names:
 * another machine may have it, and nobody is shown what is not on a map of the process that answers.
 */

const pollMs = 5_000
const rowsPerStatement = 1_000
/** First key of the lock that lets one process at a time build; the second is the name of the map. */
const buildLocks = 7_203_071

export function startStreetNames({ database: { db }, log }: Omit<Platform, 'bus'>): () => Promise<void> {
  return startIntervalJob(pollMs, async () => {
    try {
      await buildMissingNames(db)
    } catch (error) {
      log.warn({ err: error }, 'the names of a street map were not read')
    }
  })
}

export async function buildMissingNames(db: Db): Promise<void> {
  const maps = await streetMaps()
  const known = await db.selectFrom('street_name_maps').select(['map_id', 'version']).execute()
  for (const map of maps)
    if (!known.some(({ map_id, version }) => map_id === map.id && version === map.version))
      await build(db, map)
}

async function build(db: Db, map: StreetMap): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows: locks } = await sql<{ taken: boolean }>`
      select pg_try_advisory_xact_lock(${buildLocks}, hashtext(${map.id})) as taken`.execute(trx)
    if (!locks[0]!.taken) return
    const found = (await collectNames(map)) ?? []
    await trx.deleteFrom('street_name_maps').where('map_id', '=', map.id).execute()
    const row = { map_id: map.id, version: map.version, build_time: Date.now() }
    await trx.insertInto('street_name_maps').values(row).execute()
    for (let at = 0; at < found.length; at += rowsPerStatement) {
      const rows = await Promise.all(
        found.slice(at, at + rowsPerStatement).map(async ({ kind, names, ...where }) => {
          const place = kind === 'road' ? await placeNear(map, where.lat, where.lon) : null
          return {
            map_id: map.id,
            kind,
            names: JSON.stringify(names),
            folded: [...new Set(Object.values(names).map(folded))].filter(Boolean).join('\n'),
            place: place && JSON.stringify(place),
            latitude_e7: e7(where.lat),
            longitude_e7: e7(where.lon),
            west_e7: e7(where.west),
            south_e7: e7(where.south),
            east_e7: e7(where.east),
            north_e7: e7(where.north),
          }
        }),
      )
      await trx.insertInto('street_names').values(rows).execute()
    }
  })
}

const e7 = (degrees: number) => Math.round(degrees * 1e7)
