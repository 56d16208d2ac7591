import { whyNotCut } from '@trackway/core/features/commands/command-states.ts'
import { endsConnection } from '@trackway/core/features/commands/commands.ts'
import type { CommandReply, EncodedCommand, Message, Protocol, Report } from '@trackway/protocols/protocol.ts'
import type { Platform } from '../../../platform/platform.ts'
import {
  acknowledgeCommand,
  type CommandRow,
  confirmCommand,
  type DueCommand,
  failCommand,
  failInterrupted,
  findDue,
  findDueDevices,
  findInterrupted,
  holdCommand,
  putBackCommand,
  takeCommand,
} from './delivery-queries.ts'
import { type AwaitedEffect, effectOfRow, effectUntil, shows } from './effects.ts'
import { type Asked, matchReply } from './match-reply.ts'
import { platformGateway } from './platform-replies.ts'
import { unsure, type Verdict, verdictOf } from './verdict.ts'

/** A device as it is registered. */
interface CommandDevice {
  deviceId: number
  terminalId: string
}

/** What it asks of a device's session. */
export interface CommandSession {
  readonly protocol: Protocol<unknown>
  readonly codecSession: unknown
  /** Writes frames to the device. */
  write(deviceId: number, frames: readonly Uint8Array[]): void
}

/** A device that answers late is asleep, or it slows down before it obeys. */
const answerMs = 30_000
const oilAnswerMs = 60_000
/**
 * Restarts mostly say nothing, and are seen by the connection that ends. Devices of the GT06 family restart up to a minute
 * after they were told; their old connection is known to be over once they are back, up to a minute later.
 */
const endAnswerMs = 120_000
/** An echo that devices of the kind may send, and mostly do not. */
const echoMs = 10_000
/** What was accepted is mostly not followed by a text. */
const textAfterAcceptMs = 10_000
/** An answer to what was given up is still taken for one. */
const lateMs = 120_000
/** A device that has just logged in is not ready at once. */
const afterLoginMs = 1_000
/** Devices take one command after the other, with a pause. */
const pauseMs = 1_000
/** How soon it is looked again for what could not be delivered. */
const recheckMs = 2_000
/** How soon what the bus did not tell of is found. */
const sweepMs = 10_000
/** A process that a device left hears so at once, and writes down what came of its command: else it is gone. */
const leftMs = 5_000
/** Devices of one question. */
const maxDevices = 1_000

interface Seat {
  session: CommandSession
  device: CommandDevice
  since: number
  /** What it said of its ignition on this connection, and when. */
  accOn: boolean | null
  accTime: number | null
}

interface Open extends Asked {
  row: CommandRow
  seat: Seat
  encoded: EncodedCommand
  isAccepted: boolean
  byTime: number
}

interface Ended extends Asked {
  row: CommandRow
  untilTime: number
}

interface Awaited extends AwaitedEffect {
  id: number
  untilTime: number
}

interface Options extends Platform {
  /** Of this process, as in `device_states.gateway`. */
  gateway: string
  now: () => number
}

/**
 * Delivers commands to the devices that speak through this process: one open command for each, in their order, each
 * taken in the database before it is written, so that no two processes deliver it. Answers settle it; what the device
 * reports afterwards confirms it.
 */
export class CommandDispatcher {
  readonly #options: Options
  readonly #seats = new Map<number, Seat>()
  /** Devices to look at, and not before when. */
  readonly #due = new Map<number, number>()
  readonly #open = new Map<number, Open>()
  readonly #ended = new Map<number, Ended>()
  readonly #awaited = new Map<number, Awaited[]>()
  readonly #stopListening: () => void
  #underWay: Promise<void> | null = null
  #sweepTime = 0
  #isLookWanted = false
  #isClosed = false

  constructor(options: Options) {
    this.#options = options
    const { bus } = options
    const stops = [
      bus.subscribe('command.changed', ({ deviceIds }) => {
        for (const id of deviceIds) this.#lookAt(id, 0)
        this.#look()
      }),
      bus.subscribe('messages.missed', () => {
        for (const id of this.#seats.keys()) this.#lookAt(id, 0)
      }),
    ]
    this.#stopListening = () => {
      for (const stop of stops) stop()
    }
  }

  /** Gives up what this process sent before it was started anew. */
  async start(): Promise<void> {
    const { database, gateway, now } = this.#options
    this.#tell(await failInterrupted(database.db, gateway, now()))
  }

  /** A believed message of a device. */
  heard(device: CommandDevice, message: Message, session: CommandSession, now: number): void {
    const { deviceId } = device
    let seat = this.#seats.get(deviceId)
    if (seat?.session !== session) {
      seat = { session, device, since: now, accOn: null, accTime: null }
      this.#seats.set(deviceId, seat)
      this.#lookAt(deviceId, now + afterLoginMs)
    }
    if (message.command) this.#answered(seat, message.command, now)
    if (message.reports.length > 0) this.#reported(seat, message.reports, now)
  }

