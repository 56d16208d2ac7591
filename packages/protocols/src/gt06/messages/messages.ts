/**
 * GT06 messages by protocol number. A form is chosen by size: it must use up the body exactly and hold a
 * possible date and place. Numbers that are acknowledged name the number of the acknowledgement.
 * Source: Concox/Jimi GT06 V1.8.1, JM-VL03 V1.1.2, "GT02" V1.3, firmware and public frames of the family.
 */
import { alarms as codes } from '@trackway/core/codes/alarms.ts'
import type { Report } from '../../protocol.ts'
import type { BodyReader } from '../../wire/body.ts'
import { addValue } from '../../wire/report.ts'
import { answerTime, answerUnixTime, noAddress } from '../answers.ts'
import { acknowledgeLong, type Gt06Decoding, type Gt06Row } from '../decoding.ts'
import { acknowledge } from '../envelope.ts'
import * as alarm from '../layouts/alarms.ts'
import * as cell from '../layouts/cells.ts'
import { form } from '../layouts/forms.ts'
import * as location from '../layouts/locations.ts'
import * as state from '../layouts/states.ts'
import { readReply, textCommand } from './command-reply.ts'
import { readIdentifiers, readInformation, readSubscriber, readTransparent } from './information.ts'
import { readLogin } from './login.ts'
import { readAnnouncement, readFile, readPictureBlock, readWholeFile } from './media.ts'
import { addObdStream } from './obd.ts'
import { heartbeat, locationWhereLocated, readFacts, readReport, reports, row } from './rows.ts'

const local = { isLocalTime: true }
const isAlarm = { isAlarm: true }
const isWideAlarm = { isAlarm: true, hasWideAlarm: true }

const cells = (
  name: 'cells' | 'cellList' | 'cellsAndWifi',
  answer: number | false,
  forms: Parameters<typeof reports>[2],
  rules = {},
): Gt06Row => reports(name, answer, forms, rules, locationWhereLocated)

/** A query that is answered with "no address"; a card read on the way has the same number. */
const query = (forms: Parameters<typeof reports>[2], rules = {}): Gt06Row =>
  reports('addressQuery', false, forms, rules, (_, { message, head }, { form: { variant } }) => {
    const isCard = variant === 'RFID'
    message.replies.push(isCard ? acknowledge(head.number, head.serial) : noAddress)
    if (isCard) message.name = 'rfid'
  })

/** AZ735 sends its alarms in a byte of its own. */
function addSecurity(report: Report): void {
  const state = report.extra?.statusByte
  if (state === 0xa0) report.armed = true
  if (state === 0xa1) report.armed = false
  if (state === 0xa2 || state === 0xa3) addValue(report, 'alarms', [codes.internalBatteryLow])
  if (state === 0xa5) addValue(report, 'alarms', [codes.doorOpened])
}

/** The GT06V4 has its locations where the GT02 has alarms, and servers answer them with their number. */
const locationOfGt06v4: Parameters<typeof reports>[4] = (_, decoding, { form: { variant } }) => {
  const { message, head } = decoding
  if (variant !== 'GT06V4') return
  message.name = 'location'
  message.replies.push(acknowledge(head.number, head.serial))
  decoding.isAnswered = true
}

const readDoor = readReport([state.doorState], local, (report, { message }) => {
  message.kind = 'reports'
  message.name = 'door'
  report.alarms = report.doorOpen ? [codes.doorOpened] : []
  if (report.doorOpen) report.isAlarmEvent = true
})

function readReplyOrDoor(reader: BodyReader, decoding: Gt06Decoding): void {
  const isDoor = reader.remaining === state.doorState.body.size && reader.bytes[reader.end - 1]! <= 1
  if (isDoor) readDoor(reader, decoding)
  else readReply(reader, decoding)
}

const command = readFacts([form('standard', textCommand)])

