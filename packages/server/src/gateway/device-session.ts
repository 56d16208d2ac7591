import { randomBytes } from 'node:crypto'
import type { DeviceProfile, Message, Protocol } from '@trackway/protocols/protocol.ts'
import { toHex } from '@trackway/protocols/wire/bytes.ts'
import type { CommandSession } from '../features/commands/delivery/command-desk.ts'
import type { KnownDevice } from '../features/devices/device-registry.ts'
import { type Decoded, decodedReceived, decodedSent } from '../features/frames/decode-frame.ts'
import type { Presence } from '../ingest/ingest-item.ts'
import { bounds, type CloseReason } from './bounds.ts'
import type { ConnectionLog } from './connection-log.ts'
import { findSender, type Sender } from './identity/find-sender.ts'
import { IdentifiedDevices, nameOf } from './identity/identified-devices.ts'
import { SenderProof } from './identity/sender-proof.ts'
import { unknownTotal } from './metrics.ts'
import { PendingQuestion } from './pending-question.ts'
import { PendingFrame, ReplyQueue } from './reply-queue.ts'
import { isOverHttp, withBody } from './requests.ts'
import { SessionConduct } from './session-conduct.ts'
import type { SessionContext, Transport } from './session-context.ts'
import type { ConnectedSession, IsEdited } from './session-registry.ts'

const codeBytes = 8

/** A frame whose message at place `at` waits for an answer of the database. */
interface HeldFrame {
  frame: Uint8Array
  messages: Message[]
  at: number
  receivedTime: number
}

/**
 * One device, or one gateway of several, connected to the platform: the session decodes frames, looks up their
 * sender, hands what they report to ingest, and replies in the order of arrival, each after its commit.
 */
export class DeviceSession implements ConnectedSession, CommandSession {
  readonly protocol: Protocol<unknown>
  /** What the codec remembers of the device. */
  codecSession: unknown
  readonly #isHttp: boolean
  readonly #transport: Transport
  readonly #context: SessionContext

  readonly #frames: ConnectionLog
  #devices = new IdentifiedDevices()
  readonly #replies = new ReplyQueue(() => this.#sendReplies())
  readonly #question = new PendingQuestion()
  readonly #conduct: SessionConduct
  #proof: SenderProof
  /** What a device that registers in this session is given to prove itself with. */
  readonly #newCode = randomBytes(codeBytes).toString('hex')
  /** What the header of a device calls it, by device, where only its body named it. */
  readonly #newKeys = new Map<number, string>()
  /** The connection ends with the answer to what came last. */
  #isLast = false
  #isOver = false

