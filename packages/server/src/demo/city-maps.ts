import { type City, cities, mapCities } from '@trackway/simulator/roads/cities.ts'
import type { CityMaps } from '@trackway/simulator/roads/city-maps.ts'
import { type StreetMap, streetMaps } from '../features/street-maps/map-folder.ts'

/** Its bus line runs in its made-up streets. */
const madeUp: readonly string[] = ['Shenzhen']

/** The installed maps in which the demo's vehicles drive: those that cover a city, the most detailed of each. */
export async function findCityMaps(): Promise<CityMaps> {
  const maps = await streetMaps()
  const needed: readonly City[] = [...mapCities, ...cities.filter(({ name }) => !madeUp.includes(name))]
  return Object.fromEntries(
    needed.flatMap((city) => {
      const map = maps.find((each) => covers(each, city))
      return map ? [[city.name, map.path]] : []
    }),
  )
}

function covers({ archive: { header } }: StreetMap, { latitude, longitude, radiusM }: City): boolean {
  // A file that ends before the streets of its deepest levels has none to drive.
  if (header.maxZoom < 13) return false
  // The centre of a town is enough of it; its outskirts may lie outside.
  const up = (0.4 * radiusM) / 111_195
  const across = up / Math.cos((latitude * Math.PI) / 180)
  return (
    header.west <= longitude - across &&
    header.east >= longitude + across &&
    header.south <= latitude - up &&
    header.north >= latitude + up
  )
}
