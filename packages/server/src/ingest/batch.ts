import type { Extra } from '@trackway/protocols/protocol.ts'
import { derive, type Position } from './derive.ts'
import { copyDeviceState, type DeviceStateRow, deviceStateColumns } from './device-state.ts'
import type { AlarmEvent } from './draft.ts'
import type { Entry, Presence } from './entry.ts'
import { toJson } from './json.ts'
import {
  alarmColumns,
  arraysOf,
  deviceColumns,
  frameColumns,
  positionColumns,
  stateColumns,
} from './tables.ts'

const stateColumnNames = Object.keys(deviceStateColumns) as (keyof DeviceStateRow)[]
/** Facts a device tells of itself are kept up to this size. */
const maxInformationChars = 16_384

type Information = { [name: string]: Extra }

interface Touched {
  before: DeviceStateRow
  after: DeviceStateRow
  isClaim: boolean
  isEnded: boolean
}

/** Assembles what a batch of entries writes. One per writer, used again and again. */
export class Batch {
  readonly positions = arraysOf(positionColumns)
  readonly alarms = arraysOf(alarmColumns)
  readonly frames = arraysOf(frameColumns)
  readonly states = arraysOf(stateColumns)
  readonly devices = arraysOf(deviceColumns)
  /** Device states before and after, by device id. */
  readonly touched = new Map<number, Touched>()
  /** Devices heard for the first time, or that told something of themselves. */
  private readonly told = new Map<number, { activateTime: number | null; information: Information }>()
  /** UTC days, counted from 1970, that need a partition of `positions` or `raw_frames`. */
  readonly positionDays = new Set<number>()
  readonly frameDays = new Set<number>()

  /** Derives all entries from the states given and lays out the rows. Changes nothing else. */
  assemble(entries: readonly Entry[], stateOf: (deviceId: number) => DeviceStateRow, now: number): void {
    this.clear()
    for (const entry of entries) this.addEntry(entry, stateOf)
    for (const touched of this.touched.values()) this.addState(touched, now)
    for (const [deviceId, told] of this.told) this.addDevice(deviceId, told)
  }

  /** Parameters of the commit statement, in its order. */
  values(): Buffer[] {
    const tables = [this.positions, this.alarms, this.frames, this.states, this.devices]
    return tables.flatMap((table) => Object.values(table).map((array) => array.bytes()))
  }

  private clear(): void {
    for (const table of [this.positions, this.alarms, this.frames, this.states, this.devices])
      for (const array of Object.values(table)) array.clear()
    this.touched.clear()
    this.told.clear()
    this.positionDays.clear()
    this.frameDays.clear()
  }

  private addEntry(entry: Entry, stateOf: (deviceId: number) => DeviceStateRow): void {
    const { device, receivedTime, presence, frame } = entry
    const { deviceId } = device
    let touched = this.touched.get(deviceId)
    if (!touched) {
      const before = stateOf(deviceId)
      touched = { before, after: copyDeviceState(before), isClaim: false, isEnded: false }
      this.touched.set(deviceId, touched)
    }
    const state = touched.after
    if (presence) {
      applyPresence(state, presence, receivedTime)
      touched.isClaim = presence.isConnected
      touched.isEnded = !presence.isConnected
    }
    if (frame) {
      state.state_time = Math.max(receivedTime, state.state_time ?? 0)
      this.addFrame(deviceId, receivedTime, entry.kind, frame)
    }
    for (const report of entry.reports) {
      const { position, alarms } = derive(state, report, device, receivedTime)
      if (position) this.addPosition(deviceId, receivedTime, position)
      for (const alarm of alarms) this.addAlarm(deviceId, receivedTime, alarm)
    }
    if (entry.information || (frame && device.activateTime === null)) this.remember(entry)
  }

  private addPosition(deviceId: number, serverTime: number, position: Position): void {
    const to = this.positions
    to.device_id.add(deviceId)
    to.fix_time.add(position.fixTime)
    to.server_time.add(serverTime)
    to.latitude_e7.add(position.latitudeE7)
    to.longitude_e7.add(position.longitudeE7)
    to.odometer_m.add(position.odometerM)
    to.speed_kmh.add(position.speedKmh)
    to.distance_m.add(position.distanceM)
    to.course_deg.add(position.courseDeg)
    to.altitude_m.add(position.altitudeM)
    to.satellites.add(position.satellites)
    to.quality.add(position.quality)
    to.acc_on.add(position.accOn)
    to.extra.add(position.extra)
    this.positionDays.add(utcDay(position.fixTime))
  }

  private addAlarm(deviceId: number, serverTime: number, alarm: AlarmEvent): void {
    const to = this.alarms
    to.device_id.add(deviceId)
    to.fix_time.add(alarm.time)
    to.code.add(alarm.code)
    to.server_time.add(serverTime)
    to.latitude_e7.add(alarm.latitudeE7)
    to.longitude_e7.add(alarm.longitudeE7)
    to.speed_kmh.add(alarm.speedKmh)
  }

  private addFrame(deviceId: number, serverTime: number, kind: string, frame: Uint8Array): void {
    const to = this.frames
    to.device_id.add(deviceId)
    to.server_time.add(serverTime)
    to.kind.add(kind)
    to.frame.add(frame)
    this.frameDays.add(utcDay(serverTime))
  }

  private remember({ device, receivedTime, frame, information }: Entry): void {
    const told = this.told.get(device.deviceId)
    this.told.set(device.deviceId, {
      activateTime: told?.activateTime ?? (frame ? receivedTime : null),
      information: { ...told?.information, ...information },
    })
  }

  private addDevice(deviceId: number, told: { activateTime: number | null; information: Information }): void {
    const json = toJson(told.information)
    this.devices.id.add(deviceId)
    this.devices.activate_time.add(told.activateTime)
    this.devices.information.add(json.length > maxInformationChars ? '{}' : json)
  }

  private addState({ before, after, isClaim }: Touched, now: number): void {
    after.change_time = now
    const to = this.states as Record<string, { add(value: unknown): void }>
    for (const name of stateColumnNames) {
      to[name]!.add(name === 'derivation' ? toJson(after.derivation) : after[name])
    }
    to.known_gateway!.add(before.gateway)
    to.is_claim!.add(isClaim)
  }
}

function applyPresence(state: DeviceStateRow, presence: Presence, time: number): void {
  state.is_connected = presence.isConnected
  if (!presence.isConnected) {
    state.gateway = null
    return
  }
  state.gateway = presence.gateway
  state.connected_time = time
  state.remote_address = presence.remoteAddress
  state.wire = presence.wire
}

/** Days since 1970. */
export function utcDay(time: number): number {
  return Math.floor(time / 86_400_000)
}
