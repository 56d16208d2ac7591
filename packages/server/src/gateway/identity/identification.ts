import { randomBytes } from 'node:crypto'
import type { Identity, Message, Protocol } from '@trackway/protocols/protocol.ts'
import type { KnownDevice } from '../../features/devices/device-registry.ts'
import { bounds, type CloseReason } from '../bounds.ts'
import { SessionLimits } from '../session-limits.ts'
import { findSender, type Sender, type SenderSources } from './find-sender.ts'
import { RetryingLookup } from './retrying-lookup.ts'
import { checkProof, isBelieved, type ProofSources } from './sender-proof.ts'

const codeBytes = 8
/** Random bytes for many codes: asking the system for those of each takes longer than all else a new session needs. */
let random = randomBytes(0)
let randomAt = 0

function randomCode(): string {
  if (randomAt === random.length) {
    random = randomBytes(512 * codeBytes)
    randomAt = 0
  }
  randomAt += codeBytes
  return random.toString('hex', randomAt - codeBytes, randomAt)
}

/** The session that messages are handed to once it is known who they are from. */
interface IdentifiedSession {
  readonly protocol: Protocol<unknown>
  readonly codecSession: unknown
  readonly address: string
  /** A message of a device that is believed; `frame` comes with the first one of a frame. */
  deliver(device: KnownDevice, message: Message, frame: Uint8Array | null, receivedTime: number): void
  /** A message of a device that is not believed. */
  disbelieve(device: KnownDevice, message: Message, frame: Uint8Array | null, receivedTime: number): void
  /** A message of a device that is not registered. */
  refuseUnknown(message: Message, frame: Uint8Array | null, receivedTime: number): void
  /** The profile of the sending device has changed. */
  applyProfile(device: KnownDevice): void
  close(reason: CloseReason): void
  /** Frames may be taken again. */
  resume(): void
}

/** A frame whose message at place `at` waits for an answer of the database. */
interface HeldFrame {
  frame: Uint8Array
  messages: Message[]
  at: number
  receivedTime: number
}

/**
 * Identifies who sends in a session: one device, or those of a relay, which names them in turn. A frame of a new one
 * waits, and the session with it, until the database has answered which device it is and whether it is believed.
 */
export class Identification extends SessionLimits {
  /** The code for a device that registers in this session, by which it proves itself later. */
  readonly newCode = randomCode()
  readonly #sources: SenderSources & ProofSources
  readonly #session: IdentifiedSession
  /** The device that sent last, under the key of its id; frames without an id are its. */
  #key = ''
  #last: KnownDevice | null = null
  /** All devices by key, once there is a second one. */
  #devices: Map<string, KnownDevice> | null = null
  #lookup: RetryingLookup | null = null
  /** Devices that have sent their code. */
  #proved: Set<number> | null = null
  /** By device, the id in its header, where only the id in its body was known. */
  #newKeys: Map<number, string> | null = null
  #isOver = false

  constructor(sources: SenderSources & ProofSources, session: IdentifiedSession, now: number) {
    super(session.protocol.name, now)
    this.#sources = sources
    this.#session = session
  }

  get last(): KnownDevice | null {
    return this.#last
  }

  /** A query is pending: no frame is taken until then. */
  get isWaiting(): boolean {
    return this.#lookup !== null
  }

