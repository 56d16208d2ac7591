import { expect, test } from 'vitest'
import { navigateUrl, streetViewUrl } from './map-links.ts'

const place = { lat: 22.5431, lon: 114.0579, name: 'Van 1 & co' }

test('the way goes to where the vehicle is, in WGS-84', () =>
  expect(navigateUrl(place, 'en')).toBe(
    'https://www.google.com/maps/dir/?api=1&destination=22.543100,114.057900',
  ))

test('in Chinese to the map of that country, on its shifted datum', () => {
  const url = new URL(navigateUrl(place, 'cn'))
  const [lon, lat, name] = url.searchParams.get('to')!.split(',')
  expect(url.host).toBe('uri.amap.com')
  expect(Number(lon) - place.lon).toBeCloseTo(0.0051, 3)
  expect(Number(lat) - place.lat).toBeCloseTo(-0.0027, 3)
  expect(name).toBe(place.name)
})

test('pictures of the street are at the place', () =>
  expect(streetViewUrl(place)).toContain('viewpoint=22.543100,114.057900'))
