import { poiOf } from './pois.ts'
import type { OsmData, Position, Tags } from './read-osm.ts'
import { seaOf } from './sea.ts'
import { centreOf, isClosed, type Joinable, joinLines, linesOf, polygonsOf, ringOf } from './shapes.ts'

/** What OpenStreetMap's tags become in the layers of the Protomaps basemap, version 4: names of layers and kinds. */

type Value = string | number | boolean
export interface TileFeature {
  layer: string
  minZoom: number
  geometry:
    | { type: 'Point'; coordinates: Position }
    | { type: 'LineString'; coordinates: Position[] }
    | { type: 'Polygon'; coordinates: Position[][] }
  properties: Record<string, Value>
}

export function featuresOf(data: OsmData): TileFeature[] {
  const [west, south, east, north] = data.box
  const around: Position[] = [
    [west, south],
    [east, south],
    [east, north],
    [west, north],
    [west, south],
  ]
  const coasts = [...data.ways.values()].filter(({ tags }) => tags.natural === 'coastline')
  return [
    area('earth', 0, [around], { kind: 'earth' }),
    ...seaOf(
      coasts.flatMap(({ refs }) => linesOf(data, refs)),
      data.box,
    ).map((ring) => area('water', 0, [ring], { kind: 'ocean' })),
    ...areasOf(data),
    ...roadsOf(data),
    ...streamsOf(data),
    ...pointsOf(data),
  ]
}

function area(
  layer: string,
  minZoom: number,
  coordinates: Position[][],
  properties: Record<string, Value>,
): TileFeature {
  return { layer, minZoom, geometry: { type: 'Polygon', coordinates }, properties }
}

/** Languages that are kept where a name differs from the local one. */
const languages = [
  'fi',
  'sv',
  'en',
  'ru',
  'de',
  'fr',
  'es',
  'pt',
  'ja',
  'ko',
  'vi',
  'uk',
  'pl',
  'zh',
  'zh-Hans',
  'th',
]

function namesOf(tags: Tags): Record<string, string> {
  const { name } = tags
  if (name === undefined) return {}
  const others = languages.flatMap((language) => {
    const other = tags[`name:${language}`]
    return other === undefined || other === name
      ? []
      : [[`name:${language === 'zh' ? 'zh-Hans' : language}`, other]]
  })
  return { name, ...Object.fromEntries(others) }
}

interface AreaKind {
  layer: 'landuse' | 'water' | 'buildings'
  kind: string
  minZoom: number
}

const landuses: Record<string, string> = {
  'leisure=park': 'park',
  'leisure=garden': 'garden',
  'leisure=pitch': 'pitch',
  'leisure=playground': 'playground',
  'landuse=grass': 'grass',
  'landuse=forest': 'forest',
  'landuse=residential': 'residential',
  'landuse=commercial': 'commercial',
  'landuse=retail': 'commercial',
  'landuse=industrial': 'industrial',
  'landuse=railway': 'railway',
  'landuse=cemetery': 'cemetery',
  'landuse=recreation_ground': 'grass',
  'natural=wood': 'wood',
  'natural=scrub': 'scrub',
  'natural=heath': 'scrub',
  'natural=wetland': 'wetland',
  'natural=sand': 'sand',
  'natural=beach': 'beach',
  'natural=bare_rock': 'bare_rock',
  'amenity=school': 'school',
  'amenity=university': 'university',
  'amenity=hospital': 'hospital',
  'amenity=college': 'college',
  'amenity=kindergarten': 'kindergarten',
  'man_made=pier': 'pier',
  'railway=platform': 'platform',
  'highway=pedestrian': 'pedestrian',
  'place=square': 'pedestrian',
}
const smallLanduses = ['playground', 'pitch', 'platform', 'pier', 'pedestrian', 'scrub', 'grass', 'garden']

function areaKindOf(tags: Tags): AreaKind | null {
  if (tags.building && tags.building !== 'no') return { layer: 'buildings', kind: 'building', minZoom: 13 }
  if (tags.natural === 'water' || tags.landuse === 'basin')
    return { layer: 'water', kind: tags.landuse === 'basin' ? 'basin' : 'water', minZoom: 10 }
  const known = Object.entries(landuses).find(([tag]) => {
    const [key, value] = tag.split('=') as [string, string]
    return tags[key] === value
  })
  if (!known) return null
  const kind = known[1]
  return { layer: 'landuse', kind, minZoom: smallLanduses.includes(kind) ? 13 : 10 }
}

