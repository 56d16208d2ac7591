import { type ConnectionState, connectionStates } from '../codes/states.ts'
import type { LiveState } from '../features/locations/calls.ts'
import { type LiveReadings, noReadings } from '../readings/readings.ts'
import { LiveReader, LiveWriter, unzigzag, zigzag } from './live-bytes.ts'
import { readReadingBits, readReadings, writeReadingBits, writeReadings } from './live-reading-bytes.ts'

/**
 * Live states as bytes: the binary messages of the live connection (`live.ts`). A device that reports its
 * position takes about 33 bytes, 20 more with what rarely changes; as JSON it takes 550.
 *
 *     message  u8 kind: 1 changes, 2 snapshot · f64 time · record, record, …       little-endian
 *     record   [u8 icon, the place in `iconTypes`: in a snapshot] varint id · u8 vehicle · present · instant stateTime · instant utcTime
 *              [i32 latitude · i32 longitude, in 1e-7 degrees] [number …] [rarely] [reading …]
 *     vehicle  bit 7 isConnected · bits 5-6 state · bits 3-4 runState - 1 · bits 0-2 carIconState
 *     present  bits, seven a byte, the least significant first; bit 7 of a byte is set where another follows.
 *              0-9 the numbers of `numberFields` · 10 position · 11-12 accOn · 13 rarely · from 14 on the
 *              readings by their `live` numbers
 *     number   varint, zigzag, of the value times its scale
 *     rarely   u8 charging, oilCut, armed, doorOpen from bit 0 on · instant activateTime, accSince,
 *              stoppedSince, lastAlarmTime · varint lastAlarm + 1, or 0
 *     reading  varint length · that many bytes (`live-reading-bytes.ts`), so that a page that does not know
 *              the reading passes over it
 *     instant  0, unknown; else varint 1 + zigzag of the milliseconds after the message's time, and for
 *              utcTime of those after stateTime where that is known
 *     claims   2 bits each: 0 unknown, 1 no, 2 yes
 *
 * A varint has seven bits a byte, the least significant first, and may exceed 32 bits. Records do not refer to
 * each other, so that those written for one account can be sent to all who watch it or one above it.
 */
const kinds = { changes: 1, snapshot: 2 } as const
export type UpdatesKind = keyof typeof kinds

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
  ['odometerM', 1],
  ['todayM', 1],
] as const satisfies [keyof LiveState, number][]
const positionBit = 1 << 10
const accOnAt = 11
const rarelyBit = 1 << 13

const rareClaims = ['charging', 'oilCut', 'armed', 'doorOpen'] as const
const rareInstants = ['activateTime', 'accSince', 'stoppedSince', 'lastAlarmTime'] as const

/** What changes rarely: sent when it may have changed. */
export type SlowFields = Pick<
  LiveState,
  (typeof rareClaims)[number] | (typeof rareInstants)[number] | 'lastAlarm'
>

/** A device's state as it is now; without the rest, that is as it was, and so is a reading that is not among `readings`. */
export type LiveUpdate = Omit<LiveState, keyof SlowFields> & Partial<SlowFields>

/** A record of a snapshot: the whole state, and which picture the device has. */
export type SnapshotState = LiveState & { icon: number }

