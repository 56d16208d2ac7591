import { border, landuse, oneWay, placeKinds } from './protomaps.ts'
import {
  type Area,
  type Geometry,
  importantPois,
  type Properties,
  type Road,
  type Thing,
} from './street-features.ts'

/** Reads tiles of the OpenMapTiles schema. */
export function fromOpenMapTiles(layer: unknown, at: Properties, geometry: Geometry): Thing | null {
  switch (layer) {
    case 'water':
      return geometry === 'area' ? { type: 'area', area: 'water' } : null
    case 'waterway':
      return { type: 'line', line: at.class === 'river' || at.class === 'canal' ? 'river' : 'stream' }
    case 'water_name':
      return { type: 'waterName', isSea: at.class !== 'lake', names: at }
    case 'landcover':
    case 'landuse': {
      const area = covers[at.subclass as string] ?? covers[at.class as string]
      return area && geometry === 'area' ? { type: 'area', area } : null
    }
    case 'aeroway':
      return geometry === 'area' ? { type: 'area', area: 'apron' } : { type: 'line', line: 'runway' }
    case 'building':
      return { type: 'area', area: 'building' }
    case 'transportation':
      return geometry === 'line' ? road(at) : plaza(at)
    case 'transportation_name': {
      const found = roadClass(at)
      return found && hasName(at) ? { type: 'roadName', road: found, names: at } : null
    }
    case 'boundary':
      return at.maritime ? null : border(Number(at.admin_level ?? 9))
    case 'place': {
      const found = placeKinds[at.class as string]
      if (!found) return null
      const rank = Number(at.rank ?? 15)
      return { type: 'place', place: found, isCapital: Number(at.capital) === 2, rank, names: at }
    }
    case 'housenumber':
      return { type: 'number', text: String(at.housenumber ?? '') }
    case 'poi': {
      if (!hasName(at)) return null
      const isImportant = importantPois.has(at.class) || importantPois.has(at.subclass)
      return { type: 'poi', isImportant, names: at }
    }
    default:
      return null
  }
}

function hasName(at: Properties): boolean {
  return Object.keys(at).some((key) => key.startsWith('name'))
}

const covers: Record<string, Area> = {
  ...landuse,
  ice: 'ice',
  rock: 'sand',
  suburb: 'built',
  quarter: 'built',
  neighbourhood: 'built',
}

function plaza(at: Properties): Thing | null {
  return at.class === 'path' || at.subclass === 'pedestrian' ? { type: 'area', area: 'plaza' } : null
}

function road(at: Properties): Thing | null {
  const isTunnel = at.brunnel === 'tunnel'
  switch (at.class) {
    case 'rail':
    case 'transit': {
      if (at.subclass === 'subway' || isTunnel) return null
      const isTram = at.subclass === 'tram' || at.subclass === 'light_rail'
      return { type: 'line', line: isTram ? 'tram' : 'rail' }
    }
    case 'ferry':
      return { type: 'line', line: 'ferry' }
  }
  const found = roadClass(at)
  if (!found) return null
  return {
    type: 'road',
    road: found,
    isLink: Number(at.ramp ?? 0) === 1 || String(at.subclass ?? '').endsWith('_link'),
    level: isTunnel ? -1 : at.brunnel === 'bridge' ? 1 : 0,
    oneWay: oneWay(at.oneway),
  }
}

const sameName: readonly unknown[] = [
  'motorway',
  'trunk',
  'primary',
  'secondary',
  'tertiary',
  'minor',
  'service',
  'track',
]

function roadClass(at: Properties): Road | null {
  if (sameName.includes(at.class)) return at.class as Road
  switch (at.class) {
    case 'raceway':
      return 'minor'
    case 'busway':
      return 'service'
    case 'path':
      return at.subclass === 'pedestrian' ? 'pedestrian' : 'path'
    default:
      return null
  }
}
