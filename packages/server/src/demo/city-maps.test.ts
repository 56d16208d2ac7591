import { cityPlace, streetPath } from '@trackway/simulator/driving/places.ts'
import { mapCities } from '@trackway/simulator/roads/cities.ts'
import { useCityMaps } from '@trackway/simulator/roads/city-maps.ts'
import { expect, test } from 'vitest'
import { findCityMaps } from './city-maps.ts'
import { planFleet } from './fleet-plan.ts'

test('every city without made-up streets has a map that comes with the platform, and its vehicles drive there', async () => {
  const maps = await findCityMaps()
  expect(Object.keys(maps)).toEqual(mapCities.map(({ name }) => name))
  await useCityMaps(maps)
  for (const { name } of mapCities) {
    expect(planFleet().filter(({ city }) => city === name).length).toBeGreaterThan(10)
    expect(streetPath(name, cityPlace(name, 1), cityPlace(name, 2)).lengthM).toBeGreaterThan(50)
  }
})