/** Messages of `78 78` frames. */
export const shortMessages: { readonly [number: number]: Gt06Row } = {
  0x01: row('login', 'login', 0x01, readLogin),
  0x10: reports('gps', false, location.gpsOnly, local),
  0x11: cells('cells', false, location.cellsOrGps, local),
  0x12: reports('location', false, location.localLocations, local),
  0x13: heartbeat(0x13, state.heartbeats, { r11: state.r11Heartbeats }),
  0x14: reports('satellites', false, state.satelliteLists),
  0x15: row('commandReply', 'commandReply', false, readReply),
  0x16: reports('alarm', 0x16, alarm.localAlarms, { ...local, ...isAlarm }),
  0x17: query([location.rfidLocation, ...cell.cellQueries]),
  0x18: cells('cellList', 0x18, cell.anyCellLists, local),
  0x19: reports('cellAlarm', 0x19, alarm.cellAlarms, isAlarm),
  0x1a: query(cell.fixQueries, local),
  0x1e: reports('locationCells', 0x1e, cell.fixAndCells),
  0x1f: row('heartbeat', 'unixTimeRequest', answerUnixTime, () => {}),
  0x21: row('commandReply', 'commandReply', false, readReplyOrDoor),
  0x22: reports('location', false, location.utcLocations),
  0x23: heartbeat(0x23, state.voltageHeartbeats),
  0x24: cells('cellList', 0x24, [cell.s20Cells, location.sr411Location]),
  0x25: reports('driver', 0x25, location.driverLocations),
  0x26: reports('alarm', 0x26, alarm.utcAlarms, isAlarm),
  0x27: reports('fenceAlarm', 0x27, alarm.fenceAlarms, isWideAlarm),
  0x28: cells('cellList', false, cell.cellLists('2g')),
  0x29: heartbeat(0x29, state.switchHeartbeats),
  0x2a: query(cell.fixQueries),
  0x2c: cells('cellsAndWifi', 0x2c, cell.cellAndWifiLists('2g')),
  0x2d: reports('location', 0x2d, location.utcLocations),
  0x2e: cells('cellList', 0x2e, cell.cellLists('2g')),
  0x31: reports('location', false, location.gt02Locations),
  // The maker's server answers an alarm with 26, not 32.
  0x32: reports('alarm', 0x26, [...alarm.gt02Alarms, location.gt06v4Location], isAlarm, locationOfGt06v4),
  0x33: cells('cellsAndWifi', false, cell.gt02Wifi),
  0x34: cells('cellList', false, [location.x1Location, cell.gt02Cells, location.x1LongLocation]),
  0x35: row('part', 'pictureInfo', false, readAnnouncement),
  0x36: heartbeat(0x36, state.modularHeartbeats),
  0x37: reports('location', 0x37, location.modularLocations),
  0x38: reports('location', 0x38, location.typedLocations),
  0x39: reports('alarm', 0x39, alarm.modularAlarms, isWideAlarm),
  0x40: reports('batteryManagement', 0x40, state.batteries),
  0x61: reports('driver', 0x61, location.buttonLocations),
  0x80: row('unknown', 'command', false, command),
  0x81: row('unknown', 'query', false, command),
  0x82: row('unknown', 'query', false, command),
  0x8a: row('heartbeat', 'timeRequest', answerTime, () => {}),
  0x8b: reports('placeQuery', false, cell.placeQueries),
  0x90: row('information', 'imsi', 0x90, readSubscriber),
  0x91: row('information', 'iccid', 0x91, readSubscriber),
  0x94: reports('voltage', false, state.plainVoltage),
  0x95: reports('cameraEvent', 0x95, alarm.cameraEvents, isAlarm),
  0xa0: reports('location', false, location.locations4g),
  0xa1: cells('cellList', false, cell.cellLists('4g')),
  0xa2: cells('cellsAndWifi', 0xa2, [...cell.cellAndWifiLists('4g'), ...location.lw4gLocations]),
  0xa3: reports('fenceAlarm', 0xa3, alarm.singleFenceAlarms4g, isAlarm),
  0xa4: reports('fenceAlarm', 0xa4, alarm.fenceAlarms4g, isWideAlarm),
  0xa5: reports('cellAlarm', 0xa5, alarm.cellAlarms4g, isAlarm),
  0xa7: query(cell.cellQueries4g),
  0xa9: reports('cellAlarm', 0xa9, alarm.networkAlarms4g, isWideAlarm),
  0xb0: row('unknown', 'attendance', 0xb0),
  0xb2: row('unknown', 'attendance', 0xb2),
  0xf3: reports('wifiList', 0xf3, cell.wifiLists),
  0xfd: row('unknown', 'makerServer', false),
  0xfe: row('unknown', 'makerServer', false),
  0xff: row('unknown', 'debugLog', false),
}

/** Messages of `79 79` frames: those of `78 78` and what differs or only exists here. */
export const longMessages: { readonly [number: number]: Gt06Row } = {
  ...shortMessages,
  0x32: reports('location', acknowledgeLong(0x32), alarm.az735, {}, addSecurity),
  0x33: reports('alarm', acknowledgeLong(0x33), alarm.az735, isAlarm, addSecurity),
  0x36: row('part', 'pictureData', false, readPictureBlock),
  0x41: row('part', 'media', acknowledgeLong(0x41), readWholeFile),
  0x65: reports('troubleCodes', false, location.obdTexts('troubleCodes')),
  0x66: reports('obdValues', false, location.obdTexts('obdValues')),
  0x70: reports('modules', 0x70, state.assetModules),
  0x8c: reports('obdStream', false, location.obdTexts('obdValues'), {}, addObdStream),
  0x8d: row('part', 'file', false, readFile),
  0x8e: reports('troubleCodes', false, location.troubleCodes),
  0x94: row('information', 'information', false, readInformation),
  0x98: row('information', 'identifiers', false, readIdentifiers),
  0x9b: row('information', 'transparentData', false, readTransparent),
  0x9c: row('information', 'transparentData', false, readTransparent),
  0xf1: reports('deviceState', 0xf1, state.deviceStates),
  0xf2: reports('peripherals', 0xf2, state.peripherals),
}
