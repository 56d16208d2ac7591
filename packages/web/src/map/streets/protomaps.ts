import {
  type Area,
  type Geometry,
  importantPois,
  type PlaceKind,
  type Properties,
  type Road,
  type Thing,
} from './street-features.ts'

/** Reads the Protomaps basemap, version 4, and what is built in with its names. */
export function fromProtomaps(layer: unknown, at: Properties, geometry: Geometry): Thing | null {
  switch (layer) {
    case 'earth':
      return geometry === 'area' ? { type: 'area', area: 'land' } : null
    case 'water':
      return water(at, geometry)
    case 'landuse':
    case 'landcover': {
      const area = landuse[at.kind as string]
      return area && geometry === 'area' ? { type: 'area', area } : null
    }
    case 'buildings':
      if (at.kind === 'address') return { type: 'number', text: String(at.addr_housenumber ?? '') }
      return geometry === 'area' && at.kind !== 'building_part' ? { type: 'area', area: 'building' } : null
    case 'roads':
      return geometry === 'line' ? road(at) : null
    case 'road_names': {
      const found = roadClass(at)
      return found ? { type: 'roadName', road: found, names: at } : null
    }
    case 'boundaries':
      return border(Number(at.kind_detail ?? 9))
    case 'places':
      return place(at)
    case 'pois':
      return at.name ? { type: 'poi', isImportant: importantPois.has(at.kind), names: at } : null
    default:
      return null
  }
}

export function border(level: number): Thing | null {
  if (level > 4) return null
  return { type: 'line', line: level <= 2 ? 'country' : 'region' }
}

const rivers: ReadonlySet<unknown> = new Set(['river', 'canal'])
const seas: ReadonlySet<unknown> = new Set(['ocean', 'sea', 'bay', 'strait', 'fjord'])

function water(at: Properties, geometry: Geometry): Thing | null {
  if (geometry === 'area') return { type: 'area', area: 'water' }
  if (geometry === 'line') return { type: 'line', line: rivers.has(at.kind) ? 'river' : 'stream' }
  return at.name ? { type: 'waterName', isSea: seas.has(at.kind), names: at } : null
}

const areasOf = {
  built: ['residential', 'commercial', 'urban_area', 'retail'],
  farm: ['farmland', 'meadow', 'farmyard', 'orchard'],
  industry: ['industrial', 'railway', 'aerodrome', 'military', 'quarry', 'platform', 'pier', 'dam'],
  civic: ['school', 'kindergarten', 'university', 'college'],
  hospital: ['hospital'],
  sand: ['beach', 'sand', 'bare_rock', 'barren'],
  ice: ['glacier'],
  green: [
    'park',
    'garden',
    'grass',
    'grassland',
    'scrub',
    'golf_course',
    'playground',
    'zoo',
    'wetland',
    'village_green',
    'recreation_ground',
    'allotments',
  ],
  wood: ['forest', 'wood'],
  cemetery: ['cemetery'],
  pitch: ['pitch', 'stadium'],
  plaza: ['pedestrian'],
  apron: ['runway', 'taxiway', 'apron'],
} satisfies Partial<Record<Area, string[]>>

export const landuse: Record<string, Area> = Object.fromEntries(
  Object.entries(areasOf).flatMap(([area, kinds]) => kinds.map((kind) => [kind, area as Area])),
)

const lines: Record<string, (Thing & { type: 'line' })['line'] | undefined> = {
  rail: 'rail',
  tram: 'tram',
  light_rail: 'tram',
  ferry: 'ferry',
  aeroway: 'runway',
}

function road(at: Properties): Thing | null {
  const line = lines[at.kind as string]
  if (line) {
    const detail = at.kind_detail
    if (at.kind === 'rail' && (detail === 'subway' || at.is_tunnel)) return null
    return { type: 'line', line: lines[detail as string] ?? line }
  }
  const found = roadClass(at)
  if (!found) return null
  return {
    type: 'road',
    road: found,
    isLink: Boolean(at.is_link),
    level: at.is_tunnel ? -1 : at.is_bridge ? 1 : 0,
    oneWay: oneWay(at.oneway),
    ...(at.name !== undefined && { names: at }),
  }
}

export function oneWay(value: unknown): -1 | 0 | 1 {
  if (value === -1 || value === '-1') return -1
  return value === 'yes' || value === '1' || value === 'true' || value === 1 || value === true ? 1 : 0
}

const bySort: Record<string, Road> = {
  highway: 'motorway',
  living_street: 'minor',
  residential: 'minor',
  unclassified: 'minor',
  raceway: 'minor',
  road: 'minor',
  busway: 'service',
}

function roadClass(at: Properties): Road | null {
  const detail = String(at.kind_detail ?? '').replace(/_link$/, '')
  switch (at.kind) {
    case 'highway':
      return 'motorway'
    case 'major_road':
      return detail === 'trunk' || detail === 'primary' || detail === 'secondary' ? detail : 'tertiary'
    case 'minor_road':
      return detail === 'service' ? 'service' : 'minor'
    case 'path':
      // Beside every street, and thousands of them in a town.
      if (detail === 'sidewalk' || detail === 'crossing') return null
      return detail === 'pedestrian' || detail === 'track' ? detail : 'path'
    default:
      return bySort[detail] ?? null
  }
}

export const placeKinds: Record<string, PlaceKind> = {
  city: 'city',
  town: 'town',
  village: 'village',
  suburb: 'suburb',
  quarter: 'suburb',
  macrohood: 'suburb',
  borough: 'suburb',
  neighbourhood: 'hamlet',
  hamlet: 'hamlet',
}

function place(at: Properties): Thing | null {
  const found = placeKinds[String(at.kind_detail ?? at.kind)] ?? placeKinds[String(at.kind)]
  if (!found) return null
  const rank = 20 - Number(at.population_rank ?? 0)
  return { type: 'place', place: found, isCapital: Boolean(at.capital), rank, names: at }
}
