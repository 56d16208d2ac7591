import { type ConnectionState, connectionStates } from '../codes/states.ts'
import type { LiveState } from './locations.ts'

/**
 * Live states as bytes: the binary messages of the live connection (`live.ts`). A device that reports its
 * position takes about 33 bytes, 20 more with what rarely changes; as JSON it takes 550.
 *
 *     message  u8 version (1) · f64 time · record, record, …       little-endian
 *     record   varint id · u8 vehicle · u16 present · instant stateTime · instant utcTime
 *              [i32 latitude · i32 longitude, in 1e-7 degrees] [number …] [rest]
 *     vehicle  bit 7 isConnected · bits 5-6 state · bits 3-4 runState - 1 · bits 0-2 carIconState
 *     present  bits 0-11 the numbers of `numberFields` · 12 position · 13-14 accOn · 15 rest
 *     number   varint, zigzag, of the value times its scale
 *     rest     u8 charging, oilCut, armed, doorOpen from bit 0 on · instant activateTime, accSince,
 *              stoppedSince, lastAlarmTime · varint lastAlarm + 1, or 0
 *     instant  0, unknown; else varint 1 + zigzag of the milliseconds after the message's time, and for
 *              utcTime of those after stateTime where that is known
 *     claims   2 bits each: 0 unknown, 1 no, 2 yes
 *
 * A varint has seven bits a byte, the least significant first, and may exceed 32 bits. Records do not refer to
 * each other, so that those written for one account can be sent to all who watch it or one above it.
 */
const version = 1

/** Numbers of a record with what they are multiplied by before they are rounded: 54.3 km/h travels as 543. */
const numberFields = [
  ['speed', 10],
  ['courseDeg', 1],
  ['altitudeM', 1],
  ['satellites', 1],
  ['gsmLevel', 1],
  ['batteryPercent', 10],
  ['batteryVoltageV', 100],
  ['externalVoltageV', 100],
  ['fuelPercent', 10],
  ['temperatureC', 10],
  ['odometerM', 1],
  ['todayM', 1],
] as const satisfies [keyof LiveState, number][]
const positionBit = 1 << 12
const accOnAt = 13
const restBit = 1 << 15

const restClaims = ['charging', 'oilCut', 'armed', 'doorOpen'] as const
const restInstants = ['activateTime', 'accSince', 'stoppedSince', 'lastAlarmTime'] as const

/** What changes rarely: sent when it may have changed. */
export type LiveRest = Pick<
  LiveState,
  (typeof restClaims)[number] | (typeof restInstants)[number] | 'lastAlarm'
>

/** A device's state as it is now; without the rest, that is as it was. */
export type LiveUpdate = Omit<LiveState, keyof LiveRest> & Partial<LiveRest>

export function restOf(state: LiveState): LiveRest {
  const {
    charging,
    oilCut,
    armed,
    doorOpen,
    activateTime,
    accSince,
    stoppedSince,
    lastAlarmTime,
    lastAlarm,
  } = state
  return { charging, oilCut, armed, doorOpen, activateTime, accSince, stoppedSince, lastAlarmTime, lastAlarm }
}

export function isSameRest(a: LiveRest, b: LiveRest): boolean {
  // Field by field: asked for every update, a loop over names would cost as much as writing the record.
  return (
    a.accSince === b.accSince &&
    a.stoppedSince === b.stoppedSince &&
    a.lastAlarmTime === b.lastAlarmTime &&
    a.lastAlarm === b.lastAlarm &&
    a.activateTime === b.activateTime &&
    a.charging === b.charging &&
    a.oilCut === b.oilCut &&
    a.armed === b.armed &&
    a.doorOpen === b.doorOpen
  )
}

export const headerBytes = 9
/** More than a record with everything in it takes: 19 varints of at most 8 bytes, and 12 bytes. */
const maxRecordBytes = 192

/** Writes records one behind the other, into memory that is used again after `start`. */
export class UpdatesWriter {
  #bytes = new Uint8Array(4096)
  #view = new DataView(this.#bytes.buffer)
  #length = 0
  #time = 0

