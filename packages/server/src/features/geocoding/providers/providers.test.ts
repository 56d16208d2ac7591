import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Language } from '@trackway/core/codes/languages.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { requestAddress } from '../request-address.ts'
import { amap } from './amap.ts'
import { baidu } from './baidu.ts'
import type { Geocoder } from './geocoder.ts'
import { google } from './google.ts'
import { nominatim } from './nominatim.ts'

/** A provider on this machine: it keeps its requests and gives the answers of the test. */
let base: string
let requests: { url: URL; headers: IncomingMessage['headers'] }[] = []
let answer: (response: ServerResponse) => void
const server = createServer((request, response) => {
  requests.push({ url: new URL(request.url ?? '', base), headers: request.headers })
  answer(response)
})
beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
beforeEach(() => {
  requests = []
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const json =
  (body: unknown, status = 200, headers: Record<string, string> = {}) =>
  (response: ServerResponse) =>
    response
      .writeHead(status, { 'content-type': 'application/json', ...headers })
      .end(typeof body === 'string' ? body : JSON.stringify(body))

const shenzhen = { lat: 22.54554, lon: 114.0683 }
function ask(provider: Geocoder, place = shenzhen, language: Language = 'cn', timeoutMs = 10_000) {
  const signal = new AbortController().signal
  return requestAddress(provider, { url: base, key: 'a key' }, { place, language, timeoutMs, signal })
}
const query = () => Object.fromEntries(requests[0]!.url.searchParams)

// Bodies have the shape of each provider's own documentation, shortened to what is read.
const bodies = {
  nominatim: {
    place_id: 134140761,
    licence: 'Data © OpenStreetMap contributors, ODbL 1.0. https://osm.org/copyright',
    lat: '51.5034878',
    lon: '-0.1276965',
    category: 'amenity',
    type: 'public_building',
    display_name: '10 Downing Street, 10, Downing Street, London, England, SW1A 2AA, United Kingdom',
    address: {
      house_number: '10',
      road: 'Downing Street',
      city: 'London',
      state: 'England',
      'ISO3166-2-lvl4': 'GB-ENG',
      postcode: 'SW1A 2AA',
      country: 'United Kingdom',
      country_code: 'gb',
    },
  },
  google: {
    plus_code: { global_code: '8FVC9G8F+6W' },
    results: [
      { formatted_address: '8FVC9G8F+6W', types: ['plus_code'], address_components: [] },
      {
        formatted_address: '277 Bedford Ave, Brooklyn, NY 11211, USA',
        types: ['street_address'],
        address_components: [
          { long_name: '277', short_name: '277', types: ['street_number'] },
          { long_name: 'Bedford Avenue', short_name: 'Bedford Ave', types: ['route'] },
          { long_name: 'Brooklyn', short_name: 'Brooklyn', types: ['sublocality_level_1', 'sublocality'] },
          { long_name: 'New York', short_name: 'NY', types: ['administrative_area_level_1', 'political'] },
          { long_name: 'United States', short_name: 'US', types: ['country', 'political'] },
        ],
      },
    ],
    status: 'OK',
  },
  baidu: {
    status: 0,
    result: {
      location: { lng: 114.0749, lat: 22.5485 },
      formatted_address: '广东省深圳市福田区深南中路1018号',
      business: '',
      addressComponent: {
        country: '中国',
        country_code: 0,
        country_code_iso2: 'CN',
        province: '广东省',
        city: '深圳市',
        district: '福田区',
        town: '',
        street: '深南中路',
        street_number: '1018号',
        adcode: '440304',
      },
      sematic_description: '',
    },
  },
  amap: {
    status: '1',
    info: 'OK',
    infocode: '10000',
    regeocode: {
      formatted_address: '北京市朝阳区望京街道方恒国际中心B座',
      addressComponent: {
        country: '中国',
        province: '北京市',
        // Cities that are provinces send an empty list.
        city: [],
        district: '朝阳区',
        township: '望京街道',
        streetNumber: { street: '阜通东大街', number: '6号', direction: '东', distance: '22.8' },
        building: { name: [], type: [] },
      },
    },
  },
}

test('Nominatim: street, house and city, asked for by its own user agent', async () => {
  answer = json(bodies.nominatim)
  const found = await ask(nominatim, { lat: 51.5034878, lon: -0.1276965 }, 'en')
  expect(found).toMatchObject({
    text: bodies.nominatim.display_name,
    short: 'Downing Street 10, London',
    parts: { countryCode: 'GB', admin1: 'England', place: 'London', houseNumber: '10' },
    isExact: true,
    source: 'nominatim',
  })
  expect(requests[0]!.url.pathname).toBe('/reverse')
  expect(query()).toMatchObject({
    format: 'jsonv2',
    lat: '51.503488',
    lon: '-0.127696',
    'accept-language': 'en,en;q=0.5',
  })
  expect(requests[0]!.headers['user-agent']).toMatch(/^Trackway/)
})

test('Google: the first address that is none of its plus codes, shifted in mainland China only', async () => {
  answer = json(bodies.google)
  expect(await ask(google, { lat: 40.714224, lon: -73.961452 }, 'en')).toMatchObject({
    text: '277 Bedford Ave, Brooklyn, NY 11211, USA',
    short: 'Bedford Avenue 277, Brooklyn',
    parts: { countryCode: 'US', admin1: 'New York', road: 'Bedford Avenue' },
  })
  expect(query()).toEqual({ latlng: '40.714224,-73.961452', language: 'en', key: 'a key' })
  await ask(google, { lat: 23.13, lon: 113.26 })
  const [lat, lon] = requests[1]!.url.searchParams.get('latlng')!.split(',').map(Number)
  expect([lat! - 23.13, lon! - 113.26].map((shift) => shift.toFixed(3))).toEqual(['-0.003', '0.005'])
})

test('Baidu: WGS-84 as it is, in Chinese order', async () => {
  answer = json(bodies.baidu)
  expect(await ask(baidu)).toMatchObject({
    text: '广东省深圳市福田区深南中路1018号',
    short: '深圳市福田区深南中路1018号',
    parts: { countryCode: 'CN', admin1: '广东省', admin2: '深圳市', place: '福田区' },
    isExact: true,
  })
  expect(query()).toMatchObject({
    ak: 'a key',
    coordtype: 'wgs84ll',
    location: '22.545540,114.068300',
    language: 'zh-CN',
  })
})

test('AMap: GCJ-02, longitude first; its empty lists are nothing', async () => {
  answer = json(bodies.amap)
  expect(await ask(amap, { lat: 39.9886, lon: 116.4748 })).toMatchObject({
    text: '北京市朝阳区望京街道方恒国际中心B座',
    short: '北京市朝阳区阜通东大街6号',
    parts: { admin1: '北京市', admin2: null, houseNumber: '6号' },
  })
  const [lon, lat] = query().location!.split(',').map(Number)
  // The shift at this place, from the formula's published examples: some 600 m to the east.
  expect(lon! - 116.4748).toBeCloseTo(0.0061, 3)
  expect(lat! - 39.9886).toBeCloseTo(0.0013, 3)
})

test('the Chinese providers are asked for places and languages they know', () => {
  const paris = { lat: 48.85, lon: 2.35 }
  expect([baidu, amap].map((each) => each.covers(paris, 'cn'))).toEqual([false, false])
  expect([baidu, amap].map((each) => each.covers(shenzhen, 'cn'))).toEqual([true, true])
  expect([baidu, amap].map((each) => each.covers(shenzhen, 'fr'))).toEqual([false, false])
})

test.each<[string, Geocoder, unknown]>([
  ['Nominatim', nominatim, { error: 'Unable to geocode' }],
  ['Google', google, { results: [], status: 'ZERO_RESULTS' }],
  ['Baidu', baidu, { status: 0, result: { formatted_address: '', addressComponent: { country: '' } } }],
  [
    'AMap',
    amap,
    {
      status: '1',
      info: 'OK',
      infocode: '10000',
      regeocode: { formatted_address: [], addressComponent: {} },
    },
  ],
])('%s knows nothing of a place: no address, and no failure', async (_name, provider, body) => {
  answer = json(body)
  expect(await ask(provider)).toBeNull()
})

describe('failures say what kind they are', () => {
  test.each<[string, Geocoder, unknown, string]>([
    ['Google, day', google, { results: [], status: 'OVER_DAILY_LIMIT' }, 'quota'],
    ['Google, rate', google, { results: [], status: 'OVER_QUERY_LIMIT' }, 'throttled'],
    ['Google, key', google, { results: [], status: 'REQUEST_DENIED', error_message: 'no' }, 'refused'],
    ['Google, its own', google, { results: [], status: 'UNKNOWN_ERROR' }, 'unavailable'],
    ['Baidu, day', baidu, { status: 302, message: '天配额超限，限制访问' }, 'quota'],
    ['Baidu, rate', baidu, { status: 401, message: '当前并发量已经超过约定并发配额' }, 'throttled'],
    ['Baidu, key', baidu, { status: 200, message: 'APP不存在' }, 'refused'],
    ['Baidu, its own', baidu, { status: 1, message: '服务器内部错误' }, 'unavailable'],
    ['AMap, day', amap, { status: '0', info: 'DAILY_QUERY_OVER_LIMIT', infocode: '10003' }, 'quota'],
    ['AMap, rate', amap, { status: '0', info: 'CUQPS_HAS_EXCEEDED', infocode: '10021' }, 'throttled'],
    ['AMap, key', amap, { status: '0', info: 'INVALID_USER_KEY', infocode: '10001' }, 'refused'],
    ['AMap, its own', amap, { status: '0', info: 'ENGINE_ERROR', infocode: '30001' }, 'unavailable'],
    ['Nominatim', nominatim, { error: { code: 500, message: 'database' } }, 'unavailable'],
    ['an array', google, [], 'malformed'],
    ['no JSON', amap, '<html>', 'malformed'],
    ['cut off', baidu, '{"status":0,', 'malformed'],
    ['too long', nominatim, `"${'x'.repeat(1_100_000)}"`, 'malformed'],
  ])('%s', async (_name, provider, body, kind) => {
    answer = json(body)
    await expect(ask(provider)).rejects.toMatchObject({ kind })
  })

  test.each([
    [429, 'throttled', { 'retry-after': '7' }, 7000],
    [503, 'unavailable', {}, null],
    [403, 'refused', {}, null],
  ])('HTTP %i', async (status, kind, headers, retryAfterMs) => {
    answer = json('too bad', status as number, headers as Record<string, string>)
    await expect(ask(nominatim)).rejects.toMatchObject({ kind, retryAfterMs })
  })

  test('an answer that does not come', async () => {
    answer = () => {}
    await expect(ask(nominatim, shenzhen, 'cn', 200)).rejects.toMatchObject({ kind: 'timeout' })
  })

  test('an answer that stops in the middle', async () => {
    answer = (response) => response.writeHead(200).write('{"status":')
    await expect(ask(google, shenzhen, 'cn', 200)).rejects.toMatchObject({ kind: 'timeout' })
  })

  test('a connection that is cut', async () => {
    answer = (response) => response.destroy()
    await expect(ask(amap)).rejects.toMatchObject({ kind: 'unavailable' })
  })
})
