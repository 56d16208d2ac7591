import type { KnownDevice } from '../features/devices/device-registry.ts'
import type { CloseReason } from './bounds.ts'

export type IsEdited = (device: KnownDevice) => boolean

/** What is asked of a session of connected devices. */
export interface ConnectedSession {
  close(reason: CloseReason): void
  /** Takes up what is known now of the devices that were edited. */
  refresh(isEdited: IsEdited): Promise<void>
}

interface Attached {
  session: ConnectedSession
  /** Ingest has not been told of its connection yet. */
  isNew: boolean
}

/** Which session of this process each connected device speaks through. */
export class SessionRegistry {
  readonly #attached = new Map<number, Attached>()

  /** The device speaks through this session now. An older one of it is closed. */
  attach(deviceId: number, session: ConnectedSession): void {
    const before = this.#attached.get(deviceId)
    if (before?.session === session) return
    this.#attached.set(deviceId, { session, isNew: true })
    before?.session.close('replaced')
  }

  /** @returns whether the device was this session's, and nobody's now */
  detach(deviceId: number, session: ConnectedSession): boolean {
    if (this.#attached.get(deviceId)?.session !== session) return false
    return this.#attached.delete(deviceId)
  }

  /** True once for a session and device: its first frame says that it is connected. */
  takeNew(deviceId: number, session: ConnectedSession): boolean {
    const attached = this.#attached.get(deviceId)
    if (attached?.session !== session || !attached.isNew) return false
    attached.isNew = false
    return true
  }

  deviceIds(): number[] {
    return [...this.#attached.keys()]
  }

  /**
   * Closes the sessions of devices that are not ours any more. They are detached before, so that their end does not
   * tell ingest of a disconnection: another process is connected with them.
   */
  letGo(deviceIds: readonly number[]): void {
    for (const deviceId of deviceIds) {
      const session = this.#attached.get(deviceId)?.session
      this.#attached.delete(deviceId)
      session?.close('takenOver')
    }
  }

  refreshDevice(deviceId: number): void {
    void this.#attached.get(deviceId)?.session.refresh((device) => device.deviceId === deviceId)
  }

  refresh(isEdited: IsEdited): void {
    for (const session of new Set([...this.#attached.values()].map((attached) => attached.session)))
      void session.refresh(isEdited)
  }
}