function areasOf(data: OsmData): TileFeature[] {
  const ways = [...data.ways.values()].filter((way) => isClosed(way) && !isLevel(way.tags))
  const ofWays = ways.flatMap((way) => {
    const found = areaKindOf(way.tags)
    if (!found) return []
    const ring = ringOf(data, way, found.layer !== 'buildings')
    return ring ? [areaFeature(found, [ring], way.tags)] : []
  })
  const relations = data.relations.filter(({ tags }) => tags.type === 'multipolygon' && !isLevel(tags))
  const ofRelations = relations.flatMap((relation) => {
    const found = areaKindOf(relation.tags)
    if (!found) return []
    return polygonsOf(data, relation, found.layer !== 'buildings').map((rings) =>
      areaFeature(found, rings, relation.tags),
    )
  })
  return [...ofWays, ...ofRelations]
}

/** Under the ground or inside of a building. */
const isLevel = (tags: Tags) =>
  Number(tags.layer ?? 0) < 0 || tags.indoor !== undefined || tags.tunnel === 'yes'

function areaFeature({ layer, kind, minZoom }: AreaKind, rings: Position[][], tags: Tags): TileFeature {
  const height = Number.parseFloat(tags.height ?? '') || Number.parseFloat(tags['building:levels'] ?? '') * 3
  const properties = { kind, ...(layer === 'buildings' && height > 0 && { height: Math.round(height) }) }
  return area(layer, minZoom, rings, properties)
}

interface RoadKind {
  kind: string
  detail: string
  minZoom: number
  /** From which level its name is shown. */
  nameZoom: number
}

const roadKinds: Record<string, readonly [kind: string, minZoom: number, nameZoom: number]> = {
  motorway: ['highway', 3, 11],
  trunk: ['major_road', 6, 12],
  primary: ['major_road', 7, 12],
  secondary: ['major_road', 9, 12],
  tertiary: ['major_road', 9, 13],
  unclassified: ['minor_road', 12, 14],
  residential: ['minor_road', 12, 14],
  service: ['minor_road', 13, 15],
  living_street: ['other', 13, 14],
  pedestrian: ['path', 12, 14],
  track: ['path', 12, 14],
  footway: ['path', 13, 15],
  cycleway: ['path', 13, 15],
  path: ['path', 13, 15],
  steps: ['path', 13, 15],
}
const railKinds: Record<string, number> = { rail: 11, light_rail: 14, subway: 14, tram: 14 }

function roadKindOf(tags: Tags): RoadKind | null {
  const { highway = '', railway = '' } = tags
  const base = roadKinds[highway.replace(/_link$/, '')]
  if (base) return { kind: base[0], detail: highway, minZoom: base[1], nameZoom: base[2] }
  const rail = railKinds[railway]
  if (rail) return { kind: 'rail', detail: railway, minZoom: rail, nameZoom: 99 }
  return tags.route === 'ferry' ? { kind: 'ferry', detail: 'ferry', minZoom: 11, nameZoom: 99 } : null
}

/** Ways beside a street are not drawn: they would hide it. */
const isBeside = ({ footway = '', indoor }: Tags) =>
  ['sidewalk', 'crossing'].includes(footway) || indoor === 'yes'

function roadsOf(data: OsmData): TileFeature[] {
  const roads: Joinable[] = []
  const named: Joinable[] = []
  for (const way of data.ways.values()) {
    const { tags } = way
    const found = roadKindOf(tags)
    const isPlaza = isClosed(way) && (tags.highway === 'pedestrian' || tags.area === 'yes')
    if (!found || isPlaza || isBeside(tags)) continue
    const { kind, detail, minZoom, nameZoom } = found
    const isPrivate = ['no', 'private'].includes(tags.access ?? '')
    const speed = Number.parseInt(tags.maxspeed ?? '', 10)
    const properties = {
      minZoom: isPrivate ? 15 : minZoom,
      kind,
      kind_detail: detail,
      ...namesOf(tags),
      ...(detail.endsWith('_link') && { is_link: true }),
      ...(onewayOf(tags) && { oneway: onewayOf(tags)! }),
      ...(tags.bridge && tags.bridge !== 'no' && { is_bridge: true }),
      ...(tags.tunnel && tags.tunnel !== 'no' && { is_tunnel: true }),
      ...(isPrivate && { access: tags.access! }),
      ...(speed > 0 && { maxspeed: speed }),
      ...(tags.service && { service: tags.service }),
      ...(tags.ref && { ref: tags.ref }),
    }
    for (const line of linesOf(data, way.refs)) {
      roads.push({ line, properties })
      if (tags.name && nameZoom < 99 && !properties.is_tunnel)
        named.push({ line, properties: { minZoom: nameZoom, kind, kind_detail: detail, ...namesOf(tags) } })
    }
  }
  const isOneway = ({ oneway }: TileFeature['properties']) => oneway !== undefined
  return [
    ...joinLines(roads, isOneway).map((road) => line('roads', road)),
    ...joinLines(named, () => false).map((road) => line('road_names', road)),
  ]
}

