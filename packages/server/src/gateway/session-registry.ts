import type { Identity, WireProtocol } from '@trackway/protocols/protocol.ts'
import type { DeviceRegistry, KnownDevice } from '../features/devices/device-registry.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { DeviceSession } from './device-session.ts'
import type { UnknownDevices } from './unknown-devices.ts'

interface Owner {
  conversation: DeviceSession
  /** Its connection has not been told to ingest yet. */
  isNew: boolean
}

/** What all conversations of a gateway share: which of them speaks for which device, and whom to ask. */
export class SessionRegistry {
  readonly name: string
  readonly ingest: Ingest
  readonly registry: DeviceRegistry
  readonly now: () => number
  private readonly unknown: UnknownDevices
  private flushing: DeviceSession[] = []
  private readonly owners = new Map<number, Owner>()

  constructor(parts: {
    name: string
    ingest: Ingest
    registry: DeviceRegistry
    unknown: UnknownDevices
    now: () => number
  }) {
    this.name = parts.name
    this.ingest = parts.ingest
    this.registry = parts.registry
    this.unknown = parts.unknown
    this.now = parts.now
  }

  /** Once the frames that settle at this moment have all done so. */
  flushSoon(conversation: DeviceSession): void {
    if (this.flushing.length === 0) queueMicrotask(() => this.flushAll())
    this.flushing.push(conversation)
  }

  private flushAll(): void {
    const conversations = this.flushing
    this.flushing = []
    for (const conversation of conversations) conversation.flush()
  }

  /** The device speaks here now. An older connection of it is closed: the new one wins. */
  attach(deviceId: number, conversation: DeviceSession): void {
    const before = this.owners.get(deviceId)
    if (before?.conversation === conversation) return
    this.owners.set(deviceId, { conversation, isNew: true })
    before?.conversation.close('replaced')
  }

  sessionOf(deviceId: number): DeviceSession | undefined {
    return this.owners.get(deviceId)?.conversation
  }

  /** True once per connection and device: its first frame says that it is connected. */
  isNew(deviceId: number, conversation: DeviceSession): boolean {
    const owner = this.owners.get(deviceId)
    if (owner?.conversation !== conversation || !owner.isNew) return false
    owner.isNew = false
    return true
  }

  /** @returns whether the device was this conversation's, and nobody's now */
  detach(deviceId: number, conversation: DeviceSession): boolean {
    if (this.owners.get(deviceId)?.conversation !== conversation) return false
    return this.owners.delete(deviceId)
  }

  /** Devices were edited, or an account: every conversation with one of them takes that up. */
  refresh(isEdited: (device: KnownDevice) => boolean): void {
    for (const { conversation } of this.owners.values()) void conversation.refresh(isEdited)
  }

  register(identity: Identity, wire: WireProtocol): Promise<KnownDevice | null> {
    return this.unknown.register(identity, wire)
  }

  /** @returns false where this address has tried too many unknown ids */
  noteUnknown(identity: Identity, wire: WireProtocol, address: string): boolean {
    return this.unknown.note(identity, wire, address)
  }
}
