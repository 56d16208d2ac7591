import type { EncodedCommand, Message, Protocol } from '@trackway/protocols/protocol.ts'
import type { Platform } from '../../../platform/platform.ts'
import {
  acknowledgeCommand,
  confirmCommand,
  type DueCommand,
  failCommand,
  findDue,
  holdCommand,
  putBackCommand,
  takeCommand,
} from './delivery-queries.ts'
import { effectOfRow, effectUntil, shows } from './effects.ts'
import { planDelivery, unknownIgnition } from './plan-delivery.ts'
import { endSoonAfterHeard, settlePushedReplies } from './platform-replies.ts'
import { unsure } from './verdict.ts'

interface Options extends Platform {
  /** Of this process, as in `device_states.gateway`. */
  gateway: string
  now: () => number
}

/** A device that asks. */
interface AskingDevice {
  readonly deviceId: number
  readonly terminalId: string
}

/** A command that was taken for a device that has just asked. */
export interface HandedOut {
  frames: EncodedCommand['frames']
  /** It was written into the answer, which is all that is ever known of it. */
  written(): Promise<void>
  /** The device went before it was answered: the command waits until it asks again. */
  putBack(): Promise<void>
}

/** Devices of which it is known that nothing waits for them. Beyond: all are asked about anew. */
const maxQuiet = 200_000
/** Longer than any answer takes to be written. */
const writeMs = 30_000

/**
 * Commands for devices that only ask and are never connected: the oldest one that is due goes out with the answer to
 * a request. Of those behind the platform of their network, which other code hands its commands to, it hears what the
 * platform and the device say.
 */
export class CommandHandOut {
  readonly #options: Options
  readonly #quiet = new Set<number>()
  readonly #stops: (() => void)[]
  /** Counts what changed: who was quiet before may not be so any more. */
  #changes = 0

  constructor(options: Options) {
    this.#options = options
    const { bus } = options
    this.#stops = [
      bus.subscribe('command.changed', ({ deviceIds }) => {
        this.#changes++
        for (const id of deviceIds) this.#quiet.delete(id)
      }),
      bus.subscribe('messages.missed', () => {
        this.#changes++
        this.#quiet.clear()
      }),
    ]
  }

  /** May something wait for the device? */
  mayHave({ deviceId }: AskingDevice): boolean {
    return !this.#quiet.has(deviceId)
  }

  /** @returns null: nothing is due. @throws when the database does not answer */
  async take(
    device: AskingDevice,
    protocol: Protocol<unknown>,
    codecSession: unknown,
  ): Promise<HandedOut | null> {
    const { database, gateway, now } = this.#options
    const { deviceId, terminalId } = device
    const changes = this.#changes
    const rows = await findDue(database.db, [deviceId], now())
    if (rows.length === 0 && changes === this.#changes) this.#keepQuiet(deviceId)
    for (let left = rows; left.length > 0; ) {
      const asking = { gateway, since: Number.POSITIVE_INFINITY, ...unknownIgnition }
      const { held, deliver: row } = planDelivery(left, asking, now())
      for (const one of held) await this.#hold(one.row, one.reason)
      if (row === null) return null
      if (!(await takeCommand(database.db, row, { gateway, answerMs: writeMs }, now()))) return null
      const request = { flag: row.id, terminalId, now: now() }
      const encoded = protocol.encodeCommand?.(row.command, codecSession, request)
      if (encoded !== undefined && !('unsupported' in encoded))
        return {
          frames: encoded.frames,
          written: () => this.#written(row),
          putBack: () => this.#putBack(row),
        }
      await failCommand(database.db, row.id, { failure: 'unsupported' }, now())
      this.#publishChange(deviceId)
      left = left.filter((each) => each !== row)
    }
    return null
  }

  /** A believed message of a device that asks. */
  onMessage({ deviceId }: AskingDevice, message: Message): void {
    const isOfReport = message.reports.length > 0 && !this.#quiet.has(deviceId)
    if (!message.command && !isOfReport) return
    this.#settle(deviceId, message).catch((error) =>
      this.#options.log.warn({ err: error, deviceId }, 'what a device said of a command could not be stored'),
    )
  }

  async #settle(deviceId: number, { command, reports }: Message): Promise<void> {
    const { database, now } = this.#options
    const changes = this.#changes
    if (command && (await settlePushedReplies(database.db, deviceId, command, now())))
      this.#publishChange(deviceId)
    if (reports.length === 0) return
    const rows = await findDue(database.db, [deviceId], now())
    if (rows.length === 0 && changes === this.#changes) this.#keepQuiet(deviceId)
    await endSoonAfterHeard(database.db, rows, now())
    for (const { id, state, effect, sent_time: sentTime } of rows) {
      if (state !== 'acknowledged' || effect === null || sentTime === null) continue
      const awaited = { effect, sentTime, lastFixTime: null }
      if (
        reports.some((report) => shows(awaited, report, now())) &&
        (await confirmCommand(database.db, id, now()))
      )
        this.#publishChange(deviceId)
    }
  }

  close(): void {
    for (const stop of this.#stops) stop()
  }

  async #hold(row: DueCommand, reason: NonNullable<DueCommand['held_by']>): Promise<void> {
    if (row.held_by === reason) return
    await holdCommand(this.#options.database.db, row.id, reason)
    this.#publishChange(row.device_id)
  }

  async #written(row: DueCommand): Promise<void> {
    const { database, now } = this.#options
    const effect = effectOfRow(row)
    const verdict = unsure('unanswered')
    const awaited = effect && { effect, byTime: effectUntil(effect, verdict, now()) }
    await acknowledgeCommand(database.db, row.id, verdict, awaited, now())
    this.#publishChange(row.device_id)
  }

  async #putBack({ id, device_id: deviceId }: DueCommand): Promise<void> {
    await putBackCommand(this.#options.database.db, id)
    this.#publishChange(deviceId)
  }

  #keepQuiet(deviceId: number): void {
    if (this.#quiet.size >= maxQuiet) this.#quiet.clear()
    this.#quiet.add(deviceId)
  }

  #publishChange(deviceId: number): void {
    this.#options.bus.publish('command.changed', { deviceIds: Int32Array.of(deviceId) })
  }
}
