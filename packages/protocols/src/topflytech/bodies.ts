/**
 * Bodies by generation. Times are UTC. How the device is set up is shown and not kept. Source: maker's codec, "Location message" and its kin; T880x protocol V5.6 for
 * the first generation.
 */
import { type Body, body, part, type Rows, type Values, type WireType, when } from '../wire/body.ts'
import { mac, wifiPoint } from '../wire/network.ts'
import { hex, hexRest } from '../wire/texts.ts'
import { as, i8, i16, per, repeated, time6, u8, u16, u32, unless } from '../wire/types.ts'
import {
  above40,
  ascii8,
  bytes8,
  cells,
  decimals,
  littleFloat,
  littleText8,
  packedPercent,
  rpm,
  signedByte,
  unlessFull,
} from './types.ts'

/** Ones in all bits: none. */
const unlessAll = (type: WireType<number>) => unless(type, 0xffff, 0xffff_ffff)

const isFixed = ({ status }: Values): boolean => (status & 0x40) !== 0
const fixed = <T>(type: WireType<T>) => when(isFixed, type)

/** The place, or the cells in its stead. */
const placeOrCells = {
  altitudeM: fixed(littleFloat),
  longitude: part(fixed(littleFloat)),
  latitude: part(fixed(littleFloat)),
  speedKmh: fixed(decimals(2, 10)),
  courseDeg: part(fixed(u16)),
  cells: when((values) => !isFixed(values), cells),
}

/** Date, then the place. */
const place = { date: part(time6), ...placeOrCells }

/** How a vehicle tracker is set up, and its state. */
const vehicleHead = {
  onS: part(u16),
  offS: part(u16),
  cornerDeg: part(u8),
  distanceM: part(u16),
  limits: part(u16), // bit 15 miles, 14 to 7 speed limit, 6 to 0 signal
  status: part(u8), // bit 7 history, 6 fix, 5 asleep, 4 to 0 satellites
  sensors: part(u8),
  mode: part(u8), // bit 4 armed
  heartbeatMin: part(u8),
  relay: u8, // bits 5 to 0 state, 7 and 6 waiting; units that drive say 1 too, so it is no sign of a cut
  towLimit: part(u16),
}

/** Types 02, 04, 16, 18. */
const firstVehicle = {
  ...vehicleHead,
  inputs: part(u16), // bit 14 ignition
  analog1V: decimals(2, 100),
  analog2V: decimals(2, 100),
  alarmCode: part(u8),
  smsFlags: part(u8),
  odometerM: u32,
  batteryPercent: packedPercent,
  ...place,
  externalVoltageV: decimals(2, 100),
  axes: hexRest,
}

/** Types 13, 14, 33, 34. */
const secondVehicle = {
  ...vehicleHead,
  inputs: part(u16),
  outputs: u8,
  reserved: part(u8),
  analog1V: decimals(2, 100),
  analog2V: decimals(2, 100),
  analog3V: decimals(2, 100),
  tripM: unlessAll(u32),
  alarmCode: part(u8),
  smsFlags: part(u8),
  odometerM: u32,
  batteryPercent: packedPercent,
  ...place,
  batteryVoltageV: decimals(2, 100),
  externalVoltageV: decimals(2, 100),
  rpm,
  reserved2: part(hex(3)),
  deviceC: signedByte,
  hdop: unlessAll(u16),
  coolantC: above40,
  fuelPercent: unlessFull,
  engineLoadPercent: unlessFull,
  axes: hexRest,
}

const obdVehicle = {
  ...vehicleHead,
  inputs: part(u16),
  alarmCode: part(u8),
  smsFlags: part(u8),
  odometerM: u32,
  batteryPercent: packedPercent,
  ...place,
  externalVoltageV: decimals(2, 100),
  obdSpeedKmh: decimals(2, 10),
  fuelUsed: unlessAll(u32),
  fuelInstant: unlessAll(u32),
  rpm,
  intakeAirKpa: unlessFull,
  airKpa: unlessFull,
  coolantC: above40,
  intakeAirC: above40,
  engineLoadPercent: unlessFull,
  throttlePercent: unlessFull,
  fuelLevel: part(u8), // bit 7 its unit
}

