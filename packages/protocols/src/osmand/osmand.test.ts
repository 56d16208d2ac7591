import { describe, expect, test } from 'vitest'
import { owntracks } from '../owntracks/owntracks.ts'
import type { RequestReading } from '../protocol.ts'
import { jsonRequest, readRequest, request } from '../wire/http/request-text.ts'
import { osmand } from './osmand.ts'

const now = Date.UTC(2026, 10, 28, 12)

const read = (query: string, body = ''): RequestReading =>
  osmand.readRequest(readRequest(request('POST', `/?id=123456&${query}`, { body }))!, {}, now)

test.each([
  ['lat=53,0792962&lon=8,8016937', 53.0792962, 8.8016937],
  ['lat=-3%2C5&lon=%2B08%2C25', -3.5, 8.25],
  ['location=53.0792962,8.8016937', 53.0792962, 8.8016937],
  ['location=53,0792962,8,8016937', 53.0792962, 8.8016937],
  ['location=53,0792962;8,8016937', 53.0792962, 8.8016937],
])('decimal commas: %s', (query, latitude, longitude) => {
  const { message, taken } = read(`${query}&batt=85,5`)
  expect(message.reports).toMatchObject([{ fix: 'gps', latitude, longitude, batteryPercent: 85.5 }])
  expect(taken.status).toBe(200)
})

test('a list with commas stays the text that it is', () => {
  expect(read('lat=1&lon=2&inputs=1,2').message.reports[0]?.extra).toEqual({ inputs: '1,2' })
})

describe('a place that is there and cannot be read', () => {
  test.each(['lat=%25LAT&lon=%25LON', 'lat=abc&lon=8.8', 'lat=153&lon=8.8', 'lat=53.1', 'location=here'])(
    '%s is answered 400, and the rest is kept',
    (query) => {
      const { message, taken } = read(`${query}&batt=85`)
      expect(taken).toEqual({ status: 400, text: 'the place cannot be read' })
      expect(message).toMatchObject({
        kind: 'reports',
        problem: 'coordinates',
        reports: [{ fix: 'none', batteryPercent: 85, extra: { unreadablePlace: expect.any(String) } }],
      })
    },
  )

  test.each(['batt=85', 'lat=&lon=', 'lat=0&lon=0', 'lat=NaN&lon=NaN', 'lat=999&lon=999&valid=false'])(
    '%s has none, and is sound',
    (query) => {
      expect(read(query).taken.status).toBe(200)
      expect(read(query).message.problem).toBeUndefined()
    },
  )

  test('of OwnTracks too', () => {
    const frame = jsonRequest('/', { _type: 'location', topic: 'owntracks/a/b', lat: 'abc', lon: 8.8 })
    const { taken, message } = owntracks.readRequest(readRequest(frame)!, {}, now)
    expect([taken.status, message.problem]).toEqual([400, 'coordinates'])
  })

  test('of some records, those that are sound are taken', () => {
    const record = (latitude: unknown) => ({ coords: { latitude, longitude: 8.8 } })
    const frame = jsonRequest('/', { device_id: '7', location: [record('abc'), record(53.1)] })
    const { taken, message } = osmand.readRequest(readRequest(frame)!, {}, now)
    expect(taken.status).toBe(200)
    expect(message.reports.map(({ fix }) => fix)).toEqual(['none', 'gps'])
  })
})
