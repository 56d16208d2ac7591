import { expect, test } from 'vitest'
import { baseMapById, baseMaps, defaultMapSettings, isAvailable } from './base-maps.ts'
import { readChosen, shownBaseMap } from './use-base-map.ts'

test('without keys only the built-in map and OpenStreetMap can be shown', () => {
  const ready = baseMaps.filter((baseMap) => isAvailable(baseMap, defaultMapSettings))
  expect(ready.map(({ id }) => id)).toEqual(['offline', 'osm'])
})

test('a provider that is switched on and has its key can be shown', () => {
  const settings = { keys: { baidu: 'k' }, enabled: ['offline' as const, 'baidu' as const] }
  expect(isAvailable(baseMapById('baidu'), settings)).toBe(true)
  expect(isAvailable(baseMapById('baiduSatellite'), settings)).toBe(false)
})

test.each([
  [undefined, undefined, 'baidu'],
  [undefined, 'Atlantis', 'baidu'],
  [undefined, 'GaoDe', 'gaode'],
  [undefined, 'Yandex', 'yandex'],
  ['osm', 'GaoDe', 'osm'],
])('stored %s and %s choose %s', (baseMap, mapType, id) => expect(readChosen(baseMap, mapType)).toBe(id))

test('the built-in map stands in for one that is not set up or does not answer', () => {
  const settings = defaultMapSettings
  expect(shownBaseMap({ settings, chosen: 'baidu', isUnreachable: false }).id).toBe('offline')
  expect(shownBaseMap({ settings, chosen: 'osm', isUnreachable: true }).id).toBe('offline')
  expect(shownBaseMap({ settings, chosen: 'osm', isUnreachable: false }).id).toBe('osm')
})
