import type { EncodedCommand, Message, Protocol } from '@trackway/protocols/protocol.ts'
import { confirmEffect, type DeliveryContext, deliverNext, publishChange, settleCommand } from './deliver.ts'
import { findDue, putBackCommand } from './delivery-queries.ts'
import { showsEffect } from './effects.ts'
import { unconnected } from './plan-delivery.ts'
import { settlePushedReplies, shortenAfterContact } from './platform-replies.ts'
import { unsure } from './verdict.ts'

interface Options extends DeliveryContext {
  /** Of this process, as in `device_states.gateway`. */
  gateway: string
}

/** A device that polls for commands. */
interface PollingDevice {
  readonly deviceId: number
  readonly terminalId: string
}

/** A command that was taken for a device that has just polled. */
export interface HandedOut {
  frames: EncodedCommand['frames']
  /** It was written into the answer, which is all that is ever known of it. */
  written(): Promise<void>
  /** The device disconnected before the answer: the command waits for its next poll. */
  putBack(): Promise<void>
}

/** Devices that are known to have no commands. Beyond this number the cache is emptied. */
const maxQuiet = 200_000
/** Longer than any answer takes to be written. */
const writeMs = 30_000

/**
 * Commands for devices that only poll and are never connected: the oldest one that is due goes out with the answer to
 * a request. For devices that a network platform reaches, other code hands the commands to the platform, and this
 * class settles them by the reports of the platform and the device.
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
  mayHave({ deviceId }: PollingDevice): boolean {
    return !this.#quiet.has(deviceId)
  }

  /** @returns null: nothing is due. @throws when the database does not answer */
  async take(
    device: PollingDevice,
    protocol: Protocol<unknown>,
    codecSession: unknown,
  ): Promise<HandedOut | null> {
    const { database, bus, gateway, now } = this.#options
    const { deviceId, terminalId } = device
    const changes = this.#changes
    const rows = await findDue(database.db, [deviceId], now())
    if (rows.length === 0 && changes === this.#changes) this.#keepQuiet(deviceId)
    const { sent } = await deliverNext(this.#options, rows, {
      ...unconnected,
      gateway,
      terminalId,
      protocol,
      codecSession,
      answerMs: () => writeMs,
      send: () => 'sent',
    })
    if (sent === null) return null
    const { row, encoded } = sent
    return {
      frames: encoded.frames,
      written: async () => void (await settleCommand(this.#options, row, unsure('unanswered'))),
      putBack: async () => {
        await putBackCommand(database.db, row.id, null)
        publishChange(bus, [deviceId])
      },
    }
  }

  /** A trusted message of a polling device. */
  onMessage({ deviceId }: PollingDevice, message: Message): void {
    const isOfReport = message.reports.length > 0 && !this.#quiet.has(deviceId)
    if (!message.command && !isOfReport) return
    this.#settle(deviceId, message).catch((error) =>
      this.#options.log.warn({ err: error, deviceId }, 'what a device said of a command could not be stored'),
    )
  }

  async #settle(deviceId: number, { command, reports }: Message): Promise<void> {
    const { database, now } = this.#options
    const changes = this.#changes
    if (command) await settlePushedReplies(this.#options, deviceId, command)
    if (reports.length === 0) return
    const rows = await findDue(database.db, [deviceId], now())
    if (rows.length === 0 && changes === this.#changes) this.#keepQuiet(deviceId)
    await shortenAfterContact(database.db, rows, now())
    for (const { id, state, effect, sent_time: sentTime } of rows) {
      if (state !== 'acknowledged' || effect === null || sentTime === null) continue
      const expected = { effect, sentTime, lastFixTime: null }
      if (reports.some((report) => showsEffect(expected, report, now())))
        await confirmEffect(this.#options, deviceId, id)
    }
  }

  close(): void {
    for (const stop of this.#stops) stop()
  }

  #keepQuiet(deviceId: number): void {
    if (this.#quiet.size >= maxQuiet) this.#quiet.clear()
    this.#quiet.add(deviceId)
  }
}
