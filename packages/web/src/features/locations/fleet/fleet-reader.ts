import { resultCodes, resultNames } from '@trackway/core/codes/results.ts'
import { type Location, locationCalls } from '@trackway/core/features/locations/calls.ts'
import { ApiError, api } from '../../../base/api.ts'
import { LiveConnection, type LiveStatus } from '../../../base/live/live-connection.ts'
import { endSession } from '../../../base/session.ts'
import { DeviceTexts } from './device-texts.ts'
import { type FleetDevice, type FleetStore, hasTexts } from './fleet-store.ts'
import { manyDevices } from './list-rows.ts'

/** Devices of which all is read at once: the first screens of the list, or the whole of a small fleet. */
const firstDevices = 300
const searchAfterMs = 150
/** Several devices are often moved at once: the snapshot is read again once. */
const restartAfterMs = 1000

interface Options {
  token: string
  userId: number | undefined
  search: string
  onStatus: (status: LiveStatus) => void
  /** Why the devices could not be read; null: they were. */
  onError: (error: unknown) => void
}

/** Reads a fleet into its store: the top of the list, all states over the live connection, texts and searches. */
export class FleetReader {
  readonly #store: FleetStore
  readonly #options: Options
  readonly #aborter = new AbortController()
  readonly #texts = new DeviceTexts((ids) => this.#readTexts(ids))
  readonly #connection: LiveConnection
  #search: string
  #hasNames = false
  #searchTimer: ReturnType<typeof setTimeout> | undefined
  #restartTimer: ReturnType<typeof setTimeout> | undefined

  constructor(store: FleetStore, options: Options) {
    this.#store = store
    this.#options = options
    this.#search = options.search
    this.#connection = new LiveConnection({
      token: options.token,
      userId: options.userId,
      onSnapshot: (overview) => store.begin(overview),
      onSnapshotStates: (states) => store.receive(states, Date.now()),
      onComplete: () => store.complete(Date.now()),
      onStates: (states) => store.apply(states, Date.now()),
      onDevicesChanged: (ids) => this.#devicesChanged(ids),
      onStatus: options.onStatus,
      onRefused: (code) => {
        if (code === resultCodes.sessionExpired) endSession('expired')
        else this.#fail(new ApiError(resultNames[code] ?? 'internal', { code }))
      },
    })
    this.#readFirst().catch((error) => this.#fail(error))
  }

  /** Requests the texts of devices that are on the screen. */
  readonly want = (ids: Iterable<number>): void => this.#texts.want(ids)

  /** Hands on a device with its texts: at once where they are here. */
  readonly withTexts = (device: FleetDevice, use: (device: Location) => void): void => {
    const handOn = (known: FleetDevice | undefined) => known && hasTexts(known) && use(known)
    if (hasTexts(device)) use(device)
    // Where the texts do not come, it can be chosen again.
    else
      this.#readTexts([device.id]).then(
        () => handOn(this.#store.find(device.id)),
        () => {},
      )
  }

  /** The same for several at once. */
  readonly withTextsOf = (ids: readonly number[], use: (devices: Location[]) => void): void => {
    const known = () => ids.flatMap((id) => this.#store.find(id) ?? []).filter(hasTexts)
    const named = new Set(known().map(({ id }) => id))
    const missing = ids.filter((id) => !named.has(id))
    if (missing.length === 0) use(known())
    else
      this.#readTexts(missing).then(
        () => use(known()),
        () => {},
      )
  }

  /** For a list in the order of names or in groups: requests names and accounts once, if the page lacks them. */
  readNames(): void {
    if (this.#hasNames) return
    this.#hasNames = true
    this.#call(locationCalls.order, {}).then(
      (names) => this.#store.setNames(names),
      // Requested again as soon as the list is arranged again.
      () => {
        this.#hasNames = false
      },
    )
  }

  /** Makes a device known that an address names. */
  findTerminal(terminalID: string): void {
    if (this.#store.findByTerminal(terminalID)) return
    this.#find({ terminalIDs: [terminalID] }).then(
      ({ list }) => this.#store.take(list, [], Date.now()),
      () => {},
    )
  }

  /** Searches for a text, which is still being typed. */
  search(text: string): void {
    if (text === this.#search) return
    this.#search = text
    clearTimeout(this.#searchTimer)
    this.#searchTimer = setTimeout(() => this.#readFound().catch(() => {}), isBlank(text) ? 0 : searchAfterMs)
  }

  readonly retry = (): void => this.#connection.retry()

  close(): void {
    this.#aborter.abort()
    clearTimeout(this.#searchTimer)
    clearTimeout(this.#restartTimer)
    this.#texts.close()
    this.#connection.close()
  }

  async #readFirst(): Promise<void> {
    const [{ list, total }] = await Promise.all([this.#find({ pageSize: firstDevices }), this.#readFound()])
    this.#texts.note(list.map(({ id }) => id))
    this.#store.take(list, [], Date.now())
    if (total <= list.length) this.#store.complete(Date.now())
    else this.#store.flush()
    if (total <= manyDevices && this.#store.needsNames) this.readNames()
    this.#options.onError(null)
  }

  async #readTexts(ids: number[]): Promise<void> {
    const { list } = await this.#find({ ids, pageSize: ids.length })
    this.#store.take(list, ids, Date.now())
  }

  async #readFound(): Promise<void> {
    const text = this.#search
    const found = isBlank(text) ? null : await this.#call(locationCalls.search, { text })
    if (text === this.#search) this.#store.setFound(found && new Set(found.ids), text)
  }

  #devicesChanged(ids: number[] | undefined): void {
    if (ids) this.#readTexts(ids).catch(() => {})
    else {
      clearTimeout(this.#restartTimer)
      this.#restartTimer = setTimeout(this.#connection.restart, restartAfterMs)
      this.#texts.forgetAll()
    }
    this.#readFound().catch(() => {})
    this.#hasNames = false
    if (this.#store.needsNames) this.readNames()
  }

  #find(input: Parameters<typeof api<typeof locationCalls.find>>[1]) {
    return this.#call(locationCalls.find, input)
  }

  #call<C extends (typeof locationCalls)[keyof typeof locationCalls]>(
    call: C,
    input: Parameters<typeof api<C>>[1],
  ) {
    const { userId } = this.#options
    const { signal } = this.#aborter
    return api(call, { ...input, ...(userId !== undefined && { userId }) }, { signal })
  }

  #fail(error: unknown): void {
    if (this.#aborter.signal.aborted) return
    this.#store.setFailed()
    this.#options.onError(error)
  }
}

function isBlank(text: string): boolean {
  return /^[\s,;，；、]*$/.test(text)
}
