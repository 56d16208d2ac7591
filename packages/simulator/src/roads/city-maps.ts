import { addCity, type City, cityNamed } from './cities.ts'
import { mapBox } from './map-roads.ts'
import { networkOf } from './network.ts'
import { useStreets } from './street-network.ts'

/** Map files by the name of the city whose vehicles drive in them. */
export type CityMaps = Readonly<Record<string, string>>

/** In each thread, before anything drives: a city without a map, or whose map has too few streets, has made-up ones. */
export async function useCityMaps(maps: CityMaps): Promise<void> {
  for (const [name, path] of Object.entries(maps)) {
    const city = cityNamed(name)
    try {
      await useStreets(city, path)
    } catch (error) {
      if (!(error instanceof RangeError)) throw error
      networkOf(city)
    }
  }
}

/** A larger map is driven around its middle. */
const farthestM = 12_000

/**
 * Opens a map file to drive in, as a city of its own in the zone of this machine.
 * @returns the name of the city
 * @throws {RangeError} where it has too few streets
 */
export async function useMapOf(path: string): Promise<string> {
  const { west, south, east, north } = await mapBox(path)
  const latitude = (south + north) / 2
  const halfM = Math.max(north - south, (east - west) * Math.cos((latitude * Math.PI) / 180)) * 0.5 * 111_195
  const city: City = {
    name: path,
    country: 'FI',
    latitude,
    longitude: (west + east) / 2,
    radiusM: Math.min(farthestM, halfM),
    rotationDeg: 0,
    roundness: 0,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }
  addCity(city)
  await useStreets(city, path)
  return city.name
}
