import { type Location, liveState } from '@trackway/core/api/locations.ts'
import type { CarIconState, RunState } from '@trackway/core/codes/states.ts'
import type { LiveUpdate } from '@trackway/core/live-record/live-updates.ts'
import { compareDevices } from '@trackway/core/rules/device-order.ts'
import type { Fleet } from '../../../map/fleet/fleet.ts'
import { iconIndex } from '../../../map/fleet/icon-types.ts'
import { countByFilter, type DeviceFilter, type FilterCounts, makeMatcher, passesFilter } from './filters.ts'

/** What the list and the counts show; a new object each time they change. */
export interface FleetView {
  devices: readonly Location[]
  /** Rows that pass filter and search, in the order of the list. */
  rows: readonly number[]
  /** Counts of what the search finds, by filter. */
  counts: FilterCounts
  total: number
  isLoading: boolean
  /** Grows with every change: for those who show one device. */
  version: number
}

/** React sees changes so often at most; the map sees each. */
const viewEveryMs = 500
/** The order by age alone changes all the time; rows that keep hopping cannot be clicked. */
const sortByAgeEveryMs = 10_000

type Listener = () => void

/**
 * The devices of the home screen, outside React: a snapshot, kept current by live states. A device keeps its
 * row as long as it is in the list; the map reads the same rows.
 */
export class FleetStore {
  readonly fleet: Fleet
  #devices: Location[] = []
  readonly #rowById = new Map<number, number>()
  #filter: DeviceFilter = 'all'
  #matches: ReturnType<typeof makeMatcher> = null
  #order: number[] = []
  #isOrderStale = true
  #sortedTime = 0
  #isHeld = false
  #view: FleetView
  #isLoading = true
  #version = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<Listener>()
  readonly #mapListeners = new Set<Listener>()
  /** States received, for the rate of updates. */
  received = 0
  /** When states were last received, epoch ms. */
  receivedTime: number | null = null

  constructor(fleet: Fleet) {
    this.fleet = fleet
    this.#view = this.#makeView()
  }

  readonly subscribe = (listener: Listener): Listener => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  readonly getView = (): FleetView => this.#view

  /** Called after every change the map shows. */
  onMapChange(listener: Listener): Listener {
    this.#mapListeners.add(listener)
    return () => this.#mapListeners.delete(listener)
  }

  rowOf(id: number): number | undefined {
    return this.#rowById.get(id)
  }

  findByTerminal(terminalID: string): Location | undefined {
    return this.#devices.find((device) => device.terminalID === terminalID)
  }

  /** Takes over a list read from the server. Devices that are no longer in it go. */
  load(devices: readonly Location[], isComplete: boolean, now: number): void {
    this.#devices = devices.map((device) => this.#newer(device))
    this.#rowById.clear()
    this.fleet.resize(devices.length)
    for (const [row, device] of this.#devices.entries()) {
      this.#rowById.set(device.id, row)
      this.fleet.names[row] = device.displayName
      this.fleet.icon[row] = iconIndex(device.iconType)
      // A row may have been another device's: it must not glide from there.
      this.fleet.fixTime[row] = 0
      this.#placeOnMap(row, now)
    }
    this.#isLoading = !isComplete
    this.#isOrderStale = true
    this.#showOnMap()
    this.flush()
  }

  /** Takes live states; unknown devices are left to the next list. */
  apply(states: readonly LiveUpdate[], now: number): void {
    let isFilterTouched = false
    for (const state of states) {
      const row = this.#rowById.get(state.id)
      if (row === undefined) continue
      const before = this.#devices[row]!
      // A resumed connection may repeat what the list already had.
      if ((state.stateTime ?? 0) < (before.stateTime ?? 0)) continue
      const readings = { ...before.readings, ...state.readings }
      const device = { ...before, ...state, readings }
      this.#devices[row] = device
      if (
        before.state !== device.state ||
        before.runState !== device.runState ||
        before.carIconState !== device.carIconState
      ) {
        this.#isOrderStale = true
        isFilterTouched = true
      }
      this.#placeOnMap(row, now)
    }
    this.received += states.length
    this.receivedTime = now
    if (isFilterTouched) this.#updateShown()
    for (const listener of this.#mapListeners) listener()
    this.#schedule()
  }

  setFilter(filter: DeviceFilter, search: string): void {
    this.#filter = filter
    this.#matches = makeMatcher(search)
    this.#isOrderStale = true
    this.#showOnMap()
    this.flush()
  }

  setFailed(): void {
    // S1 section 4: on failure the list is emptied.
    this.load([], true, 0)
  }

  /** While the pointer is over the list its order stands still. */
  hold(isHeld: boolean): void {
    this.#isHeld = isHeld
    if (!isHeld) this.#schedule()
  }

  /** Shows what has changed now. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#version++
    this.#view = this.#makeView()
    for (const listener of this.#listeners) listener()
  }

  dispose(): void {
    clearTimeout(this.#timer)
    this.#listeners.clear()
    this.#mapListeners.clear()
  }

  /** While the list was on its way, live states may have overtaken it. */
  #newer(device: Location): Location {
    const row = this.#rowById.get(device.id)
    const known = row === undefined ? undefined : this.#devices[row]
    if (!known || (known.stateTime ?? 0) <= (device.stateTime ?? 0)) return device
    return { ...device, ...liveState.parse(known) }
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => this.flush(), viewEveryMs)
  }

  #makeView(): FleetView {
    const devices = this.#devices
    const found = this.#matches ? devices.filter(this.#matches) : devices
    this.#sort()
    return {
      devices,
      rows: this.#order.filter((row) => this.#isWanted(devices[row]!)),
      counts: countByFilter(found),
      total: devices.length,
      isLoading: this.#isLoading,
      version: this.#version,
    }
  }

  #sort(): void {
    const isNew = this.#order.length !== this.#devices.length
    const now = Date.now()
    const isDue = this.#isOrderStale || now - this.#sortedTime > sortByAgeEveryMs
    if (!isNew && (this.#isHeld || !isDue)) return
    const devices = this.#devices
    this.#order = devices.map((_, row) => row)
    this.#order.sort((a, b) => compareDevices(orderOf(devices[a]!), orderOf(devices[b]!)) || a - b)
    this.#isOrderStale = false
    this.#sortedTime = now
  }

  #isWanted(device: Location): boolean {
    return passesFilter(this.#filter, device) && (!this.#matches || this.#matches(device))
  }

  #showOnMap(): void {
    this.#updateShown()
    for (const listener of this.#mapListeners) listener()
  }

  #updateShown(): void {
    const { isShown } = this.fleet
    for (const [row, device] of this.#devices.entries()) isShown[row] = this.#isWanted(device) ? 1 : 0
    this.fleet.version++
  }

  #placeOnMap(row: number, now: number): void {
    const { lat, lon, courseDeg, speed, carIconState, utcTime } = this.#devices[row]!
    this.fleet.place(
      row,
      { lat, lon, courseDeg, speedKmh: speed, state: carIconState as CarIconState, fixTime: utcTime },
      now,
    )
  }
}

function orderOf(device: Location) {
  return { state: device.state, runState: device.runState as RunState, stateTime: device.stateTime }
}
