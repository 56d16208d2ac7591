import type { MediaPiece, Message, Protocol } from '@trackway/protocols/protocol.ts'
import type { CommandSession } from '../features/commands/delivery/command-dispatcher.ts'
import type { KnownDevice } from '../features/devices/device-registry.ts'
import type { UpgradeSession } from '../features/firmware/transfer/upgrade-sender.ts'
import { bounds, type CloseReason } from './bounds.ts'
import type { ConnectionLog } from './connection-log.ts'
import { Identification } from './identity/identification.ts'
import { logReceived, logSent } from './log-frame.ts'
import { countRefused } from './metrics.ts'
import { PendingFrame, ReplyQueue } from './reply-queue.ts'
import type { SessionContext, Transport } from './session-context.ts'
import type { ConnectedSession, IsEdited } from './session-registry.ts'

/**
 * One device, or one gateway of several, connected to the platform: the session decodes frames, hands what their
 * senders report to ingest, and replies in the order of arrival, each after its commit.
 */
export class DeviceSession extends ReplyQueue implements ConnectedSession, CommandSession, UpgradeSession {
  readonly protocol: Protocol<unknown>
  /** What the codec remembers of the device. */
  readonly codecSession: unknown
  readonly context: SessionContext
  readonly frames: ConnectionLog
  readonly #transport: Transport
  readonly #sender: Identification
  #isOver = false

