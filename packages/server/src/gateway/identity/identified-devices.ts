import type { Identity } from '@trackway/protocols/protocol.ts'
import type { KnownDevice } from '../../features/devices/device-registry.ts'

/** The devices of a session: one, or those behind a gateway, which names them in turn. */
export class IdentifiedDevices {
  /** The device that spoke last, under the key it names itself by; frames without a name are its. */
  #key = ''
  #device: KnownDevice | null = null
  /** All devices by key, once there is a second one. */
  #devices: Map<string, KnownDevice> | null = null

  get last(): KnownDevice | null {
    return this.#device
  }

  get count(): number {
    return this.#devices?.size ?? (this.#device ? 1 : 0)
  }

  /** Who speaks, if it says so. Undefined: somebody new. Null: nobody has said who speaks. */
  find(identity: Identity | undefined): KnownDevice | null | undefined {
    if (!identity) return this.#device
    const key = nameOf(identity)
    if (key === this.#key) return this.#device
    const device = this.#devices?.get(key)
    if (!device) return undefined
    this.#key = key
    this.#device = device
    return device
  }

  /** This device speaks now. */
  add(key: string, device: KnownDevice): void {
    if (this.#device && this.#key !== key) {
      this.#devices ??= new Map([[this.#key, this.#device]])
      this.#devices.set(key, device)
    } else this.#devices?.set(key, device)
    this.#key = key
    this.#device = device
  }

  /** What is known of a device has changed. */
  replace(key: string, device: KnownDevice): void {
    if (this.#key === key) this.#device = device
    this.#devices?.set(key, device)
  }

  all(): [string, KnownDevice][] {
    if (this.#devices) return [...this.#devices]
    return this.#device ? [[this.#key, this.#device]] : []
  }
}

/** One text for an identity, to remember it by. */
export function nameOf({ terminalIds }: Identity): string {
  return terminalIds.join()
}