  all(): [string, KnownDevice][] {
    if (this.#devices) return [...this.#devices]
    return this.#last ? [[this.#key, this.#last]] : []
  }

  /** What is known of a device has changed. */
  replace(key: string, device: KnownDevice): void {
    this.#devices?.set(key, device)
    if (this.#key !== key) return
    this.#last = device
    this.#session.applyProfile(device)
  }

  isBelieved(device: KnownDevice, message: Message): boolean {
    return isBelieved(device, message, this.#proved) ?? false
  }

  /** Has the device sent its code in this session? */
  hasProved({ deviceId }: KnownDevice): boolean {
    return this.#proved?.has(deviceId) ?? false
  }

  /** Another name of the device that is to be learnt, once. */
  takeNewKey({ deviceId }: KnownDevice): string | undefined {
    const key = this.#newKeys?.get(deviceId)
    this.#newKeys?.delete(deviceId)
    return key
  }

  /** Once a second: repeats a query that the database did not answer. */
  retry(): void {
    this.#lookup?.retry()
  }

  /** The session is over: results of pending queries are of no use any more. */
  end(): void {
    this.#isOver = true
    this.#lookup = null
  }

  /** Hands over the messages of a frame, from `from` on; stops where the database must be queried first. */
  take(frame: Uint8Array, messages: Message[], from: number, receivedTime: number): void {
    for (let at = from; at < messages.length && !this.#isOver; at++) {
      const message = messages[at]!
      const device = this.#find(message.identity)
      if (device === null) {
        this.#closeFor(this.countUnidentified(message))
        this.#closeFor(this.countMessage(message, receivedTime))
        continue
      }
      const held = { frame, messages, at, receivedTime }
      const believed = device && isBelieved(device, message, this.#proved)
      if (device === undefined) this.#lookUp(held)
      else if (believed === undefined) this.#prove(held, device)
      else this.#takeOne(held, device, believed)
      if (this.#lookup !== null) return
    }
  }

  /** Undefined: a new sender. Null: no sender has been named yet. */
  #find(identity: Identity | undefined): KnownDevice | null | undefined {
    if (!identity) return this.#last
    const key = keyOf(identity)
    if (key === this.#key) return this.#last
    const device = this.#devices?.get(key)
    if (!device) return undefined
    this.#key = key
    this.#last = device
    return device
  }

  #takeOne({ frame, messages, at, receivedTime }: HeldFrame, device: KnownDevice, isBelieved: boolean): void {
    const message = messages[at]!
    const whole = at === 0 ? frame : null
    if (isBelieved) this.#session.deliver(device, message, whole, receivedTime)
    else {
      this.#session.disbelieve(device, message, whole, receivedTime)
      this.#closeFor(this.countUnproved())
    }
    this.#closeFor(this.countMessage(message, receivedTime))
  }

  #closeFor(reason: CloseReason | null): void {
    if (reason) this.#session.close(reason)
  }

  #lookUp(held: HeldFrame): void {
    const { protocol, address } = this.#session
    const message = held.messages[held.at]!
    const named = { ...message, identity: message.identity! }
    this.#query(
      () => findSender(this.#sources, protocol.name, address, named),
      (sender) => this.#found(held, keyOf(named.identity), sender),
    )
  }

  #prove(held: HeldFrame, device: KnownDevice): void {
    this.#proved ??= new Set()
    const prover = { address: this.#session.address, newCode: this.newCode, proved: this.#proved }
    const message = held.messages[held.at]!
    this.#query(
      () => checkProof(this.#sources, device, message, prover),
      (believed) => {
        this.#takeOne(held, device, believed)
        this.#takeNext(held)
      },
    )
  }

  #query<T>(query: () => Promise<T>, use: (answer: T) => void): void {
    const lookup = new RetryingLookup(async () => {
      const answer = await query()
      return () => {
        // The session may have ended in the meantime.
        if (this.#lookup !== lookup) return
        this.#lookup = null
        use(answer)
        this.#session.resume()
      }
    })
    this.#lookup = lookup
  }

  #found(held: HeldFrame, key: string, sender: Sender | null): void {
    const { frame, messages, at, receivedTime } = held
    if (sender === null) {
      const message = messages[at]!
      this.#session.refuseUnknown(message, at === 0 ? frame : null, receivedTime)
      this.#closeFor(this.countMessage(message, receivedTime))
      this.#takeNext(held)
      return
    }
    const { device, newKey, isNew } = sender
    const isFirst = this.#last === null
    this.#add(key, device)
    this.#session.applyProfile(device)
    if (isNew) this.#closeFor(this.countUnknown())
    if ((this.#devices?.size ?? 1) > bounds.idsPerConnection) this.#session.close('tooManyIds')
    if (newKey !== null) {
      this.#newKeys ??= new Map()
      this.#newKeys.set(device.deviceId, newKey)
    }
    this.take(frame, isFirst ? this.#readAgain(held, device) : messages, at, receivedTime)
  }

  /** Makes this device the sender of frames without an id. */
  #add(key: string, device: KnownDevice): void {
    if (this.#last && this.#key !== key) this.#devices ??= new Map([[this.#key, this.#last]])
    this.#devices?.set(key, device)
    this.#key = key
    this.#last = device
  }

  /** The message that was held is dealt with. */
  #takeNext({ frame, messages, at, receivedTime }: HeldFrame): void {
    this.take(frame, messages, at + 1, receivedTime)
  }

  /** Decodes the very first frame again, by the profile of its device: time zone, dialect, checksum. */
  #readAgain({ frame, messages, receivedTime }: HeldFrame, { profile }: KnownDevice): Message[] {
    if (Object.keys(profile).length === 0 || messages.some(({ kind }) => kind === 'part')) return messages
    const { protocol, codecSession } = this.#session
    const again = protocol.decode(frame, codecSession, receivedTime)
    return again.length === messages.length ? again : messages
  }
}

/** One text for an identity, to remember it by. */
const keyOf = ({ terminalIds }: Identity): string => terminalIds.join()
