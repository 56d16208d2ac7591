import { iconIndex } from '@trackway/core/codes/icon-types.ts'
import type { CarIconState } from '@trackway/core/codes/states.ts'
import { type LiveState, type Location, liveState } from '@trackway/core/features/locations/calls.ts'
import type { FleetOverview } from '@trackway/core/live/live.ts'
import type { LiveUpdate, SnapshotState } from '@trackway/core/live/live-updates.ts'
import type { Fleet } from '../../../map/fleet/fleet.ts'
import {
  countByFilter,
  countKinds,
  type DeviceFilter,
  type FilterCounts,
  kindOf,
  passesFilter,
  rankOfKind,
} from './filters.ts'
import type { NameOrder } from './list-order.ts'
import { type Arrangement, type ListItems, ListRows } from './list-rows.ts'

/** A device and, once it was on the screen, its texts. */
export type FleetDevice = LiveState & Partial<Location> & Partial<SnapshotState>

export function hasTexts(device: FleetDevice): device is Location {
  return device.terminalID !== undefined
}

/** What the list and the counts show; a new object each time they change. */
export interface FleetView extends ListItems {
  devices: readonly FleetDevice[]
  /** Rows that pass filter and search, in the order of the list. */
  rows: Uint32Array
  /** Counts of what the search finds, by filter. */
  counts: FilterCounts
  rowOf: (id: number) => number | undefined
  total: number
  /** The text that the rows were found for. */
  searched: string
  /** How many of the rows have a place. */
  onMap: number
  isLoading: boolean
  /** Grows with every change: for those who show one device. */
  version: number
}

/** React sees changes so often at most; the map sees each. */
const viewEveryMs = 500

type Listener = () => void

/**
 * The devices of the home screen, outside React: a snapshot, kept current by live states. A device keeps its
 * row as long as it is in the list; the map reads the same rows.
 */
export class FleetStore {
  readonly fleet: Fleet
  #devices: FleetDevice[] = []
  /** The state of each, by `kindOf`, and its last contact: the keys of their order, in one run of memory each. */
  #kinds: number[] = []
  #times: number[] = []
  #rankTimes: number[] = []
  readonly #rowById = new Map<number, number>()
  readonly #idByTerminal = new Map<string, number>()
  /** The server's totals of the fleet, while the devices are still arriving. */
  #overview: FleetOverview | null = null
  /** Ids in the snapshot so far; null while none is arriving. */
  #seen: Set<number> | null = null
  /** Live changes of devices that the snapshot has not brought yet, by id. */
  readonly #early = new Map<number, LiveUpdate>()
  #filter: DeviceFilter = 'all'
  #found: ReadonlySet<number> | null = null
  #searched = ''
  /** Devices with alarms that nobody has handled. */
  #alarmed: { has(id: number): boolean; keys(): Iterable<number> } = new Map()
  /** Those that the user chose to watch; null: all. */
  #only: ReadonlySet<number> | null = null
  readonly #rows = new ListRows()
  #view: FleetView
  #isLoading = true
  #version = 0
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<Listener>()
  readonly #mapListeners = new Set<Listener>()
  /** When a live state was last received, epoch ms; null: none since the snapshot. */
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

  readonly rowOf = (id: number): number | undefined => this.#rowById.get(id)

  find(id: number): FleetDevice | undefined {
    return this.#devices[this.#rowById.get(id) ?? -1]
  }