  constructor(protocol: Protocol<unknown>, transport: Transport, context: SessionContext) {
    this.protocol = protocol
    this.#isHttp = isOverHttp(protocol)
    this.#transport = transport
    this.#context = context
    this.codecSession = protocol.newSession(this.#ownProfile)
    this.#frames = context.frameLog.open(transport.address, protocol.name)
    this.#conduct = new SessionConduct(protocol.name, context.now())
    this.#proof = new SenderProof(context, transport.address, this.#newCode)
  }

  /** What every device of this session is told of the platform. */
  get #ownProfile(): DeviceProfile {
    const pushKey = this.#context.pushKey()
    return { newCode: this.#newCode, ...(pushKey !== undefined && { pushKey }) }
  }

  get address(): string {
    return this.#transport.address
  }

  get isIdentified(): boolean {
    return this.#devices.last !== null
  }

  /** When the last good frame came, or the session began. */
  get lastFrameTime(): number {
    return this.#conduct.lastFrameTime
  }

  /** The database owes an answer: silence is not the device's fault. */
  get isWaitingForUs(): boolean {
    return this.#question.isWaiting || this.#replies.length > 0
  }

  get inFlight(): number {
    return this.#replies.length
  }

  /** May the next frame be handed over? If not, `transport.goOn` is called once it may. */
  isReady(): boolean {
    return (
      !this.#isOver &&
      !this.#question.isWaiting &&
      this.#replies.length < (this.#isHttp ? 1 : bounds.framesInFlight) &&
      !this.#conduct.isAtFullRate
    )
  }

  receive(frame: Uint8Array, now: number): void {
    this.#conduct.frameCame()
    if (this.#isHttp) this.#forgetSender()
    const messages = this.protocol.decode(frame, this.codecSession, now)
    this.#isLast = messages.some(({ isLast }) => isLast)
    this.#take(frame, messages, 0, now)
  }

  /** A request may be of another device than the one before, behind a proxy or from the platform of a maker. */
  #forgetSender(): void {
    this.codecSession = this.protocol.newSession(this.#ownProfile)
    this.#devices = new IdentifiedDevices()
    this.#proof = new SenderProof(this.#context, this.address, this.#newCode)
  }

  /** Once a second: time-outs of messages in parts, a new second's frames, look-ups that failed. */
  tick(now: number): void {
    if (this.#isOver) return
    this.#question.retry()
    const { last } = this.#devices
    if (this.#conduct.isPartDue(now) && last && this.protocol.due) {
      for (const message of this.protocol.due(this.codecSession, now))
        if (this.#proof.isBelieved(last, message)) this.#submit(last, message, null, now)
    }
    const wasReady = this.isReady()
    this.#conduct.newSecond()
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
      if (this.#devices.last === found) this.#applyProfile(found)
    }
  }

  /** The transport has ended. What was received is still committed; nobody is left to reply to. */
  end(reason: CloseReason): void {
    if (this.#isOver) return
    this.#isOver = true
    const { bytesReceived, bytesSent } = this.#transport
    this.#frames.end(reason, bytesReceived, bytesSent, this.#context.now())
    this.#question.cancel()
    for (const [, device] of this.#devices.all()) {
      this.#context.commands.gone(device.deviceId, this)
      if (!this.#context.sessions.detach(device.deviceId, this)) continue
      this.#context.ingest.submit({
        device,
        receivedTime: this.#context.now(),
        reports: [],
        isHeard: false,
        kind: 'disconnected',
        presence: { isConnected: false },
        settled: () => {},
      })
    }
  }

  close(reason: CloseReason): void {
    this.#transport.close(reason)
  }

  /** Commands to a device of this session, in its protocol. */
  write(deviceId: number, frames: readonly Uint8Array[]): void {
    for (const frame of frames) {
      this.#transport.send(frame)
      this.#logSent(deviceId, frame)
    }
  }

  /** Sends the replies of all frames that are committed, up to the first one that is not. */
  #sendReplies(): void {
    if (this.#isOver) return
    const wasReady = this.isReady()
    const replies = this.#replies.take()
    if (replies && !this.#replyWithCommand(replies)) this.#reply(replies)
    if (!wasReady && this.isReady()) this.#transport.goOn()
  }

  /**
   * Over HTTP nobody is connected: what a device is to be told stands in the answer to its request.
   * @returns whether the answer waits for the database
   */
  #replyWithCommand(replies: Uint8Array): boolean {
    const { last } = this.#devices
    const { handOut } = this.#context
    const { encodeCommand, isBehindPlatform } = this.protocol
    if (!this.#isHttp || !encodeCommand || isBehindPlatform || !last || !handOut.mayHave(last)) return false
    this.#question.start(async () => {
      // Away from the database, the command waits for the next request.
      const found = await handOut.take(last, this.protocol, this.codecSession).catch(() => null)
      return () => {
        this.#reply(found ? withBody(found.frames, this.#isLast) : replies)
        found?.written().catch(() => {})
        if (this.isReady()) this.#transport.goOn()
      }
    })
    return true
  }

  #reply(replies: Uint8Array): void {
    this.#transport.send(replies)
    const { last } = this.#devices
    if (last) this.#logSent(last.deviceId, replies)
    if (this.#isLast) this.#transport.close('remote')
  }

  /** Goes through the messages of a frame, from `from` on; stops where the database must be asked first. */
  #take(frame: Uint8Array, messages: Message[], from: number, receivedTime: number): void {
    for (let at = from; at < messages.length && !this.#isOver; at++) {
      const message = messages[at]!
      const held = { frame, messages, at, receivedTime }
      const device = this.#devices.find(message.identity)
      if (device === undefined) {
        this.#lookUp(held)
        return
      }
      if (device) {
        const isBelieved = this.#proof.isBelieved(device, message)
        if (isBelieved === undefined) {
          this.#checkProof(held, device)
          return
        }
        this.#takeOne(held, device, isBelieved)
      } else {
        if (this.#isHttp) this.#sendRefusals(message)
        else this.#closeFor(this.#conduct.namelessCame(message))
        this.#closeFor(this.#conduct.messageCame(message, receivedTime))
      }
    }
  }

  /** A message of a known device: handed over, or refused. */
  #takeOne({ frame, messages, at, receivedTime }: HeldFrame, device: KnownDevice, isBelieved: boolean): void {
    const message = messages[at]!
    const held = at === 0 ? frame : null
    if (isBelieved) this.#submit(device, message, held, receivedTime)
    else {
      if (held) this.#logReceived(device, message, held, receivedTime)
      this.#closeFor(this.#conduct.unprovedCame())
      this.#sendRefusals(message)
    }
    this.#closeFor(this.#conduct.messageCame(message, receivedTime))
  }

  #closeFor(reason: CloseReason | null): void {
    if (reason) this.#transport.close(reason)
  }

  #lookUp(held: HeldFrame): void {
    const { identity, ...message } = held.messages[held.at]!
    const named = { ...message, identity: identity! }
    this.#question.start(async () => {
      const sender = await findSender(this.#context, this.protocol.name, this.address, named)
      return () => this.#found(held, nameOf(named.identity), sender)
    })
  }

  #checkProof(held: HeldFrame, device: KnownDevice): void {
    this.#question.start(async () => {
      const isBelieved = await this.#proof.check(device, held.messages[held.at]!)
      return () => {
        this.#takeOne(held, device, isBelieved)
        this.#goOnBehind(held)
      }
    })
  }

  #found(held: HeldFrame, key: string, sender: Sender | null): void {
    const { frame, messages, at, receivedTime } = held
    if (sender === null) {
      const message = messages[at]!
      if (at === 0) this.#frames.receivedUnknown(message.identity!, frame, receivedTime)
      this.#refuse(message)
      this.#closeFor(this.#conduct.messageCame(message, receivedTime))
      this.#goOnBehind(held)
      return
    }
    const { device, newKey } = sender
    const isFirst = this.#devices.last === null
    this.#devices.add(key, device)
    this.#applyProfile(device)
    if (this.#devices.count > bounds.idsPerConnection) this.#transport.close('tooManyIds')
    if (newKey !== null) this.#newKeys.set(device.deviceId, newKey)
    const read = isFirst ? this.#readAgain(frame, messages, device, receivedTime) : messages
    this.#take(frame, read, at, receivedTime)
    if (this.isReady()) this.#transport.goOn()
  }

  /** The message that was held is dealt with. */
  #goOnBehind({ frame, messages, at, receivedTime }: HeldFrame): void {
    this.#take(frame, messages, at + 1, receivedTime)
    if (this.isReady()) this.#transport.goOn()
  }

  /** What is known of the device may change how its very first frame reads: time zone, dialect, checksum. */
  #readAgain(frame: Uint8Array, messages: Message[], { profile }: KnownDevice, now: number): Message[] {
    if (Object.keys(profile).length === 0 || messages.some(({ kind }) => kind === 'part')) return messages
    const again = this.protocol.decode(frame, this.codecSession, now)
    return again.length === messages.length ? again : messages
  }

  #applyProfile({ profile }: KnownDevice): void {
    this.protocol.applyProfile(this.codecSession, { ...profile, ...this.#ownProfile })
  }

  #refuse(message: Message): void {
    if (message.kind === 'malformed') {
      if (this.#isHttp) this.#sendRefusals(message)
      return
    }
    unknownTotal.inc()
    const isListed = this.#context.unknown.note(message.identity!, this.protocol.name, this.address)
    const reason = isListed ? this.#conduct.unknownCame() : 'unknown'
    if (!reason || this.#isHttp) this.#sendRefusals(message)
    this.#closeFor(reason)
  }

  #sendRefusals({ refusals }: Message): void {
    for (const refusal of refusals) this.#transport.send(refusal)
    if (this.#isLast) this.#transport.close('remote')
  }

  #submit(device: KnownDevice, message: Message, frame: Uint8Array | null, receivedTime: number): void {
    if (frame) this.#logReceived(device, message, frame, receivedTime)
    const presence = this.#presenceOf(device, receivedTime)
    if (presence === 'contested') {
      if (this.#transport.isConnection) this.#transport.close('contested')
      else this.#sendRefusals(message)
      return
    }
    this.#learnKey(device)
    const pending = new PendingFrame(this.#replies, device, message, frame !== null, receivedTime, presence)
    this.#replies.add(pending)
    this.#context.ingest.submit(pending)
    if (this.#isHttp) this.#context.handOut.heard(device, message)
    else this.#context.commands.heard(device, message, this, receivedTime)
  }

  #logReceived({ deviceId }: KnownDevice, message: Message, frame: Uint8Array, time: number): void {
    this.#frames.received(deviceId, frame, time)
    if (this.#context.watched.has(deviceId))
      this.#tell(
        deviceId,
        false,
        frame,
        time,
        decodedReceived(this.protocol, this.codecSession, frame, message),
      )
  }

  #logSent(deviceId: number, bytes: Uint8Array): void {
    const time = this.#context.now()
    this.#frames.sent(deviceId, bytes, time)
    if (this.#context.watched.has(deviceId))
      this.#tell(deviceId, true, bytes, time, decodedSent(this.protocol, this.codecSession, bytes))
  }

  /** Somebody watches the device in a page. */
  #tell(deviceId: number, isSent: boolean, bytes: Uint8Array, time: number, says: Decoded): void {
    this.#context.watched.tell({
      deviceId,
      time,
      direction: isSent ? 'out' : 'in',
      hex: toHex(bytes),
      protocol: this.protocol.name,
      connectionId: this.#frames.id,
      ...says,
    })
  }

  /** Said with the device's first frame of this session. */
  #presenceOf(device: KnownDevice, now: number): Presence | 'contested' | undefined {
    const { sessions } = this.#context
    if (!this.#transport.isConnection)
      return sessions.takesDatagram(device, this.address, now) ? undefined : 'contested'
    const isNew = sessions.attach(device, this, now)
    if (isNew === 'contested') return isNew
    return isNew ? { isConnected: true, remoteAddress: this.address, wire: this.protocol.name } : undefined
  }

  /** Once the device is believed. */
  #learnKey(device: KnownDevice): void {
    const key = this.#newKeys.get(device.deviceId)
    if (key === undefined) return
    this.#newKeys.delete(device.deviceId)
    this.#context.identities.learn(key, device)
  }
}
