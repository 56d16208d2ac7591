import { expect, test } from 'vitest'
import { addressesOf } from './start-geocoding.ts'

/** From the map of the built-in city; no network, no database. */

const at = async (lat: number, lon: number, language: 'en' | 'cn' | 'fr' = 'en') =>
  (await addressesOf([{ lat, lon }], language))[0]!

test.each([
  [60.1689, 24.9522, 'Sofiankatu 8, Helsinki, Finland', 'Sofiankatu 8, Helsinki'],
  [60.1699, 24.9414, 'Kaivokatu 8, Helsinki, Finland', 'Kaivokatu 8, Helsinki'],
  // A street without a number near.
  [60.17166, 24.9443, 'Vilhonkatu, Helsinki, Finland', 'Vilhonkatu, Helsinki'],
])('%f, %f is %s', async (lat, lon, text, short) => {
  expect(await at(lat, lon)).toMatchObject({ text, short, source: 'streets', isExact: true, distanceM: null })
})

test('the parts are told one by one', async () => {
  expect((await at(60.1689, 24.9522)).parts).toMatchObject({
    countryCode: 'FI',
    country: 'Finland',
    place: 'Helsinki',
    road: 'Sofiankatu',
    houseNumber: '8',
  })
})

test('in Chinese from the largest to the smallest, with the names that the map has', async () => {
  expect((await at(60.1689, 24.9522, 'cn')).text).toBe('芬兰 赫尔辛基 Sofiankatu 8')
})

test('a position without a street on any map has its place of the gazetteer', async () => {
  expect(await at(47.14, 9.52)).toMatchObject({ source: 'gazetteer', isExact: false })
  // Out in the harbour, within the bounds of the map.
  expect((await at(60.1645, 24.9533)).source).toMatch(/streets|gazetteer/)
})
