import { expect, test } from 'vitest'
import { readConfig } from '../../platform/settings/config.ts'
import { geocoders } from './providers/geocoders.ts'

test('nobody is asked unless it is set', () => {
  expect(readConfig({}, geocoders).addresses.providers).toEqual([])
})

test('providers are asked in the order named, each within its own bounds', () => {
  const env = {
    GEOCODERS: 'amap, nominatim',
    AMAP_GEOCODING_KEY: 'a key',
    AMAP_GEOCODING_PER_DAY: '0',
    NOMINATIM_GEOCODING_URL: 'https://nominatim.example.org',
    NOMINATIM_GEOCODING_PER_SECOND: '0.5',
  }
  const { addresses } = readConfig(env, geocoders)
  expect(addresses.providers).toEqual([
    {
      source: 'amap',
      url: 'https://restapi.amap.com/v3/geocode/regeo',
      key: 'a key',
      perSecond: 3,
      perDay: null,
    },
    {
      source: 'nominatim',
      url: 'https://nominatim.example.org',
      key: '',
      perSecond: 0.5,
      perDay: 10_000,
    },
  ])
})

test.each([
  [{ GEOCODERS: 'amap' }, 'AMAP_GEOCODING_KEY: is needed for a provider named in GEOCODERS'],
  [{ GEOCODERS: 'nominatim' }, 'NOMINATIM_GEOCODING_URL: is needed for a provider named in GEOCODERS'],
  [{ GEOCODERS: 'bing' }, 'GEOCODERS: knows only nominatim, google, baidu, amap, not bing'],
  [
    { GEOCODERS: 'google', GOOGLE_GEOCODING_KEY: 'k', GOOGLE_GEOCODING_PER_SECOND: '0' },
    'GOOGLE_GEOCODING_PER_SECOND: must be a number from 0.01 to 1000',
  ],
])('%o is refused in full', (env, sentence) => {
  expect(() => readConfig(env, geocoders)).toThrow(sentence)
})

test('tools that ask for no addresses do not look at them', () => {
  expect(readConfig({ GEOCODERS: 'bing' }).addresses.providers).toEqual([])
})