  constructor(protocol: Protocol<unknown>, transport: Transport, context: SessionContext) {
    super()
    this.protocol = protocol
    this.context = context
    this.#transport = transport
    this.frames = context.frameLog.open(transport.address, protocol.name)
    this.#sender = new Identification(context, this, context.now())
    this.codecSession = protocol.newSession({ newCode: this.#sender.newCode })
  }

  get address(): string {
    return this.#transport.address
  }

  get isIdentified(): boolean {
    return this.#sender.last !== null
  }

  /** When the last good frame came, or the session began. */
  get lastFrameTime(): number {
    return this.#sender.lastFrameTime
  }

  /** A query is pending: silence is not the device's fault. */
  get isWaitingForUs(): boolean {
    return this.#sender.isWaiting || this.inFlight > 0
  }

  /** May the next frame be handed over? If not, `transport.resume` is called once it may. */
  isReady(): boolean {
    const { isWaiting, isAtFullRate } = this.#sender
    return !this.#isOver && !isWaiting && this.inFlight < bounds.framesInFlight && !isAtFullRate
  }

  receive(frame: Uint8Array, now: number): void {
    this.#sender.countFrame()
    this.#sender.take(frame, this.protocol.decode(frame, this.codecSession, now), 0, now)
  }

  /** Once a second: time-outs of messages in parts, a new second's frames, look-ups that failed. */
  tick(now: number): void {
    if (this.#isOver) return
    const sender = this.#sender
    sender.retry()
    const { last } = sender
    if (sender.isPartDue(now) && last && this.protocol.due) {
      for (const message of this.protocol.due(this.codecSession, now))
        if (sender.isBelieved(last, message)) this.deliver(last, message, null, now)
    }
    const wasReady = this.isReady()
    sender.newSecond()
    if (!wasReady && this.isReady()) this.resume()
  }

  /** Devices were edited, or their owner: takes up what is known of them now, or ends when one is gone. */
  async refresh(isEdited: IsEdited): Promise<void> {
    for (const [key, device] of this.#sender.all()) {
      if (!isEdited(device)) continue
      // Away from the database, what was known still holds.
      const found = await this.context.registry.find({ terminalIds: [device.terminalId] }).catch(() => device)
      if (this.#isOver) return
      if (found?.deviceId !== device.deviceId) return this.close('deleted')
      this.#sender.replace(key, found)
    }
  }

  /** The transport has ended. What was received is still committed; nobody is left to reply to. */
  end(reason: CloseReason): void {
    if (this.#isOver) return
    this.#isOver = true
    const { bytesReceived, bytesSent } = this.#transport
    const { commands, upgrades, sessions, ingest, now } = this.context
    this.frames.end(reason, bytesReceived, bytesSent, now())
    this.#sender.end()
    for (const [, device] of this.#sender.all()) {
      commands.onDisconnect(device.deviceId, this)
      upgrades.onDisconnect(device.deviceId, this)
      if (!sessions.detach(device.deviceId, this)) continue
      ingest.submit({
        device,
        receivedTime: now(),
        reports: [],
        isFromDevice: false,
        kind: 'disconnected',
        presence: { isConnected: false },
        settled: () => {},
      })
    }
  }

  close(reason: CloseReason): void {
    this.#transport.close(reason)
  }

  resume(): void {
    this.#transport.resume()
  }

  /** Commands and files to a device of this session, in its protocol. */
  write(deviceId: number, frames: readonly Uint8Array[], isLogged = true): void {
    for (const frame of frames) {
      this.#transport.send(frame)
      if (isLogged) logSent(this, deviceId, frame, this.context.now())
    }
  }

  /** Sends the replies of all frames that are committed, up to the first one that is not. */
  protected override sendReplies(): void {
    if (this.#isOver) return
    const wasReady = this.isReady()
    const replies = this.takeReplies()
    if (replies) {
      this.#transport.send(replies)
      const { last } = this.#sender
      if (last) logSent(this, last.deviceId, replies, this.context.now())
    }
    if (!wasReady && this.isReady()) this.resume()
  }

  override storeMedia(frame: PendingFrame, piece: MediaPiece): void {
    const { device, receivedTime } = frame
    this.context.media.take(device.deviceId, {
      piece,
      receivedTime,
      settled: (outcome) => {
        if (outcome.kind === 'refused') return frame.finished(piece.again ?? [])
        const { progress } = outcome
        const more = progress && this.protocol.answerMedia?.(this.codecSession, piece, progress)
        frame.finished(more ? [...frame.replies, ...more] : frame.replies)
      },
    })
  }

  applyProfile({ profile }: KnownDevice): void {
    this.protocol.applyProfile(this.codecSession, { ...profile, newCode: this.#sender.newCode })
  }

  deliver(device: KnownDevice, message: Message, frame: Uint8Array | null, receivedTime: number): void {
    if (frame) logReceived(this, device.deviceId, message, frame, receivedTime)
    const presence = this.#transport.claim(device, receivedTime)
    if (presence === 'contested') {
      countRefused(presence)
      this.#refuse(message)
      return
    }
    const newKey = this.#sender.takeNewKey(device)
    if (newKey !== undefined) this.context.identities.learn(newKey, device)
    const pending = new PendingFrame(this, device, message, frame !== null, receivedTime, presence)
    this.addPending(pending)
    this.context.ingest.submit(pending)
    if (!this.#sender.hasProved(device) && !this.#transport.mayCommand(device, receivedTime)) return
    this.context.commands.onMessage(device, message, this, receivedTime)
    this.context.upgrades.onMessage(device, message, this, receivedTime)
  }

  disbelieve({ deviceId }: KnownDevice, message: Message, frame: Uint8Array | null, time: number): void {
    if (frame) logReceived(this, deviceId, message, frame, time)
    countRefused('unproved')
    this.#refuse(message)
  }

  refuseUnknown(message: Message, frame: Uint8Array | null, receivedTime: number): void {
    if (frame) this.frames.receivedUnknown(message.identity!, frame, receivedTime)
    if (message.kind === 'malformed') return
    const isListed = this.context.unknown.note(message.identity!, this.protocol.name, this.address)
    countRefused(isListed ? 'unknown' : 'tooManyUnknown')
    const reason = isListed ? this.#sender.countUnknown() : 'unknown'
    if (reason) this.close(reason)
    else this.#refuse(message)
  }

  #refuse({ refusals }: Message): void {
    for (const refusal of refusals) this.#transport.send(refusal)
  }
}
