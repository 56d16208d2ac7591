import type { Box } from '@trackway/core/features/street-maps/tile-id.ts'
import { loadGazetteer } from './load-gazetteer.ts'

/** How much around a place of so many people is its area, kilometres. */
function radiusKmOf(population: number): number {
  if (population >= 5_000_000) return 25
  if (population >= 1_000_000) return 15
  return population >= 100_000 ? 8 : 4
}

/**
 * The box around the place of a name: of several the largest.
 * @param radiusKm left out: by how many people live there
 * @returns null where no place is called so
 */
export async function areaNamed(text: string, radiusKm?: number): Promise<{ name: string; box: Box } | null> {
  const [name, country] = text.split(',').map((part) => part.trim())
  const found = (await loadGazetteer()).search(name!, 50)
  const place = found.find(({ countryCode }) => !country || countryCode === country.toUpperCase())
  if (!place) return null
  const up = (radiusKm ?? radiusKmOf(place.population)) / 111.195
  const across = up / Math.cos((place.lat * Math.PI) / 180)
  return {
    name: `${place.name}${place.countryCode ? ` ${place.countryCode}` : ''}`,
    box: {
      west: Math.max(-180, place.lon - across),
      south: Math.max(-85, place.lat - up),
      east: Math.min(180, place.lon + across),
      north: Math.min(85, place.lat + up),
    },
  }
}
