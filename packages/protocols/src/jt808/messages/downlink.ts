/** Messages of platforms, for the log view. Seen from a device they mean a loop or an echo. Source: JT/T 808-2013 and -2019, 8; JT/T 1078 for 91xx, 92xx. */

import { type Body, body, type Rows, type Values, when } from '../../wire/body.ts'
import { bcd, hex, hexRest, text, text8, text16, textRest } from '../../wire/texts.ts'
import { counted, group, many, oneOf, per, time6, u8, u16, u32 } from '../../wire/types.ts'
import { parameterList } from './parameters.ts'

interface DownlinkRow {
  name: string
  body: Body
  body2019: Body
}

const ids = counted(u8, u32)
const place = { latitude: per(u32, 1e6), longitude: per(u32, 1e6) }
/** Is this bit set in the word that lists what follows? */
const bit = (name: string, mask: number) => (values: Values) => ((values[name] ?? 0) & mask) !== 0
const isTimed = bit('attributes', 1)
const isLimited = bit('attributes', 2)
const validity = { from: when(isTimed, time6), to: when(isTimed, time6) }
const limit = { maxKmh: when(isLimited, u16), overspeedS: when(isLimited, u8) }
const named = { maxNightKmh: when(isLimited, u16), name: text16 }

const areas = (shape: Rows, is2019: boolean): Rows => ({
  action: oneOf(u8, ['update', 'append', 'modify']),
  areas: counted(
    u8,
    group<Rows>({ areaId: u32, attributes: u16, ...shape, ...validity, ...limit, ...(is2019 && named) }),
  ),
})
const circle = { ...place, radiusM: u32 }
const rectangle = {
  top: per(u32, 1e6),
  left: per(u32, 1e6),
  bottom: per(u32, 1e6),
  right: per(u32, 1e6),
}
const polygon = (is2019: boolean): Rows => ({
  areaId: u32,
  attributes: u16,
  ...validity,
  ...limit,
  corners: counted(u16, group(place)),
  ...(is2019 && named),
})
const hasTime = bit('segment', 1)
const hasSpeed = bit('segment', 2)
const route = (is2019: boolean): Rows => ({
  routeId: u32,
  attributes: u16,
  ...validity,
  points: counted(
    u16,
    group<Rows>({
      pointId: u32,
      segmentId: u32,
      ...place,
      widthM: u8,
      segment: u8,
      maxS: when(hasTime, u16),
      minS: when(hasTime, u16),
      maxKmh: when(hasSpeed, u16),
      overspeedS: when(hasSpeed, u8),
      ...(is2019 && { maxNightKmh: when(hasSpeed, u16) }),
    }),
  ),
  ...(is2019 && { name: text16 }),
})

const search = { mediaType: u8, channel: u8, mediaEvent: u8, from: time6, to: time6 }

const row = (name: string, rows: Rows = {}, rows2019 = rows): DownlinkRow => ({
  name,
  body: body(rows),
  body2019: body(rows2019),
})

export const downlink: Readonly<Record<number, DownlinkRow>> = {
  0x8001: row('general answer', { serial: u16, answeredId: hex(2), result: u8 }),
  0x8003: row(
    'resend parts',
    { serial: u16, numbers: counted(u8, u16) },
    { serial: u16, numbers: counted(u16, u16) },
  ),
  0x8004: row('server time', { utc: bcd(6) }),
  0x8100: row('register answer', { serial: u16, result: u8, authCode: textRest }),
  0x8103: row('set parameters', { count: u8, parameters: parameterList }),
  0x8104: row('query parameters'),
  0x8105: row('terminal control', { command: u8, parameters: textRest }),
  0x8106: row('query some parameters', { ids: counted(u8, hex(4)) }),
  0x8107: row('query attributes'),
  0x8108: row('upgrade', { target: u8, maker: text(5), version: text8, length: u32, data: hexRest }),
  0x8109: row('time answer', {
    year: u16,
    month: u8,
    day: u8,
    hour: u8,
    minute: u8,
    second: u8,
    result: u8,
  }),
  0x8201: row('query location'),
  0x8202: row('temporary tracking', { intervalS: u16, validS: u32 }),
  0x8203: row('confirm alarms', { serial: u16, alarms: hex(4) }),
  0x8204: row('link check'),
  0x8205: row('version answer', { time: time6, model: u16, displacement: u16, upgrade: u8 }),
  0x8300: row('text', { flags: u8, text: textRest }, { flags: u8, textKind: u8, text: textRest }),
  0x8301: row('set events', { action: u8, events: hexRest }),
  0x8302: row('question', { flags: u8, question: text8, answers: hexRest }),
  0x8303: row('set menu', { action: u8, menu: hexRest }),
  0x8304: row('information service', { infoType: u8, text: text16 }),
  0x8400: row('call back', { callKind: u8, phone: textRest }),
  0x8401: row('set phone book', { action: u8, contacts: hexRest }),
  0x8500: row('vehicle control', { flags: u8 }, { count: u16, controls: hexRest }),
  0x8600: row('set circles', areas(circle, false), areas(circle, true)),
  0x8601: row('delete circles', { ids }),
  0x8602: row('set rectangles', areas(rectangle, false), areas(rectangle, true)),
  0x8603: row('delete rectangles', { ids }),
  0x8604: row('set polygon', polygon(false), polygon(true)),
  0x8605: row('delete polygons', { ids }),
  0x8606: row('set route', route(false), route(true)),
  0x8607: row('delete routes', { ids }),
  0x8608: row('query areas', { areaKind: u8, ids: counted(u32, u32) }),
  0x8700: row('query recorder', { command: u8, data: hexRest }),
  0x8701: row('set recorder', { command: u8, data: hexRest }),
  0x8702: row('query driver'),
  0x8800: row('media answer', { mediaId: u32, numbers: counted(u8, u16) }),
  0x8801: row('shoot', {
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
  0x8802: row('search media', search),
  0x8803: row('upload media', { ...search, isDeleted: u8 }),
  0x8804: row('record sound', { command: u8, durationS: u16, isStored: u8, rate: u8 }),
  0x8805: row('upload one', { mediaId: u32, isDeleted: u8 }),
  0x8900: row('transparent', { type: hex(1), data: hexRest }),
  0x8a00: row('public key', { rsaE: u32, rsaN: hex(128) }),
  0x9101: row('live video', {
    server: text8,
    tcpPort: u16,
    udpPort: u16,
    channel: u8,
    content: u8,
    stream: u8,
  }),
  0x9102: row('control video', { channel: u8, command: u8, closed: u8, stream: u8 }),
  0x9208: row('ask for attachments', {
    server: text8,
    tcpPort: u16,
    udpPort: u16,
    label: hex(16),
    alarm: text(32),
    reserved: hex(16),
  }),
  0x9212: row('attachment answer', { file: text8, fileType: u8, result: u8, missing: hexRest }),
  0x0310: row('set parameters', { count: u8, parameters: many(hex(1)) }),
  0x4401: row('lock answer', { answeredId: hex(2), result: u8 }),
  0xa006: row('oil control', { isCut: u8, time: time6 }),
}

export const downlinkName = (id: number): string | undefined => downlink[id]?.name

/** A photo message of devices lies in the platforms' range. */
const photo = 0x8888

export const isDownlink = (id: number): boolean =>
  id in downlink || (id >= 0x8000 && id <= 0x9fff && id !== photo)
