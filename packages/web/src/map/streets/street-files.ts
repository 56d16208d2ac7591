import { create } from 'zustand'
import type { StreetSchema } from './things.ts'

/** A file of streets that is installed on the server. */
export interface StreetFile {
  id: string
  name: string
  /** West, south, east, north in degrees. */
  bounds: [number, number, number, number]
  minZoom: number
  maxZoom: number
  schema: StreetSchema
  sizeBytes: number
  attribution: string
  url: string
}

/** The files there are; null: not known yet. */
export const useStreetFiles = create<{ files: readonly StreetFile[] | null }>(() => ({ files: null }))

/** Are there streets at this place? */
export function isCovered(files: readonly StreetFile[], lon: number, lat: number): boolean {
  return files.some(
    ({ bounds: [west, south, east, north] }) => lon >= west && lon <= east && lat >= south && lat <= north,
  )
}
