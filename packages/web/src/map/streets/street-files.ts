import { type StreetMapLayer, streetMapCalls } from '@trackway/core/features/street-maps/calls.ts'
import { create } from 'zustand'
import { api } from '../../base/api.ts'

/** A file of streets that is installed on the server. */
export type StreetFile = StreetMapLayer

/** The files there are; null: not known yet. */
export const useStreetFiles = create<{ files: readonly StreetFile[] | null }>(() => ({ files: null }))

let reading: Promise<void> | null = null

/** Finds out which files there are, once a page; `isAnew`: again, for they have changed. */
export function loadStreetFiles(isAnew = false): Promise<void> {
  if (isAnew) reading = null
  reading ??= api(streetMapCalls.layers, {}).then(
    ({ list }) => useStreetFiles.setState({ files: list }),
    () => {
      // Without them the map is the world; the next map requests them again.
      reading = null
    },
  )
  return reading
}

/** Are there streets at this place? */
export function isCovered(files: readonly StreetFile[], lon: number, lat: number): boolean {
  return files.some(
    ({ bounds: [west, south, east, north] }) => lon >= west && lon <= east && lat >= south && lat <= north,
  )
}
