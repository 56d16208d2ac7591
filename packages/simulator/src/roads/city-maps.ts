import { cityNamed } from './cities.ts'
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