  /** The device speaks through this session no more. */
  gone(deviceId: number, session: CommandSession): void {
    if (this.#seats.get(deviceId)?.session !== session) return
    this.#seats.delete(deviceId)
    this.#due.delete(deviceId)
    this.#awaited.delete(deviceId)
    const open = this.#open.get(deviceId)
    if (open?.seat.session === session) this.#dropped(open, this.#options.now())
  }

  /** Once a second. */
  tick(now: number): void {
    for (const open of this.#open.values()) if (open.byTime <= now) this.#timedOut(open, now)
    for (const [deviceId, { untilTime }] of this.#ended) if (untilTime <= now) this.#ended.delete(deviceId)
    for (const [deviceId, list] of this.#awaited) {
      const left = list.filter(({ untilTime }) => untilTime > now)
      if (left.length === 0) this.#awaited.delete(deviceId)
      else if (left.length < list.length) this.#awaited.set(deviceId, left)
    }
    this.#look(now >= this.#sweepTime + sweepMs)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopListening()
    await this.#underWay
  }

  #lookAt(deviceId: number, at: number): void {
    if (!this.#seats.has(deviceId)) return
    const before = this.#due.get(deviceId)
    if (before === undefined || before > at) this.#due.set(deviceId, at)
  }

  /** One look at a time; what comes up meanwhile is looked at behind it. */
  #look(isSweep = false): void {
    if ((this.#due.size === 0 && !isSweep) || this.#isClosed) return
    if (this.#underWay) {
      this.#isLookWanted = true
      return
    }
    this.#underWay = (isSweep ? this.#sweep().then(() => this.#lookOnce()) : this.#lookOnce())
      .catch((error) => this.#options.log.warn({ err: error }, 'commands could not be delivered'))
      .finally(() => {
        this.#underWay = null
        if (!this.#isLookWanted) return
        this.#isLookWanted = false
        this.#look()
      })
  }

  /** Finds what waits though its message was lost. */
  async #sweep(): Promise<void> {
    const { database, gateway, now } = this.#options
    this.#sweepTime = now()
    for (const id of await findDueDevices(database.db, gateway, now())) this.#lookAt(id, 0)
  }

  async #lookOnce(): Promise<void> {
    const { database, log, now } = this.#options
    const ids: number[] = []
    for (const [deviceId, at] of this.#due) {
      if (at > now()) continue
      ids.push(deviceId)
      if (ids.length === maxDevices) break
    }
    if (ids.length === 0) return
    for (const id of ids) this.#due.delete(id)
    let rows: DueCommand[]
    try {
      rows = await findDue(database.db, ids, now())
    } catch (error) {
      for (const id of ids) this.#lookAt(id, now() + recheckMs)
      throw error
    }
    const byDevice = Map.groupBy(rows, ({ device_id }) => device_id)
    for (const [deviceId, commands] of byDevice) {
      try {
        await this.#serve(deviceId, commands)
      } catch (error) {
        // Another process was faster, or this device alone is in trouble: the others do not wait for it.
        log.warn({ err: error, deviceId }, 'a command could not be delivered')
        this.#lookAt(deviceId, now() + recheckMs)
      }
    }
  }

  /** @param commands of the device, oldest first */
  async #serve(deviceId: number, commands: readonly DueCommand[]): Promise<void> {
    const { now, gateway } = this.#options
    const seat = this.#seats.get(deviceId)
    if (!seat) return
    // It may have logged in since the look was asked for.
    if (seat.since + afterLoginMs > now()) return this.#lookAt(deviceId, seat.since + afterLoginMs)
    for (const row of commands) if (row.state === 'acknowledged') await this.#awaitAgain(seat, row)
    if (this.#open.has(deviceId)) return
    const open = commands.find(({ state }) => state === 'sent')
    if (open !== undefined) {
      // Whoever sent it says when it is settled; a process that is gone never does.
      const { gateway: sender, holder } = open
      const isElsewhere = sender !== gateway && sender !== platformGateway
      if (isElsewhere && holder === gateway && seat.since + leftMs <= now())
        return this.#write(open, verdictOfDrop(endsConnection(open.code)), now())
      return this.#lookAt(deviceId, now() + recheckMs)
    }
    let next: number | null = null
    for (const row of commands) {
      if (row.state !== 'queued' || row.expire_time <= now()) continue
      if (row.due_time > now()) {
        next = Math.min(next ?? Number.POSITIVE_INFINITY, row.due_time)
        continue
      }
      if (row.is_next_connection && seat.since <= row.create_time) continue
      // The commit that says so is under way, or the device is about to be let go.
      if (row.holder !== null && row.holder !== gateway) {
        next = now() + recheckMs
        continue
      }
      const reason = this.#whyHeld(row, seat)
      if (reason === null) {
        await this.#deliver(row, seat)
        return
      }
      await this.#hold(row, reason)
      next = now() + recheckMs
    }
    if (next !== null) this.#lookAt(deviceId, next)
  }

  #whyHeld({ code, speed_kmh: speedKmh, fix_time: fixTime }: DueCommand, { accOn, accTime }: Seat) {
    if (code !== 'oilCut') return null
    return whyNotCut({ accOn, accTime, speedKmh, fixTime }, this.#options.now())
  }

  async #hold(row: DueCommand, reason: NonNullable<CommandRow['held_by']>): Promise<void> {
    const { database, now } = this.#options
    if (!row.is_offline) await failCommand(database.db, row.id, { failure: reason }, now())
    else if (row.held_by === reason) return
    else await holdCommand(database.db, row.id, reason)
    this.#tell([row.device_id])
  }

  async #deliver(row: DueCommand, seat: Seat): Promise<void> {
    const { database, gateway, now } = this.#options
    const { device, session } = seat
    const { deviceId } = device
    const waitMs = row.kind === 'oil' ? oilAnswerMs : endsConnection(row.code) ? endAnswerMs : answerMs
    if (!(await takeCommand(database.db, row, { gateway, answerMs: waitMs }, now())))
      return this.#lookAt(deviceId, now() + recheckMs)
    if (this.#seats.get(deviceId) !== seat) {
      await putBackCommand(database.db, row.id)
      return this.#tell([deviceId])
    }
    const encoded = session.protocol.encodeCommand?.(row.command, session.codecSession, {
      flag: row.id,
      terminalId: device.terminalId,
      now: now(),
    })
    if (encoded === undefined || 'unsupported' in encoded) {
      await failCommand(database.db, row.id, { failure: 'unsupported' }, now())
      this.#lookAt(deviceId, now())
      return this.#tell([deviceId])
    }
    this.#send(row, seat, encoded, now() + waitMs)
  }

  #send(row: DueCommand, seat: Seat, encoded: EncodedCommand, byTime: number): void {
    const { content, correlations, frames, isUnanswered } = encoded
    const { deviceId } = seat.device
    const asked = { code: row.code, content, correlations }
    const sent = { ...row, sent_time: this.#options.now() }
    const until = isUnanswered ? Math.min(byTime, sent.sent_time + echoMs) : byTime
    this.#open.set(deviceId, { ...asked, row: sent, seat, encoded, isAccepted: false, byTime: until })
    seat.session.write(deviceId, frames)
    this.#tell([deviceId])
  }

  #answered(seat: Seat, reply: CommandReply, now: number): void {
    const { deviceId } = seat.device
    const open = this.#open.get(deviceId) ?? null
    const ended = this.#ended.get(deviceId) ?? null
    const found = matchReply(reply, open, ended)
    if (found === 'ended') this.#answeredLate(ended!, reply, now)
    if (found === null && now < seat.since + lateMs) this.#answeredElsewhere(seat, reply, now)
    if (found !== 'open' || open === null) return
    const { isTextAnswered, isOnlyTaken } = open.encoded
    const isTaken = reply.result === 'success' && (reply.text === undefined || reply.text === '')
    if (isTaken && isTextAnswered) {
      open.isAccepted = true
      open.byTime = Math.min(open.byTime, now + textAfterAcceptMs)
      return
    }
    const verdict = verdictOf(reply, { code: open.code, command: open.row.command })
    this.#settle(open, isTaken && isOnlyTaken ? unsure('accepted') : verdict, now)
  }

  #answeredLate({ row }: Ended, reply: CommandReply, now: number): void {
    this.#ended.delete(row.device_id)
    this.#write(row, verdictOf(reply, { code: row.code, command: row.command }), now)
  }

