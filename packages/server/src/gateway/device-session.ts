import type { Identity, Message, Protocol } from '@trackway/protocols/protocol.ts'
import { type DeviceRegistry, type KnownDevice, keyOf } from '../features/devices/device-registry.ts'
import type { Ingest } from '../ingest/ingest.ts'
import type { Presence } from '../ingest/ingest-item.ts'
import { bounds, type CloseReason } from './bounds.ts'
import { IdentifiedDevices } from './identified-devices.ts'
import { countMessage, problemsTotal, unknownTotal } from './metrics.ts'
import { PendingFrame, ReplyQueue } from './reply-queue.ts'
import type { ConnectedSession, IsEdited, SessionRegistry } from './session-registry.ts'
import type { UnknownDevices } from './unknown-devices.ts'

/** What all sessions of a gateway share. */
export interface SessionContext {
  readonly ingest: Ingest
  readonly registry: DeviceRegistry
  readonly sessions: SessionRegistry
  readonly unknown: UnknownDevices
  now(): number
}

/** How a session reaches its device. */
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
 * One device, or one gateway of several, connected to the platform: the session decodes frames, looks up their
 * sender, hands what they report to ingest, and replies in the order of arrival, each after its commit.
 */
export class DeviceSession implements ConnectedSession {
  readonly protocol: Protocol<unknown>
  /** What the codec remembers of the device. */
  readonly codecSession: unknown
  readonly #transport: Transport
  readonly #context: SessionContext

  readonly #devices = new IdentifiedDevices()
  readonly #replies = new ReplyQueue(() => this.#sendReplies())
  /** A frame whose sender is being looked up; none is taken meanwhile. */
  #held: { frame: Uint8Array; messages: Message[]; at: number; receivedTime: number } | null = null
  /** The database did not answer who it is; asked again in a while. */
  #isLookUpDue = false
  #isOver = false

  #framesBeforeLogin = 0
  #malformedInARow = 0
  #unknownIds = 0
  #framesThisSecond = 0
  #dueUntil = 0
  /** When the last good frame came, or the session began. */
  lastFrameTime: number

  constructor(protocol: Protocol<unknown>, transport: Transport, context: SessionContext) {
    this.protocol = protocol
    this.codecSession = protocol.newSession()
    this.#transport = transport
    this.#context = context
    this.lastFrameTime = context.now()
  }

  get isIdentified(): boolean {
    return this.#devices.last !== null
  }

  /** The database owes an answer: silence is not the device's fault. */
  get isWaitingForUs(): boolean {
    return this.#held !== null || this.#replies.length > 0
  }

  get inFlight(): number {
    return this.#replies.length
  }

  /** May the next frame be handed over? If not, `transport.goOn` is called once it may. */
  isReady(): boolean {
    return (
      !this.#isOver &&
      this.#held === null &&
      this.#replies.length < bounds.framesInFlight &&
      this.#framesThisSecond < bounds.framesPerSecond
    )
  }

  receive(frame: Uint8Array, now: number): void {
    this.#framesThisSecond++
    this.#take(frame, this.protocol.decode(frame, this.codecSession, now), 0, now)
  }

  /** Once a second: time-outs of messages in parts, a new second's frames, look-ups that failed. */
  tick(now: number): void {
    if (this.#isOver) return
    if (this.#isLookUpDue && this.#held) {
      this.#isLookUpDue = false
      this.#lookUp(this.#held.messages[this.#held.at]!.identity!)
    }
    const { last } = this.#devices
    if (now < this.#dueUntil && last && this.protocol.due) {
      for (const message of this.protocol.due(this.codecSession, now)) this.#submit(last, message, null, now)
    }
    const wasReady = this.isReady()
    this.#framesThisSecond = 0
    if (!wasReady && this.isReady()) this.#transport.goOn()
  }

  /** Devices were edited, or their owner: takes up what is known of them now, or ends when one is gone. */
  async refresh(isEdited: IsEdited): Promise<void> {
    for (const [key, device] of this.#devices.all()) {
      if (!isEdited(device)) continue
      // Away from the database, what was known still holds.
      const found = await this.#context.registry
        .find({ terminalIds: [device.terminalId] })
        .catch(() => device)
      if (this.#isOver) return
      if (found?.deviceId !== device.deviceId) return this.#transport.close('deleted')
      this.#devices.replace(key, found)
      if (this.#devices.last === found) this.protocol.applyProfile(this.codecSession, found.profile)
    }
  }

  /** The transport has ended. What was received is still committed; nobody is left to reply to. */
  end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#held = null
    for (const [, device] of this.#devices.all()) {
      if (!this.#context.sessions.detach(device.deviceId, this)) continue
      this.#context.ingest.submit({
        device,
        receivedTime: this.#context.now(),
        reports: [],
        frame: null,
        kind: 'disconnected',
        presence: { isConnected: false },
        settled: () => {},
      })
    }
  }

  close(reason: CloseReason): void {
    this.#transport.close(reason)
  }

  /** Sends the replies of all frames that are committed, up to the first one that is not. */
  #sendReplies(): void {
    if (this.#isOver) return
    const wasReady = this.isReady()
    const replies = this.#replies.take()
    if (replies) this.#transport.send(replies)
    if (!wasReady && this.isReady()) this.#transport.goOn()
  }

  /** Goes through the messages of a frame, from `from` on; stops where a sender must be looked up first. */
  #take(frame: Uint8Array, messages: Message[], from: number, receivedTime: number): void {
    for (let at = from; at < messages.length && !this.#isOver; at++) {
      const message = messages[at]!
      const device = this.#devices.find(message.identity)
      if (device === undefined) {
        this.#held = { frame, messages, at, receivedTime }
        this.#lookUp(message.identity!)
        return
      }
      if (device) this.#submit(device, message, at === 0 ? frame : null, receivedTime)
      else if (message.kind !== 'malformed' && ++this.#framesBeforeLogin >= bounds.framesBeforeLogin) {
        this.#transport.close('beforeLogin')
      }
      this.#judge(message, receivedTime)
    }
  }

