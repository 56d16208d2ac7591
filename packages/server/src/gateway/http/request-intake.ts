import type {
  DeviceProfile,
  HttpAnswer,
  HttpRequest,
  Message,
  Protocol,
  RequestReading,
} from '@trackway/protocols/protocol.ts'
import { writtenAnswer } from '@trackway/protocols/wire/http/request-text.ts'
import type { HandedOut } from '../../features/commands/delivery/hand-out.ts'
import type { KnownDevice } from '../../features/devices/device-registry.ts'
import type { CloseReason } from '../bounds.ts'
import type { ConnectionLog } from '../connection-log.ts'
import { findSender, type Sender } from '../identity/find-sender.ts'
import { checkProof, isBelieved } from '../identity/sender-proof.ts'
import { logReceived, logSent } from '../log-frame.ts'
import { countRefused } from '../metrics.ts'
import type { SessionContext } from '../session-context.ts'
import type { SessionLimits } from '../session-limits.ts'

/** The connection that a request came by. */
interface Carrier extends SessionLimits {
  readonly address: string
  readonly protocol: Protocol<unknown>
  readonly frames: ConnectionLog
  /** @returns false: it is closed, and the client was sent another answer, or none */
  answer(answer: HttpAnswer): boolean
  close(reason: CloseReason): void
  /** Resolves with the next second; never once the connection is closed. */
  nextSecond(): Promise<void>
}

/** Finds out whose a request is, hands what it reports to ingest, and answers after the commit. */
export class RequestIntake {
  readonly #context: SessionContext

  constructor(context: SessionContext) {
    this.#context = context
  }

  /** @param frame the request as the log keeps it */
  async take(carrier: Carrier, request: HttpRequest, frame: Uint8Array): Promise<void> {
    const { protocol, address, frames } = carrier
    const receivedTime = this.#context.now()
    const reading = protocol.readRequest!(request, this.#profile(), receivedTime)
    const { message, refused } = reading
    if (reading.platform !== undefined) this.#context.pushes.note(reading.platform, receivedTime)
    const { identity } = message
    if (identity === undefined) return refuse(carrier, message, refused, receivedTime)
    const sender = await retried(carrier, () =>
      findSender(this.#context, protocol.name, address, { ...message, identity }),
    )
    if (sender !== null) {
      const read = protocol.readRequest!(request, this.#profile(sender.device), receivedTime)
      return this.#takeOf(carrier, sender, read, frame, receivedTime)
    }
    frames.receivedUnknown(identity, frame, receivedTime)
    refuse(carrier, message, refused, receivedTime, this.#countUnknown(carrier, message))
  }

  /** A request of a known device. */
  async #takeOf(
    carrier: Carrier,
    { device, newKey, isNew }: Sender,
    { message, taken, refused }: RequestReading,
    frame: Uint8Array,
    receivedTime: number,
  ): Promise<void> {
    const { address, protocol, frames } = carrier
    const { sessions, identities, handOut, ingest } = this.#context
    const codecSession = protocol.newSession(this.#profile(device))
    const session = { protocol, codecSession, frames, context: this.#context }
    const isSound = isBelieved(device, message, null) ?? (await this.#isProved(carrier, device, message))
    logReceived(session, device.deviceId, message, frame, receivedTime)
    if (!isSound) {
      countRefused('unproved')
      return refuse(carrier, message, refused, receivedTime, carrier.countUnproved())
    }
    // Nobody is connected: each request is complete in itself, as a datagram is.
    if (!sessions.takesDatagram(device, address, receivedTime)) {
      countRefused('contested')
      return refuse(carrier, message, refused, receivedTime)
    }
    if (newKey !== null) identities.learn(newKey, device)
    const reason = (isNew ? carrier.countUnknown() : null) ?? carrier.countMessage(message, receivedTime)
    const isCommitted = committed(ingest, device, message, receivedTime)
    handOut.onMessage(device, message)
    await isCommitted
    const command = await this.#commandFor(device, protocol, codecSession)
    const answer = command ? { status: 200, text: Buffer.concat(command.frames).toString() } : taken
    if (!carrier.answer(answer)) return void command?.putBack().catch(() => {})
    logSent(session, device.deviceId, writtenAnswer(answer), this.#context.now())
    command?.written().catch(() => {})
    if (reason) carrier.close(reason)
  }

  /** What the protocol knows of the platform, the same for every device, and of one device. */
  #profile(device?: KnownDevice): DeviceProfile {
    const pushKey = this.#context.pushes.key()
    return { ...device?.profile, ...(pushKey !== undefined && { pushKey }) }
  }

  #isProved(carrier: Carrier, device: KnownDevice, message: Message): Promise<boolean> {
    const prover = { address: carrier.address, newCode: '', proved: new Set<number>() }
    return retried(carrier, () => checkProof(this.#context, device, message, prover))
  }

  #countUnknown(carrier: Carrier, { kind, identity }: Message): CloseReason | null {
    if (kind === 'malformed') return null
    const isListed = this.#context.unknown.note(identity!, carrier.protocol.name, carrier.address)
    countRefused(isListed ? 'unknown' : 'tooManyUnknown')
    return isListed ? carrier.countUnknown() : 'unknown'
  }

  /** What a device that only polls is sent with the answer to its request. */
  async #commandFor(
    device: KnownDevice,
    protocol: Protocol<unknown>,
    codecSession: unknown,
  ): Promise<HandedOut | null> {
    const { handOut } = this.#context
    if (!protocol.encodeCommand || protocol.isReachedByPlatform || !handOut.mayHave(device)) return null
    // Away from the database, the command waits for the next request.
    return handOut.take(device, protocol, codecSession).catch(() => null)
  }
}

function refuse(
  carrier: Carrier,
  message: Message,
  answer: HttpAnswer,
  receivedTime: number,
  reason: CloseReason | null = null,
): void {
  const counted = carrier.countMessage(message, receivedTime)
  carrier.answer(answer)
  if (reason ?? counted) carrier.close((reason ?? counted)!)
}

/** Resolves once it is stored, or the database has refused it: it is kept then, and would only come again. */
const committed = (
  ingest: SessionContext['ingest'],
  device: KnownDevice,
  { kind, reports, information }: Message,
  receivedTime: number,
): Promise<void> =>
  new Promise((resolve) =>
    ingest.submit({
      device,
      receivedTime,
      reports,
      isFromDevice: true,
      kind,
      ...(information && { information }),
      settled(outcome) {
        if (outcome === 'committed') device.activateTime ??= receivedTime
        resolve()
      },
    }),
  )

/** Runs a query, each second anew while the database does not answer. */
async function retried<T>(carrier: Carrier, query: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await query()
    } catch {
      await carrier.nextSecond()
    }
  }
}
