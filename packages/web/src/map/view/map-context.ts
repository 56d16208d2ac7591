import type OlMap from 'ol/Map'
import { createContext, useContext } from 'react'
import type { MapProjection } from '../projections.ts'

export interface MapHandle {
  map: OlMap
  /** Of the base map shown; layers convert their places when it changes. */
  projection: MapProjection
}

export const MapContext = createContext<MapHandle | null>(null)

/** The map around this component. */
export function useMap(): MapHandle {
  const handle = useContext(MapContext)
  if (!handle) throw new Error('a map layer stands outside a MapView')
  return handle
}