  #judge({ kind, problem }: Message, receivedTime: number): void {
    countMessage(this.protocol.name, kind)
    if (kind === 'malformed') {
      problemsTotal.inc({ wire: this.protocol.name, problem: problem ?? 'fields' })
      if (++this.#malformedInARow >= bounds.malformedInARow) this.#transport.close('malformed')
      return
    }
    this.#malformedInARow = 0
    this.lastFrameTime = receivedTime
    if (kind === 'part') this.#dueUntil = receivedTime + partsDueMs
  }

  #lookUp(identity: Identity): void {
    this.#context.registry.find(identity).then(
      (device) => this.#found(identity, device),
      () => {
        this.#isLookUpDue = true
      },
    )
  }

  async #found(identity: Identity, device: KnownDevice | null): Promise<void> {
    if (this.#isOver || !this.#held) return
    const { frame, messages, at, receivedTime } = this.#held
    const message = messages[at]!
    const known = device ?? (message.kind === 'malformed' ? null : await this.#registered(identity))
    if (this.#isOver) return
    this.#held = null
    if (known) {
      const isFirst = this.#devices.last === null
      this.#attach(keyOf(identity), known)
      if (this.#isOver) return
      this.#take(
        frame,
        isFirst ? this.#readAgain(frame, messages, known, receivedTime) : messages,
        at,
        receivedTime,
      )
    } else {
      this.#refuse(identity, message)
      this.#judge(message, receivedTime)
      this.#take(frame, messages, at + 1, receivedTime)
    }
    if (this.isReady()) this.#transport.goOn()
  }

  /** Registers an unknown device, where the operator wants that. */
  async #registered(identity: Identity): Promise<KnownDevice | null> {
    try {
      return await this.#context.unknown.register(identity, this.protocol.name)
    } catch {
      // It will try again.
      return null
    }
  }

  /** What is known of the device may change how its very first frame reads: time zone, dialect, checksum. */
  #readAgain(frame: Uint8Array, messages: Message[], { profile }: KnownDevice, now: number): Message[] {
    if (Object.keys(profile).length === 0 || messages.some(({ kind }) => kind === 'part')) return messages
    const again = this.protocol.decode(frame, this.codecSession, now)
    return again.length === messages.length ? again : messages
  }

  #attach(key: string, device: KnownDevice): void {
    this.#devices.add(key, device)
    this.protocol.applyProfile(this.codecSession, device.profile)
    if (this.#devices.count > bounds.idsPerConnection) this.#transport.close('tooManyIds')
    else if (this.#transport.isConnection) this.#context.sessions.attach(device.deviceId, this)
  }

  #refuse(identity: Identity, { kind, refusals }: Message): void {
    if (kind === 'malformed') return
    unknownTotal.inc()
    const isListed = this.#context.unknown.note(identity, this.protocol.name, this.#transport.address)
    if (!isListed || ++this.#unknownIds >= bounds.unknownPerConnection) {
      this.#transport.close('unknown')
      return
    }
    for (const refusal of refusals) this.#transport.send(refusal)
  }

  #submit(device: KnownDevice, message: Message, frame: Uint8Array | null, receivedTime: number): void {
    const presence = this.#presenceOf(device)
    const pending = new PendingFrame(this.#replies, device, message, frame, receivedTime, presence)
    this.#replies.add(pending)
    this.#context.ingest.submit(pending)
  }

  /** Said with the device's first frame of this session. */
  #presenceOf(device: KnownDevice): Presence | undefined {
    if (!this.#transport.isConnection || !this.#context.sessions.takeNew(device.deviceId, this))
      return undefined
    return {
      isConnected: true,
      remoteAddress: this.#transport.address,
      wire: this.protocol.name,
    }
  }
}
