import { createOSMStream } from 'osm-pbf-parser-node'

export type Tags = Record<string, string>
export type Position = [lon: number, lat: number]

interface Node {
  type: 'node'
  id: number
  lat: number
  lon: number
  tags?: Tags
}
export interface Way {
  type: 'way'
  id: number
  refs: number[]
  tags: Tags
}
export interface Relation {
  type: 'relation'
  id: number
  members: { type: string; ref: number; role: string }[]
  tags: Tags
}

export interface OsmData {
  /** West, south, east, north. */
  box: readonly [number, number, number, number]
  places: Map<number, Position>
  taggedNodes: Node[]
  ways: Map<number, Way>
  relations: Relation[]
}

interface FileHead {
  bbox: { left: number; right: number; top: number; bottom: number }
}

/** Reads a file of OpenStreetMap data (PBF). */
export async function readOsm(path: string): Promise<OsmData> {
  const data: OsmData = {
    box: [0, 0, 0, 0],
    places: new Map(),
    taggedNodes: [],
    ways: new Map(),
    relations: [],
  }
  for await (const item of createOSMStream(path, { withInfo: false })) {
    const read = item as Node | Way | Relation | FileHead
    if ('bbox' in read) {
      const { left, bottom, right, top } = read.bbox
      data.box = [left / 1e9, bottom / 1e9, right / 1e9, top / 1e9]
    } else if (read.type === 'node') {
      data.places.set(read.id, [read.lon, read.lat])
      if (read.tags && Object.keys(read.tags).length > 0) data.taggedNodes.push(read)
    } else if (read.type === 'way') data.ways.set(read.id, { ...read, tags: read.tags ?? {} })
    else data.relations.push({ ...read, tags: read.tags ?? {} })
  }
  return data
}
