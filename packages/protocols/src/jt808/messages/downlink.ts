/** Messages of platforms, for the log view. Seen from a device they mean a loop or an echo. */

import { type Body, body, when } from '../../wire/body.ts'
import {
  bcd,
  counted,
  group,
  hex,
  hexRest,
  many,
  oneOf,
  per,
  text,
  text8,
  textRest,
  time6,
  u8,
  u16,
  u32,
} from '../../wire/types.ts'
import { parameterList } from './parameters.ts'

interface DownlinkRow {
  name: string
  body?: Body
  body2019?: Body
}

const ids = counted(u8, u32)
const place = { latitude: per(u32, 1e6), longitude: per(u32, 1e6) }
const isTimed = ({ attributes }: { attributes?: number }) => ((attributes ?? 0) & 1) !== 0
const isLimited = ({ attributes }: { attributes?: number }) => ((attributes ?? 0) & 2) !== 0
const validity = { from: when(isTimed, time6), to: when(isTimed, time6) }
const limit = { maxKmh: when(isLimited, u16), overspeedS: when(isLimited, u8) }
const named = { maxNightKmh: when(isLimited, u16), name: text16Of() }

function text16Of() {
  return { read: (r: Parameters<typeof textRest.read>[0]) => text(r.u16()).read(r) }
}

const areas = (shape: Parameters<typeof body>[0], is2019: boolean): Body =>
  body({
    action: oneOf(u8, ['update', 'append', 'modify']),
    areas: counted(
      u8,
      group(
        body({ areaId: u32, attributes: u16, ...shape, ...validity, ...limit, ...(is2019 ? named : {}) }),
      ),
    ),
  })
const circle = { ...place, radiusM: u32 }
const rectangle = {
  top: per(u32, 1e6),
  left: per(u32, 1e6),
  bottom: per(u32, 1e6),
  right: per(u32, 1e6),
}
const polygon = (is2019: boolean): Body =>
  body({
    areaId: u32,
    attributes: u16,
    ...validity,
    ...limit,
    corners: counted(u16, group(body(place))),
    ...(is2019 ? named : {}),
  })
const hasTime = ({ segment }: { segment?: number }) => ((segment ?? 0) & 1) !== 0
const hasSpeed = ({ segment }: { segment?: number }) => ((segment ?? 0) & 2) !== 0
const route = (is2019: boolean): Body =>
  body({
    routeId: u32,
    attributes: u16,
    ...validity,
    points: counted(
      u16,
      group(
        body({
          pointId: u32,
          segmentId: u32,
          ...place,
          widthM: u8,
          segment: u8,
          maxS: when(hasTime, u16),
          minS: when(hasTime, u16),
          maxKmh: when(hasSpeed, u16),
          overspeedS: when(hasSpeed, u8),
          ...(is2019 ? { maxNightKmh: when(hasSpeed, u16) } : {}),
        }),
      ),
    ),
    ...(is2019 ? { name: text16Of() } : {}),
  })

const search = { mediaType: u8, channel: u8, mediaEvent: u8, from: time6, to: time6 }

