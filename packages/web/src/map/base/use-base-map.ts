import { create } from 'zustand'
import { recall, remember } from '../../base/stored.ts'
import {
  type BaseMap,
  type BaseMapId,
  baseMapById,
  baseMaps,
  defaultMapSettings,
  isAvailable,
  type MapSettings,
} from './base-maps.ts'

/** Which base map the user wants, and which can be shown. */
interface BaseMapState {
  settings: MapSettings
  chosen: BaseMapId
  /** The tiles of the chosen one do not come: the built-in map stands in. */
  isUnreachable: boolean
}

export const useBaseMap = create<BaseMapState>(() => ({
  settings: defaultMapSettings,
  chosen: readChosen(recall('baseMap'), recall('useMapType')),
  isUnreachable: false,
}))

/** The base map to draw: the chosen one, or the built-in one where that is not set up or does not answer. */
export function shownBaseMap({ settings, chosen, isUnreachable }: BaseMapState): BaseMap {
  const wanted = baseMapById(chosen)
  return isAvailable(wanted, settings) && !isUnreachable ? wanted : baseMapById('offline')
}

export function chooseBaseMap(id: BaseMapId): void {
  remember('baseMap', id)
  const { mapType } = baseMapById(id)
  if (mapType) remember('useMapType', mapType)
  useBaseMap.setState({ chosen: id, isUnreachable: false })
}

export function reportUnreachable(): void {
  useBaseMap.setState({ isUnreachable: true })
}

export function retryBaseMap(): void {
  useBaseMap.setState({ isUnreachable: false })
}

/** The exact choice if there is one; else the first map of the stored map type, which is Baidu unless said. */
export function readChosen(baseMap: unknown, mapType: unknown): BaseMapId {
  const exact = baseMaps.find(({ id }) => id === baseMap)
  const ofType = baseMaps.find((each) => each.mapType !== undefined && each.mapType === mapType)
  return (exact ?? ofType)?.id ?? 'baidu'
}
