import { qualityBits } from '@trackway/core/codes/states.ts'
import { isStored } from '@trackway/core/rules/service-terms.ts'
import type { Extra } from '@trackway/protocols/protocol.ts'
import type { DeviceConfig } from './config-sources/config-sources.ts'
import { derive, type Position } from './derive.ts'
import { copyDeviceState, type DeviceStateRow } from './device-state.ts'
import type { IngestItem, Presence } from './ingest-item.ts'
import { toJson } from './json.ts'
import { addAlarm, addDevice, addPosition, addState, newRows } from './rows.ts'
import { changesResults, hasResults, type RuleResults, resultsOf } from './rules/rule-results.ts'
import { type CommitParts, type RowType, rowTypeNames } from './tables.ts'

/** Late positions nearer to each other than this are one stretch of a track that changed. */
const sameStretchMs = 86_400_000
/** Information that a device sends about itself is kept up to this size. */
const maxInformationChars = 16_384

type Information = { [name: string]: Extra }

/** The first and the last of some positions. */
interface Span {
  from: number
  to: number
}

/** What a batch is derived from. */
interface Known {
  stateOf(deviceId: number): DeviceStateRow
  configOf(deviceId: number): DeviceConfig
}

interface Touched {
  before: DeviceStateRow
  after: DeviceStateRow
  /** Who must hold the device for its state to be written: this gateway, or nobody. */
  knownHolder: string | null
  isClaim: boolean
  isEnded: boolean
}