  get length(): number {
    return this.#length
  }

  /** Begins with the header of a message of this time. */
  start(time: number): void {
    this.#time = time
    this.#bytes[0] = version
    this.#view.setFloat64(1, time, true)
    this.#length = headerBytes
  }

  /** What was written, from `start` or from a record on; valid until the next one is written. */
  bytes(from = 0, to = this.#length): Uint8Array {
    return this.#bytes.subarray(from, to)
  }

  /** @param hasRest with what rarely changes: left out when all who receive it know it */
  add(state: LiveState, hasRest: boolean): void {
    if (this.#length + maxRecordBytes > this.#bytes.length) this.#grow()
    const bytes = this.#bytes
    this.#varint(state.id)
    bytes[this.#length] = vehicleByte(state)
    const presentAt = this.#length + 1
    this.#length += 3
    this.#instant(state.stateTime, this.#time)
    this.#instant(state.utcTime, state.stateTime ?? this.#time)
    let present = (claimBits(state.accOn) << accOnAt) | (hasRest ? restBit : 0)
    if (state.lat !== null && state.lon !== null) {
      present |= positionBit
      this.#view.setInt32(this.#length, Math.round(state.lat * 1e7), true)
      this.#view.setInt32(this.#length + 4, Math.round(state.lon * 1e7), true)
      this.#length += 8
    }
    // In the order of `numberFields`, spelled out: this runs for every update of every device.
    present |= this.#number(1 << 0, state.speed, 10)
    present |= this.#number(1 << 1, state.courseDeg, 1)
    present |= this.#number(1 << 2, state.altitudeM, 1)
    present |= this.#number(1 << 3, state.satellites, 1)
    present |= this.#number(1 << 4, state.gsmLevel, 1)
    present |= this.#number(1 << 5, state.batteryPercent, 10)
    present |= this.#number(1 << 6, state.batteryVoltageV, 100)
    present |= this.#number(1 << 7, state.externalVoltageV, 100)
    present |= this.#number(1 << 8, state.fuelPercent, 10)
    present |= this.#number(1 << 9, state.temperatureC, 10)
    present |= this.#number(1 << 10, state.odometerM, 1)
    present |= this.#number(1 << 11, state.todayM, 1)
    this.#view.setUint16(presentAt, present, true)
    if (hasRest) this.#rest(state)
  }

  #rest(state: LiveRest): void {
    let claims = 0
    for (const [i, field] of restClaims.entries()) claims |= claimBits(state[field]) << (2 * i)
    this.#bytes[this.#length++] = claims
    for (const field of restInstants) this.#instant(state[field], this.#time)
    this.#varint(state.lastAlarm === null ? 0 : state.lastAlarm + 1)
  }

  /** @returns its bit in `present` */
  #number(bit: number, value: number | null, scale: number): number {
    if (value === null) return 0
    this.#varint(zigzag(Math.round(value * scale)))
    return bit
  }

  #instant(value: number | null, after: number): void {
    this.#varint(value === null ? 0 : 1 + zigzag(value - after))
  }

  #varint(value: number): void {
    const bytes = this.#bytes
    let end = this.#length
    let left = value
    // Bit operations keep 32 bits only.
    for (; left > 0x7fffffff; left = Math.floor(left / 128)) bytes[end++] = (left % 128) | 128
    for (; left > 127; left >>>= 7) bytes[end++] = (left & 127) | 128
    bytes[end++] = left
    this.#length = end
  }

  #grow(): void {
    const grown = new Uint8Array(this.#bytes.length * 2)
    grown.set(this.#bytes)
    this.#bytes = grown
    this.#view = new DataView(grown.buffer)
  }
}

/** @returns null where the bytes are no message of this version: the client is older than the server */
export function readUpdates(bytes: Uint8Array): { time: number; states: LiveUpdate[] } | null {
  if (bytes.length < headerBytes || bytes[0] !== version) return null
  const reader = new Reader(bytes)
  const states: LiveUpdate[] = []
  while (reader.at < bytes.length) {
    const state = readRecord(reader)
    if (state === null || reader.at > bytes.length) return null
    states.push(state)
  }
  return { time: reader.time, states }
}

