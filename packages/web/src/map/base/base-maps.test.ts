import { expect, test } from 'vitest'
import { baseMapById, baseMaps, defaultMapSettings, isAvailable } from './base-maps.ts'
import { preferred, readChosen } from './use-base-map.ts'

test('without keys only the built-in map and OpenStreetMap can be shown', () => {
  const ready = baseMaps.filter((baseMap) => isAvailable(baseMap, defaultMapSettings))
  expect(ready.map(({ id }) => id)).toEqual(['offline', 'osm'])
})

test('a provider that is switched on and has its key can be shown', () => {
  const settings = { keys: { baidu: 'k' }, enabled: ['offline' as const, 'baidu' as const], order: null }
  expect(isAvailable(baseMapById('baidu'), settings)).toBe(true)
  expect(isAvailable(baseMapById('baiduSatellite'), settings)).toBe(false)
})

test.each([
  [undefined, undefined, null],
  [undefined, 'Atlantis', null],
  [undefined, 'GaoDe', 'gaode'],
  [undefined, 'Yandex', 'yandex'],
  ['osm', 'GaoDe', 'osm'],
])('stored %s and %s choose %s', (baseMap, mapType, id) => expect(readChosen(baseMap, mapType)).toBe(id))

const osmOnly = defaultMapSettings
const withKeys = {
  keys: { gaode: 'k' },
  enabled: ['offline', 'osm', 'gaode', 'gaodeSatellite'] as const,
  order: null,
}

test.each([
  ['OpenStreetMap before the built-in map', osmOnly, null, false, ['osm', 'offline']],
  ['streets that are installed before it', osmOnly, null, true, ['offline', 'osm']],
  ['what has a key before both', withKeys, null, false, ['gaode', 'osm', 'offline']],
  [
    'what the user chose first of all',
    withKeys,
    'gaodeSatellite',
    false,
    ['gaodeSatellite', 'gaode', 'osm', 'offline'],
  ],
  ['what is not set up not at all', osmOnly, 'yandex', false, ['osm', 'offline']],
  [
    'as account or operator say, then all others',
    { ...withKeys, order: ['osm', 'gaodeSatellite'] },
    null,
    false,
    ['osm', 'gaodeSatellite', 'gaode', 'offline'],
  ],
] as const)('%s', (_, settings, chosen, hasStreets, order) =>
  expect(preferred({ settings: settings as never, chosen }, hasStreets)).toEqual(order),
)
