/**
 * OwnTracks over HTTP: the app posts JSON objects to one address and is answered with a JSON array.
 * Source: owntracks.org/booklet, "HTTP" and "JSON"; qtripp for the letters of vehicle trackers.
 */
import type { Protocol, Report } from '../protocol.ts'
import { type HttpSession, overHttp } from '../wire/http/request-protocol.ts'
import { detectPosted, jsonRequest } from '../wire/http/request-text.ts'
import { read } from './decode.ts'
import { triggerOf } from './report.ts'

export const owntracks = {
  ...overHttp(read),
  name: 'owntracks',
  defaultPort: 5144,
  detect: (head) => detectPosted(head, /"_type"\s*:/),
  encode,
} satisfies Protocol<HttpSession>

/** @param id of the device: `user/device` */
export function encode(report: Report, _serial: number, id = 'trackway/123456789012345'): Uint8Array {
  const { fixTime, latitude, longitude, speedKmh, courseDeg, altitudeM, charging, batteryPercent } = report
  return jsonRequest('/', {
    _type: 'location',
    topic: `owntracks/${id}`,
    tid: id.slice(-2),
    tst: fixTime === null ? undefined : fixTime / 1000,
    lat: latitude,
    lon: longitude,
    vel: speedKmh,
    cog: courseDeg,
    alt: altitudeM,
    batt: batteryPercent,
    bs: charging === undefined ? undefined : charging ? 2 : 1,
    ign: report.accOn,
    odometer: report.odometerM === undefined ? undefined : report.odometerM / 1000,
    sat: report.satellites,
    ...triggerOf(report.alarms),
  })
}

/** A sign of life without a place. */
export const encodeAlive = (id: string): Uint8Array =>
  jsonRequest('/', { _type: 'status', topic: `owntracks/${id}` })