  /** The command may have come by another connection, of this process or of one that is gone. */
  #answeredElsewhere({ device, session }: Seat, reply: CommandReply, now: number): void {
    const { database, log } = this.#options
    findInterrupted(database.db, device.deviceId, now - lateMs)
      .then((row) => {
        if (row === null) return
        const { protocol } = session
        const encoded = protocol.encodeCommand?.(row.command, protocol.newSession(), {
          flag: row.id,
          terminalId: device.terminalId,
          now,
        })
        // A number that is not that of the command was counted by a session that is over.
        const correlations = (encoded && 'correlations' in encoded ? encoded.correlations : []).filter(
          (each) => typeof each === 'string' || each === row.id,
        )
        if (matchReply(reply, null, { ...asAsked(row), correlations }) === 'ended')
          this.#write(row, verdictOf(reply, row), now)
      })
      .catch((error) => log.warn({ err: error }, 'the late answer of a device could not be stored'))
  }

  #timedOut(open: Open, now: number): void {
    if (open.isAccepted) {
      this.#settle(open, unsure('accepted'), now)
      return
    }
    const { code, content, correlations, row } = open
    this.#ended.set(row.device_id, { code, content, correlations, row, untilTime: now + lateMs })
    const silence: Verdict = { replyClass: 'timeout', result: 2, reply: null, failure: 'timeout' }
    this.#settle(open, open.encoded.isUnanswered ? unsure('unanswered') : silence, now)
  }

  /** The connection ended before the answer. Of a device that restarts as it was told to nothing else is to be expected. */
  #dropped(open: Open, now: number): void {
    const isExpected = open.encoded.isUnanswered || endsConnection(open.row.code)
    if (open.isAccepted) this.#settle(open, unsure('accepted'), now)
    else this.#settle(open, verdictOfDrop(isExpected), now)
  }

  /** The open command has come to something: the next one may go. */
  #settle(open: Open, verdict: Verdict, now: number): void {
    const { device_id: deviceId } = open.row
    this.#open.delete(deviceId)
    this.#write(open.row, verdict, now)
  }

  #write(row: CommandRow, { failure, ...verdict }: Verdict, now: number): void {
    const { db } = this.#options.database
    const { device_id: deviceId } = row
    if (failure !== null) {
      this.#written(failCommand(db, row.id, { failure, ...verdict }, now), deviceId, now)
      return
    }
    const isPending = verdict.replyClass === 'pending'
    const effect = effectOfRow(row)
    const byTime = effectUntil(effect, verdict, now)
    // The device says later, and to no number, that it has carried it out.
    if (isPending) this.#ended.set(deviceId, { ...asAsked(row), row, untilTime: byTime })
    const written = acknowledgeCommand(db, row.id, verdict, effect && { effect, byTime }, now).then(() => {
      if (!effect || !this.#seats.has(deviceId)) return
      const sentTime = row.sent_time ?? now
      this.#await(deviceId, { id: row.id, effect, sentTime, lastFixTime: null, untilTime: byTime })
    })
    this.#written(written, deviceId, now)
  }

  /** What could not be written down is found overdue later. */
  #written(written: Promise<unknown>, deviceId: number, now: number): void {
    written
      .catch((error) => this.#options.log.warn({ err: error }, 'the state of a command could not be stored'))
      .finally(() => {
        this.#lookAt(deviceId, now + pauseMs)
        this.#tell([deviceId])
      })
  }

  #await(deviceId: number, awaited: Awaited): void {
    const list = (this.#awaited.get(deviceId) ?? []).filter(({ id }) => id !== awaited.id)
    this.#awaited.set(deviceId, [...list, awaited])
  }

  /** Effects of before this connection, or of another process. */
  async #awaitAgain(seat: Seat, row: DueCommand): Promise<void> {
    const { effect, effect_by_time: untilTime, sent_time: sentTime, device_id: deviceId } = row
    if (effect === null || untilTime === null || sentTime === null) return
    if ('reconnects' in effect) {
      if (seat.since > sentTime) await this.#confirm(deviceId, row.id)
    } else if (!this.#awaited.get(deviceId)?.some(({ id }) => id === row.id))
      this.#await(deviceId, { id: row.id, effect, sentTime, lastFixTime: null, untilTime })
  }

  #reported(seat: Seat, reports: readonly Report[], now: number): void {
    const { deviceId } = seat.device
    const said = reports.findLast(({ accOn, isBuffered }) => accOn !== undefined && !isBuffered)
    if (said) {
      seat.accOn = said.accOn!
      seat.accTime = now
    }
    for (const awaited of this.#awaited.get(deviceId) ?? []) {
      if (!reports.some((report) => shows(awaited, report, now))) continue
      const left = this.#awaited.get(deviceId)!.filter((each) => each !== awaited)
      if (left.length === 0) this.#awaited.delete(deviceId)
      else this.#awaited.set(deviceId, left)
      this.#confirm(deviceId, awaited.id).catch((error) =>
        this.#options.log.warn({ err: error }, 'the effect of a command could not be stored'),
      )
    }
  }

  async #confirm(deviceId: number, id: number): Promise<void> {
    const { database, now } = this.#options
    if (await confirmCommand(database.db, id, now())) this.#tell([deviceId])
  }

  #tell(deviceIds: readonly number[]): void {
    if (deviceIds.length > 0)
      this.#options.bus.publish('command.changed', { deviceIds: Int32Array.from(deviceIds) })
  }
}

const verdictOfDrop = (isExpected: boolean): Verdict =>
  isExpected
    ? unsure('unanswered')
    : { replyClass: 'unknown', result: 3, reply: null, failure: 'disconnected' }

const asAsked = ({ code, content }: CommandRow): Asked => ({ code, content, correlations: [] })