const assetState = {
  acceleration: hex(5),
  batteryPercent: packedPercent,
  deviceC: signedByte,
  lightV: decimals(1, 10),
  batteryVoltageV: decimals(1, 10),
  solarV: decimals(1, 10),
  odometerM: u32,
  charge: part(u16), // bit 15 by USB, 10 to 4 signal, 3 by the sun, 2 ignition
  onS: part(u16),
  offS: part(u32),
  cornerDeg: part(u8),
  distanceM: part(u16),
  heartbeatMin: part(u8),
  settings: part(hex(5)),
  lockType: unlessFull,
}

const asset = { status: part(u8), alarmCode: part(u8), ...place, ...assetState }

const isWifi = ({ status }: Values): boolean => (status & 0x20) !== 0
const isPlaced = (values: Values): boolean => !isWifi(values) && isFixed(values)
const scanned = <T>(type: WireType<T>) => when(isWifi, type)
const placed = <T>(type: WireType<T>) => when(isPlaced, type)
const notScanned = <T>(type: WireType<T>) => when((values) => !isWifi(values), type)

/** Types 24 and 25 of assets: access points, a place or cells in as many bytes. */
const wideAsset = {
  status: part(u8), // bit 7 history, 6 fix, 5 access points
  alarmCode: part(u8),
  date: part(time6),
  ownMac: scanned(mac),
  wifi: scanned(repeated(wifiPoint, 3)),
  altitudeM: placed(littleFloat),
  longitude: part(placed(littleFloat)),
  latitude: part(placed(littleFloat)),
  speedKmh: placed(decimals(2, 10)),
  courseDeg: part(placed(u16)),
  cells: when((values) => !isWifi(values) && !isFixed(values), cells),
  seen: part(notScanned(u8)),
  hdop: placed(unlessAll(u16)),
  padding: part(when((values) => !isWifi(values), hex(8))),
  ...assetState,
}

/** Type 17: an electronic lock was locked, opened or tried. */
const lock = {
  date: part(time6),
  status: part(u8),
  ...placeOrCells,
  lockType: u8,
  lockId: bytes8,
}

/** Type 27: a lock that reports through this device. */
const subLock = {
  date: part(time6),
  status: part(u8),
  ...placeOrCells,
  lockRssiDbm: as(u8, (byte) => (byte === 0xff ? undefined : byte - 128)),
  lockHardware: hex(1),
  lockSoftware: hex(3),
  lockAlarm: u8,
  lockType: u8,
  lockState: u16, // bits: charging, over-voltage, low, hot, cold, lid open, back open, from GPS, jammed
  lockBatteryV: per(u16, 1000),
  lockSolarV: per(u16, 1000),
  lockC: i8,
  lockId: hex(6),
  lockDeviceId: hex(4),
  lockMore: hexRest,
}

export interface PlaceValues {
  date?: number | null
  status?: number
  limits?: number
  mode?: number
  inputs?: number
  charge?: number
  alarmCode?: number
  fuelLevel?: number
  seen?: number
  ownMac?: string
  latitude?: number
  longitude?: number
  courseDeg?: number
}

const placeBody = (rows: Rows): Body<PlaceValues> => body(rows) as Body<PlaceValues>

export const places = {
  first: placeBody(firstVehicle),
  second: placeBody(secondVehicle),
  obd: placeBody(obdVehicle),
  asset: placeBody(asset),
  wideAsset: placeBody(wideAsset),
  lock: placeBody(lock),
  subLock: placeBody(subLock),
}

const point = {
  date: part(time6),
  altitudeM: littleFloat,
  longitude: part(littleFloat),
  latitude: part(littleFloat),
  speedKmh: decimals(2, 10),
  courseDeg: part(u16),
}
export const behaviourPoint = placeBody(point)
export const behaviourPointObd = placeBody({ ...point, rpm })

/** Type 11, of assets 05. */
export const network = body({
  date: part(time6),
  operator: littleText8,
  technology: ascii8,
  band: ascii8,
  imsi: ascii8,
  iccid: ascii8,
})

/** After date and ignition in type 12. */
export const tagPlace = placeBody({ status: part(u8), ...placeOrCells })

/** Type 26: what the unit's own thermometer measured since, one after the other. */
export const samples = body({
  date: time6,
  sensor: u8,
  intervalS: u16,
  temperatures: repeated(unless(per(i16, 100), -0.01), 64),
})

/** Type 15. */
export const wifi = body({ date: time6, ownMac: mac, wifi: repeated(wifiPoint, 3), more: hexRest })
