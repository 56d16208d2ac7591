import { whyNotCut } from '@trackway/core/commands/command-states.ts'
import type { EncodedCommand, Protocol } from '@trackway/protocols/protocol.ts'
import type { Bus } from '../../../platform/bus/bus.ts'
import type { Database } from '../../../platform/database/database.ts'
import {
  acknowledgeCommand,
  type DueCommand,
  failCommand,
  findDue,
  holdCommand,
  takeCommand,
} from './desk-queries.ts'

interface Options {
  database: Pick<Database, 'db'>
  bus: Bus
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
}

/** Devices of which it is known that nothing waits for them. Beyond: all are asked about anew. */
const maxQuiet = 200_000
/** Longer than any answer takes to be written. */
const writeMs = 30_000

/**
 * Commands for devices that only ask and are never connected: the oldest one that is due goes out with the answer to
 * a request. Nothing answers it.
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
    const rows = (await findDue(database.db, [deviceId], now())).filter(
      ({ state, expire_time }) => state === 'queued' && expire_time > now(),
    )
    if (rows.length === 0 && changes === this.#changes) this.#keepQuiet(deviceId)
    for (const row of rows) {
      if (row.due_time > now() || (await this.#isHeld(row))) continue
      const taken = await takeCommand(database.db, row, { gateway, answerMs: writeMs }, now())
      if (!taken) return null
      const encoded = protocol.encodeCommand?.(row.command, codecSession, {
        ...{ flag: row.id, terminalId, now: now() },
      })
      if (encoded === undefined || 'unsupported' in encoded) {
        await failCommand(database.db, row.id, { failure: 'unsupported' }, now())
        this.#tell(deviceId)
        continue
      }
      return { frames: encoded.frames, written: () => this.#written(row) }
    }
    return null
  }

  close(): void {
    for (const stop of this.#stops) stop()
  }

  async #isHeld(row: DueCommand): Promise<boolean> {
    const { database, now } = this.#options
    if (row.code !== 'oilCut') return false
    const { speed_kmh: speedKmh, fix_time: fixTime } = row
    const reason = whyNotCut({ accOn: null, accTime: null, speedKmh, fixTime }, now())
    if (reason !== null && row.held_by !== reason) {
      await holdCommand(database.db, row.id, reason)
      this.#tell(row.device_id)
    }
    return reason !== null
  }

  async #written(row: DueCommand): Promise<void> {
    const { database, now } = this.#options
    const verdict = { replyClass: 'success', result: 1, reply: null } as const
    await acknowledgeCommand(database.db, row.id, verdict, null, now())
    this.#tell(row.device_id)
  }

  #keepQuiet(deviceId: number): void {
    if (this.#quiet.size >= maxQuiet) this.#quiet.clear()
    this.#quiet.add(deviceId)
  }

  #tell(deviceId: number): void {
    this.#options.bus.publish('command.changed', { deviceIds: Int32Array.of(deviceId) })
  }
}
