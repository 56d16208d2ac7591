import type { Identity, Message, Protocol } from '@trackway/protocols/protocol.ts'
import { type KnownDevice, keyOf } from '../features/devices/device-registry.ts'
import type { Presence } from '../ingest/ingest-item.ts'
import { bounds, type CloseReason } from './bounds.ts'
import { IdentifiedDevices } from './identified-devices.ts'
import { countMessage, problemsTotal, unknownTotal } from './metrics.ts'
import { PendingFrame } from './pending-frame.ts'
import { PendingReplies } from './pending-replies.ts'
import type { SessionRegistry } from './session-registry.ts'

/** How a conversation reaches its device. */
export interface Transport {
  readonly address: string
  /** False: every datagram stands for itself, and nobody is connected. */
  readonly isConnection: boolean
  send(bytes: Uint8Array): void
  close(reason: CloseReason): void
  /** Frames are taken again after `isReady` was false. */
  goOn(): void
}

/** How long parts of a message may be awaited, so how long `due` is asked after a part came. */
const partsDueMs = 150_000

/**
 * One device, or one gateway of several, and the platform talking: frames are decoded, their sender is looked
 * up, what they report is handed to ingest, and replies go out in order once all before them is committed.
 */
export class DeviceSession {
  readonly protocol: Protocol<unknown>
  readonly session: unknown
  private readonly transport: Transport
  private readonly hub: SessionRegistry

  private readonly speakers = new IdentifiedDevices()
  private readonly pending = new PendingReplies()
  private isFlushing = false
  /** A frame whose sender is being looked up; none is taken meanwhile. */
  private held: { frame: Uint8Array; messages: Message[]; at: number; receivedTime: number } | null = null
  /** The database did not answer who it is; asked again in a while. */
  private isLookUpDue = false
  private isOver = false

  private framesBeforeLogin = 0
  private malformedInARow = 0
  private unknownIds = 0
  private framesThisSecond = 0
  private dueUntil = 0
  /** When the last good frame came, or the conversation began. */
  lastFrameTime: number

  constructor(protocol: Protocol<unknown>, transport: Transport, hub: SessionRegistry, now: number) {
    this.protocol = protocol
    this.session = protocol.newSession()
    this.transport = transport
    this.hub = hub
    this.lastFrameTime = now
  }

  get isIdentified(): boolean {
    return this.speakers.last !== null
  }

  /** The database owes an answer: silence is not the device's fault. */
  get isWaitingForUs(): boolean {
    return this.held !== null || this.pending.length > 0
  }

  get inFlight(): number {
    return this.pending.length
  }

  /** May the next frame be handed over? If not, `transport.goOn` is called once it may. */
  isReady(): boolean {
    return (
      !this.isOver &&
      this.held === null &&
      this.pending.length < bounds.framesInFlight &&
      this.framesThisSecond < bounds.framesPerSecond
    )
  }

  receive(frame: Uint8Array, now: number): void {
    this.framesThisSecond++
    this.take(frame, this.protocol.decode(frame, this.session, now), 0, now)
  }

  /** Once a second: time-outs of messages in parts, a new second's frames, look-ups that failed. */
  tick(now: number): void {
    if (this.isOver) return
    if (this.isLookUpDue && this.held) {
      this.isLookUpDue = false
      this.lookUp(this.held.messages[this.held.at]!.identity!)
    }
    const { last } = this.speakers
    if (now < this.dueUntil && last && this.protocol.due) {
      for (const message of this.protocol.due(this.session, now)) this.submit(last, message, null, now)
    }
    const wasReady = this.isReady()
    this.framesThisSecond = 0
    if (!wasReady && this.isReady()) this.transport.goOn()
  }

  /** Devices were edited, or their owner: takes up what is known of them now, or ends when one is gone. */
  async refresh(isEdited: (device: KnownDevice) => boolean): Promise<void> {
    for (const [key, device] of this.speakers.all()) {
      if (!isEdited(device)) continue
      // Away from the database, what was known still holds.
      const found = await this.hub.registry.find({ terminalIds: [device.terminalId] }).catch(() => device)
      if (this.isOver) return
      if (found?.deviceId !== device.deviceId) return this.transport.close('deleted')
      this.speakers.replace(key, found)
      if (this.speakers.last === found) this.protocol.applyProfile(this.session, found.profile)
    }
  }

  /** The transport has ended. What was received is still committed; nobody is left to reply to. */
  end(): void {
    if (this.isOver) return
    this.isOver = true
    this.held = null
    for (const [, device] of this.speakers.all()) {
      if (!this.hub.detach(device.deviceId, this)) continue
      this.hub.ingest.submit({
        device,
        receivedTime: this.hub.now(),
        reports: [],
        frame: null,
        kind: 'disconnected',
        presence: { isConnected: false },
        settled: () => {},
      })
    }
  }

  close(reason: CloseReason): void {
    this.transport.close(reason)
  }

