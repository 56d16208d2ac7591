/**
 * GT06 bodies by protocol number. A form is chosen by size: it must use up the body exactly and hold a
 * possible date and place. Numbers that are acknowledged name the number of the acknowledgement.
 * Source: Concox/Jimi GT06 V1.8.1, JM-VL03 V1.1.2, "GT02" V1.3, firmware and public frames of the family.
 */
import * as alarm from './layouts/alarms.ts'
import { type Body, body } from './layouts/body.ts'
import * as cell from './layouts/cells.ts'
import * as location from './layouts/locations.ts'
import * as state from './layouts/states.ts'

const local = { isLocalTime: true }
const isAlarm = { isAlarm: true }
const isWideAlarm = { isAlarm: true, hasWideAlarm: true }

/** Bodies of `78 78` frames. */
export const shortBodies: { readonly [number: number]: Body } = {
  0x01: body('login', 'login', 0x01, state.logins),
  0x10: body('reports', 'gps', false, location.gpsOnly, local),
  0x11: body('reports', 'cells', false, location.cellsOrGps, local),
  0x12: body('reports', 'location', false, location.localLocations, local),
  0x13: body('heartbeat', 'heartbeat', 0x13, state.heartbeats),
  0x14: body('reports', 'satellites', false, state.satelliteLists),
  0x15: body('commandReply', 'commandReply', false),
  0x16: body('reports', 'alarm', 0x16, alarm.localAlarms, { ...local, ...isAlarm }),
  0x17: body('reports', 'addressQuery', false, [location.rfidLocation, ...cell.cellQueries]),
  0x18: body('reports', 'cellList', 0x18, cell.anyCellLists, local),
  0x19: body('reports', 'cellAlarm', 0x19, alarm.cellAlarms, isAlarm),
  0x1a: body('reports', 'addressQuery', false, cell.fixQueries, local),
  0x1e: body('reports', 'locationCells', 0x1e, cell.fixAndCells),
  0x1f: body('heartbeat', 'unixTimeRequest', false),
  0x21: body('commandReply', 'commandReply', false),
  0x22: body('reports', 'location', false, location.utcLocations),
  0x23: body('heartbeat', 'heartbeat', 0x23, state.voltageHeartbeats),
  0x24: body('reports', 'cellList', 0x24, [cell.s20Cells, location.sr411Location]),
  0x25: body('reports', 'driver', 0x25, location.driverLocations),
  0x26: body('reports', 'alarm', 0x26, alarm.utcAlarms, isAlarm),
  0x27: body('reports', 'fenceAlarm', 0x27, alarm.fenceAlarms, isWideAlarm),
  0x28: body('reports', 'cellList', false, cell.cellLists('2g')),
  0x29: body('heartbeat', 'heartbeat', 0x29, state.switchHeartbeats),
  0x2a: body('reports', 'addressQuery', false, cell.fixQueries),
  0x2c: body('reports', 'cellsAndWifi', 0x2c, cell.cellAndWifiLists('2g')),
  0x2d: body('reports', 'location', 0x2d, location.utcLocations),
  0x2e: body('reports', 'cellList', 0x2e, cell.cellLists('2g')),
  0x31: body('reports', 'location', false, location.gt02Locations),
  0x32: body('reports', 'alarm', 0x26, alarm.gt02Alarms, isAlarm), // the maker's server answers 26, not 32
  0x33: body('reports', 'cellsAndWifi', false, cell.gt02Wifi),
  0x34: body('reports', 'cellList', false, [location.x1Location, cell.gt02Cells, location.x1LongLocation]),
  0x35: body('part', 'pictureInfo', false, state.pictureAnnouncements),
  0x36: body('heartbeat', 'heartbeat', 0x36, state.modularHeartbeats),
  0x37: body('reports', 'location', 0x37, location.modularLocations),
  0x38: body('reports', 'location', 0x38, location.typedLocations),
  0x39: body('reports', 'alarm', 0x39, alarm.modularAlarms, isWideAlarm),
  0x40: body('reports', 'batteryManagement', 0x40, state.batteries),
  0x61: body('reports', 'driver', 0x61, location.buttonLocations),
  0x80: body('unknown', 'command', false),
  0x81: body('unknown', 'query', false),
  0x82: body('unknown', 'query', false),
  0x8a: body('heartbeat', 'timeRequest', false),
  0x8b: body('reports', 'placeQuery', false, cell.placeQueries),
  0x90: body('information', 'imsi', 0x90),
  0x91: body('information', 'iccid', 0x91),
  0x94: body('reports', 'voltage', false, state.plainVoltage),
  0x95: body('reports', 'cameraEvent', 0x95, alarm.cameraEvents, isAlarm),
  0xa0: body('reports', 'location', false, location.locations4g),
  0xa1: body('reports', 'cellList', false, cell.cellLists('4g')),
  0xa2: body('reports', 'cellsAndWifi', 0xa2, [...cell.cellAndWifiLists('4g'), ...location.lw4gLocations]),
  0xa3: body('reports', 'fenceAlarm', 0xa3, alarm.singleFenceAlarms4g, isAlarm),
  0xa4: body('reports', 'fenceAlarm', 0xa4, alarm.fenceAlarms4g, isWideAlarm),
  0xa5: body('reports', 'cellAlarm', 0xa5, alarm.cellAlarms4g, isAlarm),
  0xa7: body('reports', 'addressQuery', false, cell.cellQueries4g),
  0xa9: body('reports', 'cellAlarm', 0xa9, alarm.networkAlarms4g, isWideAlarm),
  0xb0: body('unknown', 'attendance', 0xb0),
  0xb2: body('unknown', 'attendance', 0xb2),
  0xf3: body('reports', 'wifiList', 0xf3, cell.wifiLists),
  0xfd: body('unknown', 'makerServer', false),
  0xfe: body('unknown', 'makerServer', false),
  0xff: body('unknown', 'debugLog', false),
}

/** Bodies of `79 79` frames: those of `78 78` and what differs or only exists here. */
export const longBodies: { readonly [number: number]: Body } = {
  ...shortBodies,
  0x32: body('reports', 'location', 0x32, alarm.az735, { isLongAcknowledge: true }),
  0x33: body('reports', 'alarm', 0x33, alarm.az735, { isLongAcknowledge: true, ...isAlarm }),
  0x36: body('part', 'pictureData', false, state.pictureBlocks),
  0x41: body('part', 'media', 0x41, state.media, { isLongAcknowledge: true }),
  0x65: body('reports', 'troubleCodes', false, location.obdTexts('troubleCodes')),
  0x66: body('reports', 'obdValues', false, location.obdTexts('obdValues')),
  0x70: body('reports', 'modules', 0x70, state.assetModules),
  0x8c: body('reports', 'obdStream', false, location.obdTexts('obdValues')),
  0x8d: body('part', 'file', 0x8d, state.fileBlocks),
  0x8e: body('reports', 'troubleCodes', false, location.troubleTexts),
  0x94: body('information', 'information', false),
  0x98: body('information', 'identifiers', false),
  0x9b: body('information', 'transparentData', false),
  0x9c: body('information', 'transparentData', false),
  0xf1: body('reports', 'deviceState', 0xf1, state.peripherals),
  0xf2: body('reports', 'peripherals', 0xf2, state.peripherals),
}
