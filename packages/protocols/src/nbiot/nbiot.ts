/**
 * NB-IoT devices by the platform of their network: Huawei OceanConnect and China Telecom CTWing AEP push what they
 * sent, as JSON over HTTP. The device's own protocol within is the one of the dialect (`gt06`, `jt808:…`), else the
 * one that its bytes begin like; products with a profile say named values instead.
 * Source: Huawei IoT "Northbound API Reference", message push; CTWing AEP, "HTTP 推送", message types.
 */
import type { AnyProtocol } from '../detect.ts'
import type { Protocol, Report } from '../protocol.ts'
import { alarmNames } from '../wire/http/parameter-values.ts'
import { type HttpSession, overHttp } from '../wire/http/request-protocol.ts'
import { detectPosted, jsonRequest } from '../wire/http/request-text.ts'
import { encodeCommand } from './command.ts'
import { readPush } from './decode.ts'

/** Members that every push of one of the two has. */
const marks = /"(?:notifyType|messageType|commandId)"\s*:/

/** @param carried protocols that devices use within */
export const createNbiot = (carried: readonly AnyProtocol[]) =>
  ({
    ...overHttp((request, profile, now) => readPush(request, profile, now, carried)),
    name: 'nbiot',
    defaultPort: 5600,
    detect: (head) => detectPosted(head, marks),
    encode,
    encodeCommand: (command, session, request) => encodeCommand(command, session, request, carried),
    isReachedByPlatform: true,
  }) satisfies Protocol<HttpSession>

const product = { tenantId: '10461180', productId: '10053421', protocol: 'lwm2m', serviceId: 10 }

/** A report of a CTWing product with a profile. @param imei of the device */
export function encode(report: Report, _serial: number, imei = '863434085574173', target = '/'): Uint8Array {
  const { fixTime, latitude, longitude, speedKmh, courseDeg, accOn, batteryPercent, satellites, alarms } =
    report
  return jsonRequest(target, {
    ...product,
    messageType: 'dataReport',
    timestamp: fixTime,
    deviceId: imei.padStart(32, 'a'),
    IMEI: imei,
    payload: {
      time: fixTime,
      latitude,
      longitude,
      speed: speedKmh,
      direction: courseDeg,
      acc: accOn,
      batteryLevel: batteryPercent,
      satellites,
      alarm: alarmNames(alarms),
    },
  })
}

/** CTWing has received from the device again. */
export const encodeOnline = (imei: string): Uint8Array =>
  jsonRequest('/', {
    ...product,
    messageType: 'deviceOnlineOfflineReport',
    eventType: 1,
    deviceId: imei.padStart(32, 'a'),
    IMEI: imei,
  })