export function restOf(state: LiveState): SlowFields {
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

export function isSameRest(a: SlowFields, b: SlowFields): boolean {
  // Field by field: it runs for every update, and a loop over names would cost as much as writing the record.
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

/** Writes records one after the other, into memory that is used again after `start`. */
export class UpdatesWriter {
  readonly #writer = new LiveWriter()
  #time = 0

  get length(): number {
    return this.#writer.length
  }

  /** Begins with the header of a message of this time. */
  start(time: number, kind: UpdatesKind = 'changes'): void {
    this.#time = time
    this.#writer.bytes[0] = kinds[kind]
    this.#writer.view.setFloat64(1, time, true)
    this.#writer.length = headerBytes
  }

  /** What was written, from `start` or from a record on; valid until the next one is written. */
  bytes(from = 0, to = this.#writer.length): Uint8Array {
    return this.#writer.bytes.subarray(from, to)
  }

  /** Writes a record of a snapshot. */
  addWhole(state: SnapshotState): void {
    this.#writer.reserve()
    this.#writer.bytes[this.#writer.length++] = state.icon
    this.add(state, true)
  }

  /**
   * @param hasRest with what rarely changes: left out when all who receive it know it
   * @param readings those to send, of `changedReadings`
   */
  add(state: LiveState, hasRest: boolean, readings: LiveReadings = state.readings): void {
    const writer = this.#writer
    writer.reserve()
    writer.varint(state.id)
    writer.bytes[writer.length] = vehicleByte(state)
    const presentAt = writer.length + 1
    writer.length += 3
    const hasReadings = readings !== noReadings && Object.keys(readings).length > 0
    if (hasReadings) writeReadingBits(writer, readings)
    writer.instant(state.stateTime, this.#time)
    writer.instant(state.utcTime, state.stateTime ?? this.#time)
    let present = (claimBits(state.accOn) << accOnAt) | (hasRest ? rarelyBit : 0)
    if (state.lat !== null && state.lon !== null) {
      present |= positionBit
      writer.view.setInt32(writer.length, Math.round(state.lat * 1e7), true)
      writer.view.setInt32(writer.length + 4, Math.round(state.lon * 1e7), true)
      writer.length += 8
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
    present |= this.#number(1 << 8, state.odometerM, 1)
    present |= this.#number(1 << 9, state.todayM, 1)
    writer.bytes[presentAt] = present | 128
    writer.bytes[presentAt + 1] = (present >> 7) | (hasReadings ? 128 : 0)
    if (hasRest) this.#rest(state)
    if (hasReadings) writeReadings(writer, readings, state.stateTime ?? this.#time)
  }

  #rest(state: SlowFields): void {
    const writer = this.#writer
    let claims = 0
    for (const [i, field] of rareClaims.entries()) claims |= claimBits(state[field]) << (2 * i)
    writer.bytes[writer.length++] = claims
    for (const field of rareInstants) writer.instant(state[field], this.#time)
    writer.varint(state.lastAlarm === null ? 0 : state.lastAlarm + 1)
  }

  /** @returns its bit in `present` */
  #number(bit: number, value: number | null, scale: number): number {
    if (value === null) return 0
    this.#writer.varint(zigzag(Math.round(value * scale)))
    return bit
  }
}

export type ReadUpdates =
  | { kind: 'changes'; time: number; states: LiveUpdate[] }
  | { kind: 'snapshot'; time: number; states: SnapshotState[] }

/** @returns null where the bytes are no message of a kind known here: the client is older than the server */
export function readUpdates(bytes: Uint8Array): ReadUpdates | null {
  const isSnapshot = bytes[0] === kinds.snapshot
  if (bytes.length < headerBytes || (bytes[0] !== kinds.changes && !isSnapshot)) return null
  const time = new DataView(bytes.buffer, bytes.byteOffset).getFloat64(1, true)
  const reader = new LiveReader(bytes, headerBytes)
  const states: LiveUpdate[] = []
  while (reader.at < bytes.length) {
    const icon = isSnapshot ? reader.byte() : undefined
    const state = readRecord(reader, time)
    if (state === null || reader.at > bytes.length) return null
    states.push(icon === undefined ? state : Object.assign(state, { icon }))
  }
  return { kind: isSnapshot ? 'snapshot' : 'changes', time, states } as ReadUpdates
}

function readRecord(reader: LiveReader, time: number): LiveUpdate | null {
  const id = reader.varint()
  // The fixed part and a byte for each instant.
  if (reader.at + 5 > reader.length) return null
  const vehicle = reader.byte()
  const [low, high] = [reader.byte(), reader.byte()]
  const present = (low & 127) | ((high & 127) << 7)
  const numbers = high > 127 ? readReadingBits(reader) : []
  const stateTime = reader.instant(time)
  const utcTime = reader.instant(stateTime ?? time)
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
    odometerM: null,
    todayM: null,
    readings: noReadings,
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
  if (present & rarelyBit) Object.assign(state, readRest(reader, time))
  if (numbers.length > 0) state.readings = readReadings(reader, numbers, stateTime ?? time)
  return state
}

function readRest(reader: LiveReader, time: number): SlowFields {
  const claims = reader.byte()
  const instants = { activateTime: 0, accSince: 0, stoppedSince: 0, lastAlarmTime: 0 } as Pick<
    SlowFields,
    (typeof rareInstants)[number]
  >
  for (const field of rareInstants) instants[field] = reader.instant(time)
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