/** Assembles what a batch of items writes. One per writer, used again and again. */
export class Batch {
  readonly #gateway: string
  readonly #expiredDaysKept: number
  readonly #rows = {
    ingested_position: newRows('ingested_position'),
    ingested_alarm: newRows('ingested_alarm'),
    ingested_state: newRows('ingested_state'),
    ingested_device: newRows('ingested_device'),
  } as const satisfies Record<RowType, unknown>
  /** Device states after the batch, in the order of device ids. */
  touched: Touched[] = []
  /** Devices that report for the first time, or sent information about themselves. */
  readonly #information = new Map<number, { activateTime: number | null; information: Information }>()
  /** Devices with positions older than one they already had: what was found in their tracks there is to be found anew. */
  readonly late = new Map<number, Span[]>()
  /** Changed results of rules that features read. */
  readonly results: RuleResults[] = []
  /** Reports that make no position: without a date that can be believed, or after the end of the service. */
  withoutTime = 0
  serviceEnded = 0
  /** Devices with alarms. */
  readonly alarmed = new Set<number>()

  /**
   * @param gateway name of this process in `device_states.gateway`
   * @param expiredDaysKept reports are stored for so many days after the platform's service of their device ended
   */
  constructor(gateway: string, expiredDaysKept: number) {
    this.#gateway = gateway
    this.#expiredDaysKept = expiredDaysKept
  }

  /** Derives all items from the states and configurations given and lays out the rows. Changes nothing else. */
  assemble(items: readonly IngestItem[], known: Known, now: number): void {
    this.#clear()
    // In the order of the tables' keys: a row finds its page where the one before left off, which takes the
    // database a tenth less time. Entries of one device keep their order.
    for (const item of items.toSorted(byDevice)) this.#addItem(item, known)
    for (const { before, after, knownHolder, isClaim } of this.touched) {
      after.change_time = now
      // With a claim also what is as it was: an older process that held the device writes none.
      const { derivation } = after
      if (changesResults(before.derivation, derivation) || (isClaim && hasResults(derivation)))
        this.results.push(resultsOf(after.device_id, derivation))
      addState(this.#rows.ingested_state, after, knownHolder, isClaim)
    }
    for (const [deviceId, { activateTime, information }] of this.#information) {
      const json = toJson(information)
      const kept = json.length > maxInformationChars ? '{}' : json
      addDevice(this.#rows.ingested_device, deviceId, activateTime, kept)
    }
  }

  /** What its commit does beside writing positions and states. */
  get parts(): CommitParts {
    return {
      alarms: this.#rows.ingested_alarm.length > 0,
      devices: this.#rows.ingested_device.length > 0,
      late: this.late.size > 0,
      results: this.results.length > 0,
    }
  }

  /** A parameter of the commit statement, given the object ids of the row types. */
  rows(type: RowType, typeIds: ReadonlyMap<RowType, number>): Buffer {
    return this.#rows[type].bytes(typeIds.get(type)!)
  }

  get positionCount(): number {
    return this.#rows.ingested_position.length
  }

  #clear(): void {
    for (const name of rowTypeNames) this.#rows[name].clear()
    this.touched = []
    this.#information.clear()
    this.late.clear()
    this.results.length = 0
    this.alarmed.clear()
    this.withoutTime = this.serviceEnded = 0
  }

  #addItem(item: IngestItem, { stateOf, configOf }: Known): void {
    const { device, receivedTime, presence, isFromDevice } = item
    const { deviceId } = device
    // Sorted by device: those of one follow each other.
    let touched = this.touched.at(-1)
    if (touched?.after.device_id !== deviceId) {
      const before = stateOf(deviceId)
      const knownHolder = before.gateway === null ? null : this.#gateway
      touched = { before, after: copyDeviceState(before), knownHolder, isClaim: false, isEnded: false }
      this.touched.push(touched)
    }
    const state = touched.after
    if (presence) {
      applyPresence(state, presence, this.#gateway, receivedTime)
      touched.isClaim = presence.isConnected
      touched.isEnded = !presence.isConnected
    }
    if (isFromDevice) state.state_time = Math.max(receivedTime, state.state_time ?? 0)
    const isServed = isStored(device.platformExpireTime ?? null, receivedTime, this.#expiredDaysKept)
    const reports = isServed ? item.reports : []
    if (!isServed) this.serviceEnded += item.reports.length
    const config = configOf(deviceId)
    for (const report of reports) {
      const { position, alarms } = derive(state, report, device, receivedTime, config)
      if (position) {
        addPosition(this.#rows.ingested_position, deviceId, receivedTime, position)
        this.#noteOrder(state, position)
      } else this.withoutTime++
      for (const alarm of alarms) addAlarm(this.#rows.ingested_alarm, deviceId, receivedTime, alarm)
      if (alarms.length > 0) this.alarmed.add(deviceId)
    }
    if (item.information || (isFromDevice && device.activateTime === null)) this.#remember(item)
  }

  #noteOrder({ device_id, derivation }: DeviceStateRow, { fixTime, quality }: Position): void {
    if (quality & qualityBits.future) return
    const cursorTime = derivation.cursor?.time ?? 0
    if (fixTime < Math.max(cursorTime, derivation.newestTime ?? 0)) this.#noteLate(device_id, fixTime)
    else if (fixTime > cursorTime) derivation.newestTime = fixTime
    else if (derivation.newestTime !== undefined) derivation.newestTime = undefined
  }

  /** Apart, for a date of a clock that was wrong must not have all since looked at with what is late by an hour. */
  #noteLate(deviceId: number, time: number): void {
    const spans = this.late.get(deviceId) ?? []
    const near = spans.find(({ from, to }) => time >= from - sameStretchMs && time <= to + sameStretchMs)
    if (near === undefined) this.late.set(deviceId, [...spans, { from: time, to: time }])
    else {
      near.from = Math.min(near.from, time)
      near.to = Math.max(near.to, time)
    }
  }

  #remember({ device, receivedTime, isFromDevice, information }: IngestItem): void {
    const known = this.#information.get(device.deviceId)
    this.#information.set(device.deviceId, {
      activateTime: known?.activateTime ?? (isFromDevice ? receivedTime : null),
      information: { ...known?.information, ...information },
    })
  }
}

function byDevice(a: IngestItem, b: IngestItem): number {
  return a.device.deviceId - b.device.deviceId
}

function applyPresence(state: DeviceStateRow, presence: Presence, gateway: string, time: number): void {
  state.is_connected = presence.isConnected
  if (!presence.isConnected) {
    state.gateway = null
    return
  }
  state.gateway = gateway
  state.connected_time = time
  state.remote_address = presence.remoteAddress
  state.wire = presence.wire
}
