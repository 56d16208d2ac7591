import type { Tags } from './read-osm.ts'

/** Points of interest by tag, and the level of tiles that each begins at: what drivers look for first. */
const kinds: Record<string, Record<string, number>> = {
  amenity: {
    fuel: 13,
    hospital: 13,
    ferry_terminal: 13,
    bus_station: 13,
    charging_station: 14,
    parking: 14,
    police: 14,
    fire_station: 14,
    university: 14,
    townhall: 14,
    theatre: 14,
    library: 14,
    marketplace: 14,
    school: 15,
    pharmacy: 15,
    post_office: 15,
    cinema: 15,
    clinic: 15,
    place_of_worship: 15,
    taxi: 15,
  },
  railway: { station: 12, subway_entrance: 15, tram_stop: 15 },
  tourism: { museum: 14, attraction: 14, hotel: 15 },
  shop: { mall: 14, department_store: 14, supermarket: 15 },
  leisure: { park: 14 },
}

export function poiOf(tags: Tags): { kind: string; minZoom: number } | null {
  for (const [key, values] of Object.entries(kinds)) {
    const kind = tags[key]
    const minZoom = kind === undefined ? undefined : values[kind]
    if (kind !== undefined && minZoom !== undefined) return { kind, minZoom }
  }
  return null
}