function onewayOf({ oneway, junction, highway }: Tags): string | null {
  if (oneway === 'yes' || oneway === '1' || oneway === 'true') return 'yes'
  if (oneway === '-1') return '-1'
  return junction === 'roundabout' || highway === 'motorway' ? 'yes' : null
}

function line(
  layer: string,
  { line: coordinates, properties: { minZoom, ...properties } }: Joinable,
): TileFeature {
  return { layer, minZoom: Number(minZoom), geometry: { type: 'LineString', coordinates }, properties }
}

function streamsOf(data: OsmData): TileFeature[] {
  const zooms: Record<string, number> = { river: 9, canal: 10, stream: 13, drain: 15, ditch: 15 }
  return [...data.ways.values()].flatMap(({ refs, tags }) => {
    const minZoom = zooms[tags.waterway ?? '']
    if (minZoom === undefined || tags.tunnel) return []
    const properties = { minZoom, kind: tags.waterway!, ...namesOf(tags) }
    return linesOf(data, refs).map((coordinates) => line('water', { line: coordinates, properties }))
  })
}

const placeZooms: Record<string, readonly [kind: string, minZoom: number]> = {
  city: ['locality', 4],
  town: ['locality', 7],
  village: ['locality', 10],
  hamlet: ['locality', 12],
  suburb: ['macrohood', 11],
  quarter: ['neighbourhood', 12],
  neighbourhood: ['neighbourhood', 13],
}
/** Numbers of one house, at each of its doors, are shown once; the others are kept to find addresses by. */
const sameHouseM = 60
const sameDoorM = 5

function pointsOf(data: OsmData): TileFeature[] {
  const tagged = [
    ...data.taggedNodes.map(({ lon, lat, tags }) => ({ place: [lon, lat] as Position, tags: tags! })),
    ...[...data.ways.values()].flatMap((way) => {
      const ring = isClosed(way) ? ringOf(data, way, false) : null
      return ring ? [{ place: centreOf(ring), tags: way.tags }] : []
    }),
  ]
  const [west, south, east, north] = data.box
  const inBox = tagged.filter(
    ({ place: [lon, lat] }) => lon >= west && lon <= east && lat >= south && lat <= north,
  )
  const numbered: { place: Position; key: string }[] = []
  return inBox.flatMap(({ place, tags }): TileFeature[] => {
    const geometry = { type: 'Point', coordinates: place } as const
    const found: TileFeature[] = []
    const settlement = placeZooms[tags.place ?? '']
    if (settlement && tags.name) {
      const [kind, minZoom] = settlement
      const population = Number(tags.population)
      const properties = {
        kind,
        kind_detail: tags.place!,
        ...namesOf(tags),
        ...(population > 0 && { population }),
      }
      found.push({ layer: 'places', minZoom, geometry, properties })
    }
    const poi = poiOf(tags)
    if (poi && tags.name) {
      const properties = { kind: poi.kind, min_zoom: poi.minZoom + 1, ...namesOf(tags) }
      found.push({ layer: 'pois', minZoom: poi.minZoom, geometry, properties })
    }
    const number = tags['addr:housenumber']
    if (number && number.length <= 10) {
      const street = tags['addr:street'] ?? ''
      const key = `${street} ${number}`
      const awayM = Math.min(
        ...numbered.filter((other) => other.key === key).map((other) => metres(other.place, place)),
      )
      if (awayM >= sameDoorM) {
        numbered.push({ place, key })
        const properties = {
          kind: awayM < sameHouseM ? 'door' : 'address',
          addr_housenumber: number,
          ...(street && { addr_street: street }),
        }
        found.push({ layer: 'buildings', minZoom: 15, geometry, properties })
      }
    }
    return found
  })
}

function metres([lonA, latA]: Position, [lonB, latB]: Position): number {
  return 111_195 * Math.hypot((lonB - lonA) * Math.cos((latA * Math.PI) / 180), latB - latA)
}