  /** Called by the frames themselves: this one is committed. */
  settled(): void {
    if (this.isOver || this.isFlushing) return
    this.isFlushing = true
    // Frames of one commit settle one after another: their replies leave in one write.
    this.hub.flushSoon(this)
  }

  /** Sends the replies of all frames that are committed, up to the first one that is not. */
  flush(): void {
    this.isFlushing = false
    if (this.isOver) return
    const wasReady = this.isReady()
    const replies = this.pending.take()
    if (replies) this.transport.send(replies)
    if (!wasReady && this.isReady()) this.transport.goOn()
  }

  /** Goes through the messages of a frame, from `from` on; stops where a sender must be looked up first. */
  private take(frame: Uint8Array, messages: Message[], from: number, receivedTime: number): void {
    for (let at = from; at < messages.length && !this.isOver; at++) {
      const message = messages[at]!
      const device = this.speakers.find(message.identity)
      if (device === undefined) {
        this.held = { frame, messages, at, receivedTime }
        this.lookUp(message.identity!)
        return
      }
      if (device) this.submit(device, message, at === 0 ? frame : null, receivedTime)
      else if (message.kind !== 'malformed' && ++this.framesBeforeLogin >= bounds.framesBeforeLogin) {
        this.transport.close('beforeLogin')
      }
      this.judge(message, receivedTime)
    }
  }

  private judge({ kind, problem }: Message, receivedTime: number): void {
    countMessage(this.protocol.name, kind)
    if (kind === 'malformed') {
      problemsTotal.inc({ wire: this.protocol.name, problem: problem ?? 'fields' })
      if (++this.malformedInARow >= bounds.malformedInARow) this.transport.close('malformed')
      return
    }
    this.malformedInARow = 0
    this.lastFrameTime = receivedTime
    if (kind === 'part') this.dueUntil = receivedTime + partsDueMs
  }

  private lookUp(identity: Identity): void {
    this.hub.registry.find(identity).then(
      (device) => this.found(identity, device),
      () => {
        this.isLookUpDue = true
      },
    )
  }

  private async found(identity: Identity, device: KnownDevice | null): Promise<void> {
    if (this.isOver || !this.held) return
    const { frame, messages, at, receivedTime } = this.held
    const message = messages[at]!
    const known = device ?? (message.kind === 'malformed' ? null : await this.registered(identity))
    if (this.isOver) return
    this.held = null
    if (known) {
      const isFirst = this.speakers.last === null
      this.welcome(keyOf(identity), known)
      if (this.isOver) return
      this.take(
        frame,
        isFirst ? this.readAgain(frame, messages, known, receivedTime) : messages,
        at,
        receivedTime,
      )
    } else {
      this.refuse(identity, message)
      this.judge(message, receivedTime)
      this.take(frame, messages, at + 1, receivedTime)
    }
    if (this.isReady()) this.transport.goOn()
  }

  /** Registers an unknown device, where the operator wants that. */
  private async registered(identity: Identity): Promise<KnownDevice | null> {
    try {
      return await this.hub.register(identity, this.protocol.name)
    } catch {
      // It will knock again.
      return null
    }
  }

  /** What is known of the device may change how its very first frame reads: time zone, dialect, checksum. */
  private readAgain(
    frame: Uint8Array,
    messages: Message[],
    { profile }: KnownDevice,
    now: number,
  ): Message[] {
    if (Object.keys(profile).length === 0 || messages.some(({ kind }) => kind === 'part')) return messages
    const again = this.protocol.decode(frame, this.session, now)
    return again.length === messages.length ? again : messages
  }

  private welcome(key: string, device: KnownDevice): void {
    this.speakers.add(key, device)
    this.protocol.applyProfile(this.session, device.profile)
    if (this.speakers.count > bounds.idsPerConnection) this.transport.close('tooManyIds')
    else if (this.transport.isConnection) this.hub.attach(device.deviceId, this)
  }

  private refuse(identity: Identity, { kind, refusals }: Message): void {
    if (kind === 'malformed') return
    unknownTotal.inc()
    const isListed = this.hub.noteUnknown(identity, this.protocol.name, this.transport.address)
    if (!isListed || ++this.unknownIds >= bounds.unknownPerConnection) {
      this.transport.close('unknown')
      return
    }
    for (const refusal of refusals) this.transport.send(refusal)
  }

  private submit(
    device: KnownDevice,
    message: Message,
    frame: Uint8Array | null,
    receivedTime: number,
  ): void {
    const presence = this.presenceOf(device)
    const pending = new PendingFrame(this, device, message, frame, receivedTime, presence)
    this.pending.add(pending)
    this.hub.ingest.submit(pending)
  }

  /** Said with the device's first frame of this conversation. */
  private presenceOf(device: KnownDevice): Presence | undefined {
    if (!this.transport.isConnection || !this.hub.isNew(device.deviceId, this)) return undefined
    return {
      isConnected: true,
      gateway: this.hub.name,
      remoteAddress: this.transport.address,
      wire: this.protocol.name,
    }
  }
}
