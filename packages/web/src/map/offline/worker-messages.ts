export type TileKind = 'land' | 'lake' | 'river' | 'state' | 'border' | 'coast'

/** A feature of a tile in metres of Web Mercator. */
export interface TileFeature {
  kind: TileKind
  type: 'Polygon' | 'MultiLineString'
  coordinates: Float64Array
  ends: number[]
}

export interface OfflineRequest {
  id: number
  baseUrl: string
  z: number
  x: number
  y: number
}

export type OfflineReply =
  | { type: 'tile'; id: number; features: TileFeature[] }
  | { type: 'failed'; id: number }
  /** The detailed world is loaded: tiles requested again are better. */
  | { type: 'finer' }
