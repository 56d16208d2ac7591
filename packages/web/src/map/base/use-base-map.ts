import type { BaseMapId } from '@trackway/core/features/map-order/calls.ts'
import { create } from 'zustand'
import { forget, recall, remember } from '../../base/stored.ts'
import { olProjection, projections } from '../projections.ts'
import { isCovered, useStreetFiles } from '../streets/street-files.ts'
import {
  type BaseMap,
  baseMapById,
  baseMaps,
  defaultMapSettings,
  isAvailable,
  type MapSettings,
} from './base-maps.ts'
import { tileSources } from './tile-sources.ts'

/** A map that did not answer is tried again after this time. */
const retryMs = 60_000

/** An event of a map: its choice of base maps is to open. */
export const menuEvent = 'basemapmenu'

/** Which base map the user wants, and which is shown. */
interface BaseMapState {
  settings: MapSettings
  /** null: the best one that works. */
  chosen: BaseMapId | null
  /** What is drawn: the first of the order of preference that has answered. */
  shown: BaseMapId
  /** Those that did not answer when they were last tried. */
  silent: readonly BaseMapId[]
}

export const useBaseMap = create<BaseMapState>(() => ({
  settings: defaultMapSettings,
  chosen: readChosen(recall('baseMap'), recall('useMapType')),
  shown: 'offline',
  silent: [],
}))

/** The base map to draw. */
export function shownBaseMap({ shown }: BaseMapState): BaseMap {
  return baseMapById(shown)
}

/** The order in which maps are tried: what the user chose, then what account or operator prefer, then all others. */
export function preferred(
  { settings, chosen }: Pick<BaseMapState, 'settings' | 'chosen'>,
  hasStreets: boolean,
): BaseMapId[] {
  const candidates = [...(chosen ? [chosen] : []), ...(settings.order ?? []), ...defaultOrder(hasStreets)]
  return [...new Set(candidates)].filter((id) => isAvailable(baseMapById(id), settings))
}

/** Maps with a key were set up on purpose; streets that are installed need no network. */
export function defaultOrder(hasStreets: boolean): BaseMapId[] {
  const withKey = baseMaps.filter(({ id, keyName }) => keyName !== undefined && !id.endsWith('Satellite'))
  return [
    ...withKey.map(({ id }) => id),
    ...(hasStreets ? (['offline', 'osm'] as const) : (['osm', 'offline'] as const)),
  ]
}

let round = 0
/** Centre of the map that the user sees: maps are tried with a tile of this place. */
let seen: readonly [lon: number, lat: number] = [104, 34]
let retry: ReturnType<typeof setTimeout> | undefined

/**
 * Shows the best map that answers. What is shown stays until a better one has answered, so that nobody waits
 * before an empty map; those that do not are passed over, and tried again later.
 */
export async function findBaseMap(): Promise<void> {
  const current = ++round
  clearTimeout(retry)
  const silent: BaseMapId[] = []
  const order = preferred(useBaseMap.getState(), hasStreetsHere)
  for (const id of order) {
    const { settings, shown } = useBaseMap.getState()
    const baseMap = baseMapById(id)
    const isThere = await answers(baseMap, settings.keys[baseMap.keyName ?? ''], seen)
    if (current !== round) return
    if (isThere) {
      if (id !== shown) useBaseMap.setState({ shown: id })
      break
    }
    silent.push(id)
    // Nothing better is known of the one that is shown now.
    if (id === shown) useBaseMap.setState({ shown: 'offline' })
  }
  useBaseMap.setState({ silent })
  if (silent.length > 0) retry = setTimeout(() => void findBaseMap(), retryMs)
}

/** @param id null: the best one that works */
export function chooseBaseMap(id: BaseMapId | null): void {
  if (id === null) {
    forget('baseMap')
    forget('useMapType')
  } else {
    remember('baseMap', id)
    const { mapType } = baseMapById(id)
    if (mapType) remember('useMapType', mapType)
  }
  useBaseMap.setState({ chosen: id })
  void findBaseMap()
}

/** The tiles of the one that is shown do not come any more. */
export function reportUnreachable(): void {
  void findBaseMap()
}

/** Installed streets are the better map only where there are some. */
let hasStreetsHere = false
/** From so close on one looks at streets. */
const streetsFromZoom = 12

/** Reports the centre of the map: whether the installed streets reach there decides which map is best. */
export function setPlace(lon: number, lat: number, zoom: number): void {
  seen = [lon, lat]
  if (zoom < streetsFromZoom) return
  const has = isCovered(useStreetFiles.getState().files ?? [], lon, lat)
  if (has === hasStreetsHere) return
  hasStreetsHere = has
  void findBaseMap()
}

/** The exact choice if there is one; else the first map of the stored map type; else the best one that works. */
export function readChosen(baseMap: unknown, mapType: unknown): BaseMapId | null {
  const exact = baseMaps.find(({ id }) => id === baseMap)
  const ofType = baseMaps.find((each) => each.mapType !== undefined && each.mapType === mapType)
  return (exact ?? ofType)?.id ?? null
}

/** A map that has not sent a tile by then counts as silent. */
const patienceMs = 2000
/** Close enough for maps of one country to have a tile, far enough for the tile to be one of a few. */
const triedZoom = 6

/** Does a map send tiles? Only one is requested, at the centre of the user's map. */
async function answers(
  baseMap: BaseMap,
  key: string | undefined,
  place: readonly [lon: number, lat: number],
): Promise<boolean> {
  if (baseMap.kind === 'offline') return true
  const timeout = new Promise<false>((resolve) => setTimeout(() => resolve(false), patienceMs))
  return Promise.race([sendsTile(baseMap, key, place).catch(() => false), timeout])
}

async function sendsTile(
  baseMap: BaseMap,
  key: string | undefined,
  [lon, lat]: readonly [lon: number, lat: number],
): Promise<boolean> {
  const sources = tileSources(baseMap, key)
  try {
    const source = sources[0]!
    if (baseMap.kind === 'google-tiles') {
      while (source.getState() === 'loading') await new Promise((resolve) => source.once('change', resolve))
      return source.getState() === 'ready'
    }
    const projection = projections[baseMap.projection]
    const at = projection.fromWgs84(lon, lat)
    const tile = source.getTileGrid()!.getTileCoordForCoordAndZ(at, triedZoom)
    const url = source.getTileUrlFunction()(tile, 1, olProjection(projection))
    return url !== undefined && (await loads(url))
  } finally {
    for (const source of sources) source.dispose()
  }
}

function loads(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    const image = new Image()
    image.onload = () => resolve(true)
    image.onerror = () => resolve(false)
    image.src = url
  })
}
