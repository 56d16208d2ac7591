/** What a street map draws, whatever the schema of its file. */

/** Areas from the lowest to the highest. */
export const areas = [
  'land',
  'built',
  'farm',
  'industry',
  'civic',
  'hospital',
  'sand',
  'ice',
  'green',
  'wood',
  'cemetery',
  'pitch',
  'plaza',
  'water',
  'apron',
  'building',
] as const
export type Area = (typeof areas)[number]

/** Roads from the most important on. */
export const roads = [
  'motorway',
  'trunk',
  'primary',
  'secondary',
  'tertiary',
  'minor',
  'pedestrian',
  'service',
  'track',
  'path',
] as const
export type Road = (typeof roads)[number]

export type PlaceKind = 'city' | 'town' | 'village' | 'suburb' | 'hamlet'

/** Names of one thing as the file has them: `name`, `name:zh`, ... */
export type Names = Readonly<Record<string, unknown>>

export type Thing =
  | { type: 'area'; area: Area }
  | {
      type: 'road'
      road: Road
      isLink: boolean
      /** -1 in a tunnel, 1 on a bridge. */
      level: -1 | 0 | 1
      /** 1: as drawn, -1: against it. */
      oneWay: -1 | 0 | 1
      /** Only where the file has the name on the road itself. */
      names?: Names
    }
  | { type: 'roadName'; road: Road; names: Names }
  | { type: 'line'; line: 'stream' | 'river' | 'rail' | 'tram' | 'ferry' | 'runway' | 'country' | 'region' }
  | { type: 'waterName'; isSea: boolean; names: Names }
  | { type: 'place'; place: PlaceKind; isCapital: boolean; rank: number; names: Names }
  | { type: 'poi'; isImportant: boolean; names: Names }
  | { type: 'number'; text: string }

export type Geometry = 'point' | 'line' | 'area'
export type Properties = Readonly<Record<string, unknown>>

/** What people who drive look for first. */
export const importantPois: ReadonlySet<unknown> = new Set([
  'fuel',
  'charging_station',
  'parking',
  'station',
  'railway',
  'bus_station',
  'ferry_terminal',
  'hospital',
  'police',
  'fire_station',
  'aerodrome',
  'airport',
  'post',
  'post_office',
  'car_repair',
])