  findByTerminal(terminalID: string): Location | undefined {
    const device = this.find(this.#idByTerminal.get(terminalID) ?? -1)
    return device && hasTexts(device) ? device : undefined
  }

  /** Around the devices of a snapshot that is on its way. */
  get overviewBox(): FleetOverview['box'] {
    return this.#overview?.box ?? null
  }

  /** A snapshot begins. */
  begin(overview: FleetOverview): void {
    this.#overview = overview
    this.#seen = new Set()
    this.flush()
  }

  /** Takes a part of the snapshot. */
  receive(states: readonly SnapshotState[], now: number): void {
    for (const state of states) {
      this.#seen?.add(state.id)
      this.#put(state, now)
    }
    const early = states.flatMap(({ id }) => this.#early.get(id) ?? [])
    for (const { id } of early) this.#early.delete(id)
    this.#applyAll(early, now)
  }

  /** The snapshot is whole: devices that are not in it go. */
  complete(now: number): void {
    const seen = this.#seen
    if (seen) this.#keep(({ id }) => seen.has(id), now)
    this.#seen = this.#overview = null
    this.#early.clear()
    if (this.#isLoading) this.#rows.renew()
    this.#isLoading = false
    this.#rows.touch()
    this.#showOnMap()
    this.flush()
  }

  /** Takes devices with their texts, as the list answers them. Those requested that are not among them are removed. */
  take(devices: readonly Location[], requestedIds: readonly number[], now: number): void {
    for (const device of devices) {
      this.#seen?.add(device.id)
      this.#idByTerminal.set(device.terminalID, device.id)
      const known = this.find(device.id)
      const isOlder = known !== undefined && (known.stateTime ?? 0) > (device.stateTime ?? 0)
      this.#put(isOlder ? { ...device, ...liveState.parse(known) } : device, now)
    }
    const gone = new Set(requestedIds)
    for (const { id } of devices) gone.delete(id)
    this.#keep(({ id }) => !gone.has(id), now)
    this.#rows.touch()
    this.#showOnMap()
    this.#schedule()
  }

  /** Takes live states; unknown devices are left to what is still to come. */
  apply(states: readonly LiveUpdate[], now: number): void {
    this.receivedTime = now
    this.#applyAll(states, now)
  }

  #applyAll(states: readonly LiveUpdate[], now: number): void {
    for (const state of states) {
      const before = this.find(state.id)
      if (before) this.#update(before, state, now)
      else if (this.#seen) this.#early.set(state.id, withChanges(this.#early.get(state.id) ?? state, state))
    }
    this.fleet.version++
    for (const listener of this.#mapListeners) listener()
    this.#schedule()
  }

  setFilter(filter: DeviceFilter): void {
    this.#filter = filter
    this.#refilter()
  }

  /** @param found devices that a search for the text found; null: nothing is searched */
  setFound(found: ReadonlySet<number> | null, searched = ''): void {
    this.#found = found
    this.#searched = searched
    this.#refilter()
  }

  /** @param only devices that the user chose to watch; null: all */
  setOnly(only: ReadonlySet<number> | null): void {
    this.#only = only
    this.#refilter()
  }

  arrange(arrangement: Arrangement): void {
    this.#rows.arrange(arrangement)
    this.flush()
  }

  /** Does the requested order need the names that `setNames` takes? */
  get needsNames(): boolean {
    return this.#rows.needsNames
  }

  setNames(names: NameOrder): void {
    this.#rows.setNames(names)
    this.flush()
  }

  /** @param alarmed by the id of their device */
  setAlarmed(alarmed: ReadonlyMap<number, unknown>): void {
    this.#alarmed = alarmed
    if (this.#filter === 'alarm') this.#showOnMap()
    this.flush()
  }

  setFailed(): void {
    // On failure the list is emptied, so that nothing old is taken for the present.
    this.#seen = new Set()
    this.complete(0)
  }

  /** While the pointer or the focus is in the list its order does not change. */
  hold(isHeld: boolean): void {
    this.#rows.hold(isHeld)
    if (!isHeld) this.#schedule()
  }

  /** Shows what has changed now. */
  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    this.#version++
    this.#view = this.#makeView()
    for (const listener of this.#listeners) listener()
    if (this.#rows.isStale && !this.#rows.isHeld) this.#schedule()
  }

  dispose(): void {
    clearTimeout(this.#timer)
    this.#listeners.clear()
    this.#mapListeners.clear()
  }

  /** A device of a list: a new one, or one that is known, with all that is known of it. */
  #put(device: FleetDevice, now: number): void {
    const before = this.find(device.id)
    if (before && (device.stateTime ?? 0) < (before.stateTime ?? 0)) return
    const row = this.#rowById.get(device.id) ?? this.#devices.length
    if (!before) {
      this.#rowById.set(device.id, row)
      this.fleet.resize(row + 1)
      // A row may have been another device's: it must not glide from there.
      this.fleet.fixTime[row] = 0
    }
    this.#show(row, before ? { ...before, ...device } : device, now)
  }

  #update(before: FleetDevice, state: LiveUpdate, now: number): void {
    // A resumed connection may repeat what the list already had.
    if ((state.stateTime ?? 0) < (before.stateTime ?? 0)) return
    this.#show(this.#rowById.get(state.id)!, withChanges(before, state), now)
  }

  /** Writes a device into its row, in list and map. */
  #show(row: number, device: FleetDevice, now: number): void {
    const { lat, lon, courseDeg, speed, carIconState, utcTime } = device
    const kind = kindOf(device)
    const before = this.#kinds[row]
    if (before === undefined || rankOfKind[before] !== rankOfKind[kind]) {
      this.#rankTimes[row] = device.stateTime ?? 0
      this.#rows.touch()
    }
    this.#kinds[row] = kind
    this.#times[row] = device.stateTime ?? 0
    this.#devices[row] = device
    this.fleet.names[row] = device.displayName ?? ''
    this.fleet.icon[row] = device.iconType === undefined ? (device.icon ?? 0) : iconIndex(device.iconType)
    this.fleet.isShown[row] = this.#isWanted(row) ? 1 : 0
    this.fleet.place(
      row,
      { lat, lon, courseDeg, speedKmh: speed, state: carIconState as CarIconState, fixTime: utcTime },
      now,
    )
  }

  #keep(isKept: (device: FleetDevice) => boolean, now: number): void {
    const kept = this.#devices.filter(isKept)
    if (kept.length === this.#devices.length) return
    const before = this.#devices
    this.#devices = []
    this.#kinds = []
    this.#times = []
    this.#rankTimes = []
    this.#rowById.clear()
    this.fleet.resize(0)
    for (const device of kept) this.#put(device, now)
    this.#rows.renumber((row) => this.#rowById.get(before[row]!.id))
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => this.flush(), viewEveryMs)
  }

  #makeView(): FleetView {
    const devices = this.#devices
    const isAllFound = this.#found === null && this.#only === null
    const overview = isAllFound ? this.#overview?.counts : undefined
    const rows = this.#rows.pass(
      {
        count: devices.length,
        kinds: this.#kinds,
        times: this.#times,
        rankTimes: this.#rankTimes,
        rowOf: this.rowOf,
        isLoading: this.#isLoading,
      },
      isAllFound && this.#filter === 'all' ? null : (row) => this.#isWanted(row),
    )
    const found = isAllFound ? this.#kinds : this.#kinds.filter((_, row) => this.#isFound(row))
    const counts = overview
      ? countByFilter(overview.map((group) => [kindOf(group), group.count]))
      : countKinds(found)
    return {
      devices,
      rows,
      rowOf: this.rowOf,
      ...this.#rows.itemsOf(rows, (row) => passesFilter('moving', this.#kinds[row]!)),
      counts: { ...counts, alarm: this.#countAlarmed() },
      total: this.#overview?.counts.reduce((sum, { count }) => sum + count, 0) ?? devices.length,
      searched: this.#searched,
      onMap: this.#countPlaced(rows),
      isLoading: this.#isLoading,
      version: this.#version,
    }
  }

  #countAlarmed(): number {
    let count = 0
    for (const id of this.#alarmed.keys()) {
      const row = this.#rowById.get(id)
      if (row !== undefined && this.#isFound(row)) count++
    }
    return count
  }

  #countPlaced(rows: Uint32Array): number {
    const { lon } = this.fleet
    let count = 0
    for (const row of rows) if (!Number.isNaN(lon[row]!)) count++
    return count
  }

  /** The user chose which devices are shown. */
  #refilter(): void {
    this.#rows.refilter()
    this.#showOnMap()
    this.flush()
  }

  #isWanted(row: number): boolean {
    if (this.#filter === 'alarm' && !this.#alarmed.has(this.#devices[row]!.id)) return false
    return passesFilter(this.#filter, this.#kinds[row]!) && this.#isFound(row)
  }

  #isFound(row: number): boolean {
    const { id } = this.#devices[row]!
    return (this.#found?.has(id) ?? true) && (this.#only?.has(id) ?? true)
  }

  #showOnMap(): void {
    const { isShown } = this.fleet
    for (let row = 0; row < this.#devices.length; row++) isShown[row] = this.#isWanted(row) ? 1 : 0
    this.fleet.version++
    for (const listener of this.#mapListeners) listener()
  }
}

function withChanges<T extends LiveUpdate>(before: T, state: LiveUpdate): T {
  return { ...before, ...state, readings: { ...before.readings, ...state.readings } }
}