function readRecord(reader: Reader): LiveUpdate | null {
  const id = reader.varint()
  // The fixed part and a byte for each instant.
  if (reader.at + 5 > reader.length) return null
  const vehicle = reader.byte()
  const present = reader.byte() | (reader.byte() << 8)
  const stateTime = reader.instant(reader.time)
  const utcTime = reader.instant(stateTime ?? reader.time)
  const state: LiveUpdate = {
    id,
    isConnected: vehicle >> 7 === 1,
    state: connectionStates[(vehicle >> 5) & 3] as ConnectionState,
    runState: ((vehicle >> 3) & 3) + 1,
    carIconState: vehicle & 7,
    lat: null,
    lon: null,
    speed: null,
    courseDeg: null,
    altitudeM: null,
    satellites: null,
    stateTime,
    utcTime,
    accOn: claimOf(present >> accOnAt),
    gsmLevel: null,
    batteryPercent: null,
    batteryVoltageV: null,
    externalVoltageV: null,
    fuelPercent: null,
    temperatureC: null,
    odometerM: null,
    todayM: null,
  }
  if (present & positionBit) {
    if (reader.at + 8 > reader.length) return null
    state.lat = reader.int32() / 1e7
    state.lon = reader.int32() / 1e7
  }
  for (let i = 0; i < numberFields.length; i++) {
    const [field, scale] = numberFields[i]!
    if (present & (1 << i)) state[field] = unzigzag(reader.varint()) / scale
  }
  return present & restBit ? { ...state, ...readRest(reader) } : state
}

function readRest(reader: Reader): LiveRest {
  const claims = reader.byte()
  const instants = { activateTime: 0, accSince: 0, stoppedSince: 0, lastAlarmTime: 0 } as Pick<
    LiveRest,
    (typeof restInstants)[number]
  >
  for (const field of restInstants) instants[field] = reader.instant(reader.time)
  const lastAlarm = reader.varint()
  return {
    charging: claimOf(claims),
    oilCut: claimOf(claims >> 2),
    armed: claimOf(claims >> 4),
    doorOpen: claimOf(claims >> 6),
    ...instants,
    lastAlarm: lastAlarm === 0 ? null : lastAlarm - 1,
  }
}

/** Reads on and on; behind the end it finds zeros, and `at` tells. */
class Reader {
  at = headerBytes
  readonly length: number
  readonly time: number
  readonly #bytes: Uint8Array
  readonly #view: DataView

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.length = bytes.length
    this.time = this.#view.getFloat64(1, true)
  }

  byte(): number {
    return this.#bytes[this.at++] ?? 0
  }

  int32(): number {
    this.at += 4
    return this.#view.getInt32(this.at - 4, true)
  }

  varint(): number {
    let value = 0
    let weight = 1
    for (;;) {
      const byte = this.byte()
      value += (byte & 127) * weight
      if (byte < 128) return value
      weight *= 128
    }
  }

  instant(after: number): number | null {
    const value = this.varint()
    return value === 0 ? null : after + unzigzag(value - 1)
  }
}

function vehicleByte({ isConnected, state, runState, carIconState }: LiveState): number {
  return (
    ((isConnected ? 1 : 0) << 7) |
    (connectionStates.indexOf(state) << 5) |
    ((runState - 1) << 3) |
    carIconState
  )
}

function claimBits(claim: boolean | null): number {
  return claim === null ? 0 : claim ? 2 : 1
}

function claimOf(bits: number): boolean | null {
  return (bits & 3) === 0 ? null : (bits & 3) === 2
}

/** 0, -1, 1, -2, … as 0, 1, 2, 3, … */
function zigzag(value: number): number {
  return value >= 0 ? value * 2 : -value * 2 - 1
}

function unzigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2
}
