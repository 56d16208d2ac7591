import type { KnownDevice } from '../features/devices/device-registry.ts'
import type { LostDevice } from '../ingest/lost-devices.ts'
import { bounds, type CloseReason } from './bounds.ts'
import { Takeovers } from './identity/takeovers.ts'

export type IsEdited = (device: KnownDevice) => boolean

/** The part of a session of connected devices that the registry uses. */
export interface ConnectedSession {
  /** Remote address. */
  readonly address: string
  /** When the last good frame came. */
  readonly lastFrameTime: number
  close(reason: CloseReason): void
  /** Takes up what is known now of the devices that were edited. */
  refresh(isEdited: IsEdited): Promise<void>
}

/** The last sender for a device. */
interface Holder {
  address: string
  /** Since when it has been the only address that sends for the device. */
  sinceTime: number
  lastFrameTime: number
}

/** Maps each connected device to its session in this process, and decides whether another one may take it over. */
export class SessionRegistry {
  readonly #attached = new Map<number, ConnectedSession>()
  /** Of devices that send datagrams, and of those that another process took over. */
  readonly #holders = new Map<number, Holder>()
  readonly #takeovers = new Takeovers()
  readonly #onAddressSwitch: (device: KnownDevice, from: string, to: string) => void

  /** @param onAddressSwitch called when two addresses send for a device in turn */
  constructor(onAddressSwitch: (device: KnownDevice, from: string, to: string) => void) {
    this.#onAddressSwitch = onAddressSwitch
  }

  /**
   * The device belongs to this session now. An older one of it is closed.
   * @returns whether it did not before; `contested` where it changed hands too often and stays where it is
   */
  attach(device: KnownDevice, session: ConnectedSession, now: number): boolean | 'contested' {
    const { deviceId } = device
    const before = this.#attached.get(deviceId)
    if (before === session) return false
    if (!this.#takesOver(device, before ?? this.#holders.get(deviceId), session.address, now))
      return 'contested'
    this.#attached.set(deviceId, session)
    this.#holders.delete(deviceId)
    before?.close('replaced')
    return true
  }

  /** May a datagram from this address be from the device? */
  takesDatagram(device: KnownDevice, address: string, now: number): boolean {
    const { deviceId } = device
    const before = this.#attached.get(deviceId) ?? this.#holders.get(deviceId)
    if (before?.address !== address && !this.#takesOver(device, before, address, now)) return false
    const sinceTime = before?.address === address ? sinceOf(before) : now
    this.#hold(deviceId, { address, sinceTime, lastFrameTime: now })
    return true
  }

  /** Has this address alone sent for the device for long enough that commands may go there? */
  isKnownAddress({ deviceId }: KnownDevice, address: string, now: number): boolean {
    const holder = this.#holders.get(deviceId)
    return holder?.address === address && now - holder.sinceTime >= bounds.datagramTrustMs
  }

  /** @returns whether the device was this session's, and has none now */
  detach(deviceId: number, session: ConnectedSession): boolean {
    if (this.#attached.get(deviceId) !== session) return false
    return this.#attached.delete(deviceId)
  }

  deviceIds(): number[] {
    return [...this.#attached.keys()]
  }

  /**
   * Closes the sessions of devices that are not ours any more. They are detached before, so that their end does not
   * report a disconnection to ingest: another process is connected with them.
   */
  release(devices: readonly LostDevice[], now: number): void {
    for (const { deviceId, address } of devices) {
      const session = this.#attached.get(deviceId)
      this.#attached.delete(deviceId)
      if (!session) continue
      const elsewhere = address ?? unknown
      this.#takeovers.changed(deviceId, session.address, elsewhere, now)
      this.#hold(deviceId, { address: elsewhere, sinceTime: now, lastFrameTime: now })
      session.close('takenOver')
    }
  }

  refreshDevice(deviceId: number, isEdited: IsEdited): void {
    void this.#attached.get(deviceId)?.refresh(isEdited)
  }

  refresh(isEdited: IsEdited): void {
    for (const session of new Set(this.#attached.values())) void session.refresh(isEdited)
  }

  #takesOver(
    device: KnownDevice,
    before: Pick<Holder, 'address' | 'lastFrameTime'> | undefined,
    to: string,
    now: number,
  ): boolean {
    if (!before) return true
    if (!this.#takeovers.isFree(device.deviceId, before.lastFrameTime, now)) return false
    if (this.#takeovers.changed(device.deviceId, before.address, to, now))
      this.#onAddressSwitch(device, before.address, to)
    return true
  }

  /** The ones that reported longest ago go first. */
  #hold(deviceId: number, holder: Holder): void {
    this.#holders.delete(deviceId)
    this.#holders.set(deviceId, holder)
    if (this.#holders.size > bounds.datagramPeers) this.#holders.delete(this.#holders.keys().next().value!)
  }
}

/** The device was connected from this address all the while. */
const sinceOf = (before: Holder | ConnectedSession) => ('sinceTime' in before ? before.sinceTime : -Infinity)

/** In place of an address: the device has left its connection, and its present one is unknown. */
const unknown = ''
