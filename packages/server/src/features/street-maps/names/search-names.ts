import { folded } from '@trackway/core/features/street-maps/folded.ts'
import type { Names } from '@trackway/core/features/street-maps/street-tile.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { likePattern } from '../../../platform/database/like-pattern.ts'
import { type StreetMap, streetMaps } from '../map-folder.ts'
import { houseOn } from './find-house.ts'

export interface FoundName {
  kind: 'road' | 'address' | 'place'
  names: Names
  houseNumber: string | null
  place: Names | null
  lat: number
  lon: number
  box: [west: number, south: number, east: number, north: number] | null
}

interface Row {
  map_id: string
  kind: string
  names: Names
  place: Names | null
  lat: number
  lon: number
  west: number
  south: number
  east: number
  north: number
}

/** A number after the street or before it: "Kaivokatu 8", "18 rue de Rivoli". */
const trailingNumber = /^(?<street>.*\D)[\s,]+(?<number>\d{1,4}\s?[a-zA-Z]?)$/u
const numberBefore = /^(?<number>\d{1,4}\s?[a-zA-Z]?)[\s,]+(?<street>\D.*)$/u

/**
 * Roads, houses and settlements on the maps of this process by a part of their name: what is called so first, then
 * what begins so; of equal ones those near a place.
 */
export async function searchNames(
  db: Db,
  text: string,
  near: { lat: number; lon: number } | null,
  most: number,
): Promise<FoundName[]> {
  const maps = await streetMaps()
  const typed = trailingNumber.exec(text)?.groups ?? numberBefore.exec(text)?.groups
  const houses = typed ? await findHouses(db, maps, typed.street!, typed.number!, near) : []
  const rows = await findRows(db, maps, text, near, most)
  const names = rows.map(
    (row): FoundName => ({
      kind: row.kind === 'road' ? 'road' : 'place',
      names: row.names,
      houseNumber: null,
      place: row.place,
      lat: row.lat,
      lon: row.lon,
      box: row.kind === 'road' ? [row.west, row.south, row.east, row.north] : null,
    }),
  )
  return [...houses, ...names].slice(0, most)
}

async function findHouses(
  db: Db,
  maps: readonly StreetMap[],
  street: string,
  number: string,
  near: { lat: number; lon: number } | null,
): Promise<FoundName[]> {
  const roads = (await findRows(db, maps, street, near, 5)).filter(({ kind }) => kind === 'road')
  const found = await Promise.all(
    roads.map(async (row): Promise<FoundName[]> => {
      const map = maps.find(({ id }) => id === row.map_id)
      const place = map && (await houseOn(map, row, number))
      if (!place) return []
      return [
        {
          kind: 'address',
          names: row.names,
          houseNumber: place.number,
          place: row.place,
          ...place,
          box: null,
        },
      ]
    }),
  )
  return found.flat()
}

async function findRows(
  db: Db,
  maps: readonly StreetMap[],
  text: string,
  near: { lat: number; lon: number } | null,
  most: number,
): Promise<Row[]> {
  const sought = folded(text)
  if (sought === '' || maps.length === 0) return []
  const away = near
    ? sql`(latitude_e7 / 1e7 - ${near.lat}) ^ 2 + ((longitude_e7 / 1e7 - ${near.lon}) * cos(radians(${near.lat}))) ^ 2`
    : sql`0::float8`
  const { rows } = await sql<Row>`
    select map_id, kind, names, place, latitude_e7 / 1e7::float8 as lat, longitude_e7 / 1e7::float8 as lon,
      west_e7 / 1e7::float8 as west, south_e7 / 1e7::float8 as south, east_e7 / 1e7::float8 as east,
      north_e7 / 1e7::float8 as north
    from street_names join street_name_maps using (map_id)
    where folded like ${likePattern(sought)}
      and (map_id, version) in (select * from unnest(${maps.map(({ id }) => id)}::text[], ${maps.map(({ version }) => version)}::text[]))
    order by case
        when E'\n' || folded || E'\n' like ${likePattern(`\n${sought}\n`)} then 0
        when E'\n' || folded like ${likePattern(`\n${sought}`)} then 1 else 2 end,
      kind = 'road', ${away}, length(folded), street_names.id
    limit ${most}`.execute(db)
  return rows
}