export const downlink: Readonly<Record<number, DownlinkRow>> = {
  0x8001: { name: 'general answer', body: body({ serial: u16, answeredId: hex(2), result: u8 }) },
  0x8003: {
    name: 'resend parts',
    body: body({ serial: u16, numbers: counted(u8, u16) }),
    body2019: body({ serial: u16, numbers: counted(u16, u16) }),
  },
  0x8004: { name: 'server time', body: body({ utc: bcd(6) }) },
  0x8100: { name: 'register answer', body: body({ serial: u16, result: u8, authCode: textRest }) },
  0x8103: { name: 'set parameters', body: body({ count: u8, parameters: parameterList }) },
  0x8104: { name: 'query parameters' },
  0x8105: { name: 'terminal control', body: body({ command: u8, parameters: textRest }) },
  0x8106: { name: 'query some parameters', body: body({ ids: counted(u8, hex(4)) }) },
  0x8107: { name: 'query attributes' },
  0x8108: {
    name: 'upgrade',
    body: body({ target: u8, maker: text(5), version: text8, length: u32, data: hexRest }),
  },
  0x8109: {
    name: 'time answer',
    body: body({ year: u16, month: u8, day: u8, hour: u8, minute: u8, second: u8, result: u8 }),
  },
  0x8201: { name: 'query location' },
  0x8202: { name: 'temporary tracking', body: body({ intervalS: u16, validS: u32 }) },
  0x8203: { name: 'confirm alarms', body: body({ serial: u16, alarms: hex(4) }) },
  0x8204: { name: 'link check' },
  0x8205: { name: 'version answer', body: body({ time: time6, model: u16, displacement: u16, upgrade: u8 }) },
  0x8300: {
    name: 'text',
    body: body({ flags: u8, text: textRest }),
    body2019: body({ flags: u8, textKind: u8, text: textRest }),
  },
  0x8301: { name: 'set events', body: body({ action: u8, events: hexRest }) },
  0x8302: { name: 'question', body: body({ flags: u8, question: text8, answers: hexRest }) },
  0x8303: { name: 'set menu', body: body({ action: u8, menu: hexRest }) },
  0x8304: { name: 'information service', body: body({ infoType: u8, text: text16Of() }) },
  0x8400: { name: 'call back', body: body({ callKind: u8, phone: textRest }) },
  0x8401: { name: 'set phone book', body: body({ action: u8, contacts: hexRest }) },
  0x8500: {
    name: 'vehicle control',
    body: body({ flags: u8 }),
    body2019: body({ count: u16, controls: hexRest }),
  },
  0x8600: { name: 'set circles', body: areas(circle, false), body2019: areas(circle, true) },
  0x8601: { name: 'delete circles', body: body({ ids }) },
  0x8602: { name: 'set rectangles', body: areas(rectangle, false), body2019: areas(rectangle, true) },
  0x8603: { name: 'delete rectangles', body: body({ ids }) },
  0x8604: { name: 'set polygon', body: polygon(false), body2019: polygon(true) },
  0x8605: { name: 'delete polygons', body: body({ ids }) },
  0x8606: { name: 'set route', body: route(false), body2019: route(true) },
  0x8607: { name: 'delete routes', body: body({ ids }) },
  0x8608: { name: 'query areas', body: body({ areaKind: u8, ids: counted(u32, u32) }) },
  0x8700: { name: 'query recorder', body: body({ command: u8, data: hexRest }) },
  0x8701: { name: 'set recorder', body: body({ command: u8, data: hexRest }) },
  0x8702: { name: 'query driver' },
  0x8800: { name: 'media answer', body: body({ mediaId: u32, numbers: counted(u8, u16) }) },
  0x8801: {
    name: 'shoot',
    body: body({
      channel: u8,
      command: u16,
      intervalS: u16,
      isStored: u8,
      resolution: u8,
      quality: u8,
      brightness: u8,
      contrast: u8,
      saturation: u8,
      chroma: u8,
    }),
  },
  0x8802: { name: 'search media', body: body(search) },
  0x8803: { name: 'upload media', body: body({ ...search, isDeleted: u8 }) },
  0x8804: { name: 'record sound', body: body({ command: u8, durationS: u16, isStored: u8, rate: u8 }) },
  0x8805: { name: 'upload one', body: body({ mediaId: u32, isDeleted: u8 }) },
  0x8900: { name: 'transparent', body: body({ type: hex(1), data: hexRest }) },
  0x8a00: { name: 'public key', body: body({ rsaE: u32, rsaN: hex(128) }) },
  0x9101: {
    name: 'live video',
    body: body({ server: text8, tcpPort: u16, udpPort: u16, channel: u8, content: u8, stream: u8 }),
  },
  0x9102: { name: 'control video', body: body({ channel: u8, command: u8, closed: u8, stream: u8 }) },
  0x9208: {
    name: 'ask for attachments',
    body: body({
      server: text8,
      tcpPort: u16,
      udpPort: u16,
      label: hex(16),
      alarm: text(32),
      reserved: hex(16),
    }),
  },
  0x9212: {
    name: 'attachment answer',
    body: body({ file: text8, fileType: u8, result: u8, missing: hexRest }),
  },
  0x0310: { name: 'set parameters', body: body({ count: u8, parameters: many(hex(1)) }) },
  0x4401: { name: 'lock answer', body: body({ answeredId: hex(2), result: u8 }) },
  0xa006: { name: 'oil control', body: body({ isCut: u8, time: time6 }) },
}

export const downlinkName = (id: number): string | undefined => downlink[id]?.name

/** A photo message of devices lies in the platforms' range. */
const photo = 0x8888

export const isDownlink = (id: number): boolean =>
  id in downlink || (id >= 0x8000 && id <= 0x9fff && id !== photo)
