/**
 * OsmAnd's "online tracking" and Traccar Client: one request a position, as parameters of the address, as a form, or
 * as JSON. Speeds of parameters are knots; the dialects `ms` and `kmh` of a device type say otherwise.
 * Source: traccar.org/osmand; Traccar Client 9 (JSON of the background geolocation library).
 */
import type { Command } from '@trackway/core/features/commands/commands.ts'
import type { EncodedCommand, Protocol, Report, Unsupported } from '../protocol.ts'
import { textOf } from '../wire/command-texts.ts'
import { alarmNames } from '../wire/http/parameter-values.ts'
import { type HttpSession, overHttp } from '../wire/http/request-protocol.ts'
import { detectAny, request } from '../wire/http/request-text.ts'
import { read } from './decode.ts'

const kmhPerKnot = 1.852

export const osmand = {
  ...overHttp(read),
  name: 'osmand',
  defaultPort: 5055,
  detect: detectAny,
  encode,
  encodeCommand,
} satisfies Protocol<HttpSession>

/** @param id of the device */
export function encode(report: Report, _serial: number, id = '123456789012345'): Uint8Array {
  const { fixTime, fix, latitude, longitude, speedKmh, courseDeg, altitudeM, accOn, odometerM } = report
  const parameters = {
    id,
    timestamp: fixTime === null ? undefined : fixTime / 1000,
    ...(fix === 'gps' && { lat: latitude, lon: longitude }),
    speed: speedKmh === undefined ? undefined : speedKmh / kmhPerKnot,
    bearing: courseDeg,
    altitude: altitudeM,
    sat: report.satellites,
    batt: report.batteryPercent,
    charge: report.charging,
    ignition: accOn,
    odometer: odometerM,
    alarm: alarmNames(report.alarms),
  }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) query.set(name, String(value))
  return request('POST', `/?${query}`, { body: '' })
}

/** A text is what the client shows or does: it is handed out as the body of an answer, and nothing answers it. */
function encodeCommand(command: Command, { profile }: HttpSession): EncodedCommand | Unsupported {
  const content = textOf({}, command, profile)
  if (typeof content !== 'string') return content
  return { content, frames: [new TextEncoder().encode(content)], correlations: [], isUnanswered: true }
}
