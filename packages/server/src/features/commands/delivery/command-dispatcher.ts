import { endsConnection } from '@trackway/core/features/commands/commands.ts'
import type { CommandReply, EncodedCommand, Message, Protocol, Report } from '@trackway/protocols/protocol.ts'
import {
  confirmEffect,
  type DeliveryContext,
  deliverNext,
  type Handover,
  publishChange,
  settleCommand,
} from './deliver.ts'
import { type CommandRow, type DueCommand, failInterrupted, findInterrupted } from './delivery-queries.ts'
import { DueDevices } from './due-devices.ts'
import { type ExpectedEffect, effectUntil, showsEffect } from './effects.ts'
import { lateMs } from './late.ts'
import { asTarget, matchReply, type ReplyTarget } from './match-reply.ts'
import { outcomeOf, type SentEvent, type SentState } from './sent-state.ts'
import { type Verdict, verdictOf } from './verdict.ts'

/** A device as it is registered. */
interface CommandDevice {
  deviceId: number
  terminalId: string
}

/** The part of a device's session that the dispatcher needs. */
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
 * Restarts mostly have no reply, and show by the end of the connection. Devices of the GT06 family restart up to a minute
 * after the command; their old connection is known to be over once they are back, up to a minute later.
 */
const endAnswerMs = 120_000
/** An echo that devices of the kind may send, and mostly do not. */
const echoMs = 10_000
/** A device that has just logged in is not ready at once. */
const afterLoginMs = 1_000

interface ConnectedDevice {
  session: CommandSession
  device: CommandDevice
  since: number
  /** Its last ignition report on this connection, and when it came. */
  accOn: boolean | null
  accTime: number | null
}

interface SentCommand extends SentState, ReplyTarget {
  row: CommandRow
  connected: ConnectedDevice
}

/** A command that is settled, and to which an answer may still come. */
interface ExpiredCommand extends ReplyTarget {
  row: CommandRow
  untilTime: number
}

interface PendingEffect extends ExpectedEffect {
  id: number
  untilTime: number
}

interface Options extends DeliveryContext {
  /** Of this process, as in `device_states.gateway`. */
  gateway: string
}

const answerMsOf = ({ kind, code }: DueCommand): number =>
  kind === 'oil' ? oilAnswerMs : endsConnection(code) ? endAnswerMs : answerMs

/**
 * Delivers commands to the devices that speak through this process: one sent command for each, in their order, each
 * taken in the database before it is written, so that no two processes deliver it. Answers settle it; what the device
 * reports afterwards confirms it.
 */
export class CommandDispatcher {
  readonly #options: Options
  readonly #devices = new Map<number, ConnectedDevice>()
  readonly #due: DueDevices
  readonly #sent = new Map<number, SentCommand>()
  readonly #expired = new Map<number, ExpiredCommand>()
  readonly #pending = new Map<number, PendingEffect[]>()
  readonly #stopListening: () => void

  constructor(options: Options) {
    this.#options = options
    const { bus } = options
    this.#due = new DueDevices({
      ...options,
      isConnected: (deviceId) => this.#devices.has(deviceId),
      serve: (deviceId, commands) => this.#serve(deviceId, commands),
    })
    const stops = [
      bus.subscribe('command.changed', ({ deviceIds }) => {
        for (const id of deviceIds) this.#due.schedule(id, 0)
        this.#due.poll()
      }),
      bus.subscribe('messages.missed', () => {
        for (const id of this.#devices.keys()) this.#due.schedule(id, 0)
      }),
    ]
    this.#stopListening = () => {
      for (const stop of stops) stop()
    }
  }

  /** Gives up what this process sent before it was started anew. */
  async start(): Promise<void> {
    const { database, bus, gateway, now } = this.#options
    publishChange(bus, await failInterrupted(database.db, gateway, now()))
  }

  /** A believed message of a device. */
  onMessage(device: CommandDevice, message: Message, session: CommandSession, now: number): void {
    const { deviceId } = device
    let connected = this.#devices.get(deviceId)
    if (connected?.session !== session) {
      connected = { session, device, since: now, accOn: null, accTime: null }
      this.#devices.set(deviceId, connected)
      this.#due.schedule(deviceId, now + afterLoginMs)
    }
    if (message.command) this.#replied(connected, message.command, now)
    if (message.reports.length > 0) this.#reported(connected, message.reports, now)
  }

  /** The device is no longer connected through this session. */
  onDisconnect(deviceId: number, session: CommandSession): void {
    if (this.#devices.get(deviceId)?.session !== session) return
    this.#devices.delete(deviceId)
    this.#due.forget(deviceId)
    this.#pending.delete(deviceId)
    const sent = this.#sent.get(deviceId)
    if (sent?.connected.session === session) this.#advance(sent, 'disconnect', this.#options.now())
  }

  /** Once a second. */
  tick(now: number): void {
    for (const sent of this.#sent.values()) if (sent.byTime <= now) this.#advance(sent, 'timeout', now)
    for (const [deviceId, { untilTime }] of this.#expired)
      if (untilTime <= now) this.#expired.delete(deviceId)
    for (const [deviceId, list] of this.#pending) {
      const left = list.filter(({ untilTime }) => untilTime > now)
      if (left.length === 0) this.#pending.delete(deviceId)
      else if (left.length < list.length) this.#pending.set(deviceId, left)
    }
    this.#due.tick(now)
  }

  async close(): Promise<void> {
    this.#stopListening()
    await this.#due.close()
  }

  /** @param commands of the device, oldest first */
  async #serve(deviceId: number, commands: readonly DueCommand[]): Promise<void> {
    const { now, gateway } = this.#options
    const connected = this.#devices.get(deviceId)
    if (!connected) return
    // It may have logged in since the poll was scheduled.
    if (connected.since + afterLoginMs > now())
      return this.#due.schedule(deviceId, connected.since + afterLoginMs)
    for (const row of commands) if (row.state === 'acknowledged') await this.#awaitEffectAgain(connected, row)
    if (this.#sent.has(deviceId)) return
    const { since, accOn, accTime, device, session } = connected
    const { nextTime } = await deliverNext(this.#options, commands, {
      gateway,
      since,
      accOn,
      accTime,
      terminalId: device.terminalId,
      protocol: session.protocol,
      codecSession: session.codecSession,
      answerMs: answerMsOf,
      send: (row, encoded) => this.#send(row, encoded, connected),
    })
    if (nextTime !== null) this.#due.schedule(deviceId, nextTime)
  }

  #send(row: DueCommand, encoded: EncodedCommand, connected: ConnectedDevice): Handover {
    const { content, correlations, frames, isUnanswered } = encoded
    const { deviceId } = connected.device
    if (this.#devices.get(deviceId) !== connected) return { heldBy: null }
    const { code, command } = row
    const sentTime = this.#options.now()
    this.#sent.set(deviceId, {
      code,
      command,
      content,
      correlations,
      encoded,
      row: { ...row, sent_time: sentTime },
      connected,
      isAccepted: false,
      byTime: sentTime + (isUnanswered ? Math.min(answerMsOf(row), echoMs) : answerMsOf(row)),
    })
    connected.session.write(deviceId, frames)
    return 'sent'
  }

  #replied(connected: ConnectedDevice, reply: CommandReply, now: number): void {
    const { deviceId } = connected.device
    const sent = this.#sent.get(deviceId) ?? null
    const expired = this.#expired.get(deviceId) ?? null
    const found = matchReply(reply, sent, expired)
    if (found === 'open') this.#advance(sent!, reply, now)
    else if (found === 'ended') this.#repliedLate(expired!, reply, now)
    else if (now < connected.since + lateMs) this.#repliedElsewhere(connected, reply, now)
  }

  /** Something happened to a command that was sent. */
  #advance(sent: SentCommand, event: SentEvent, now: number): void {
    const outcome = outcomeOf(sent, event, now)
    if ('acceptedUntil' in outcome) {
      sent.isAccepted = true
      sent.byTime = outcome.acceptedUntil
      return
    }
    const { row, code, content, correlations } = sent
    if (event === 'timeout' && !sent.isAccepted)
      this.#expired.set(row.device_id, { code, content, correlations, row, untilTime: now + lateMs })
    // It has come to something: the next one may go.
    this.#sent.delete(row.device_id)
    this.#settle(row, outcome.verdict, now)
  }

  #repliedLate({ row }: ExpiredCommand, reply: CommandReply, now: number): void {
    this.#expired.delete(row.device_id)
    this.#settle(row, verdictOf(reply, { code: row.code, command: row.command }), now)
  }

  /** The command may have come by another connection, of this process or of one that is gone. */
  #repliedElsewhere({ device, session }: ConnectedDevice, reply: CommandReply, now: number): void {
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
        if (matchReply(reply, null, { ...asTarget(row), correlations }) === 'ended')
          this.#settle(row, verdictOf(reply, row), now)
      })
      .catch((error) => log.warn({ err: error }, 'the late answer of a device could not be stored'))
  }

  /** What could not be written down is found overdue later. */
  #settle(row: CommandRow, verdict: Verdict, now: number): void {
    const { device_id: deviceId } = row
    // The device reports later, without a number, that it has carried it out.
    if (verdict.replyClass === 'pending') {
      const untilTime = effectUntil(null, verdict, now)
      this.#expired.set(deviceId, { ...asTarget(row), row, untilTime })
    }
    settleCommand(this.#options, row, verdict)
      .then((pending) => {
        if (pending === null || !this.#devices.has(deviceId)) return
        const { effect, byTime: untilTime } = pending
        const sentTime = row.sent_time ?? now
        this.#awaitEffect(deviceId, { id: row.id, effect, sentTime, lastFixTime: null, untilTime })
      })
      .catch((error) => this.#options.log.warn({ err: error }, 'the state of a command could not be stored'))
  }

  #awaitEffect(deviceId: number, pending: PendingEffect): void {
    const list = (this.#pending.get(deviceId) ?? []).filter(({ id }) => id !== pending.id)
    this.#pending.set(deviceId, [...list, pending])
  }

  /** Effects of before this connection, or of another process. */
  async #awaitEffectAgain(connected: ConnectedDevice, row: DueCommand): Promise<void> {
    const { effect, effect_by_time: untilTime, sent_time: sentTime, device_id: deviceId } = row
    if (effect === null || untilTime === null || sentTime === null) return
    if ('reconnects' in effect) {
      if (connected.since > sentTime) await confirmEffect(this.#options, deviceId, row.id)
    } else if (!this.#pending.get(deviceId)?.some(({ id }) => id === row.id))
      this.#awaitEffect(deviceId, { id: row.id, effect, sentTime, lastFixTime: null, untilTime })
  }

  #reported(connected: ConnectedDevice, reports: readonly Report[], now: number): void {
    const { deviceId } = connected.device
    const latest = reports.findLast(({ accOn, isBuffered }) => accOn !== undefined && !isBuffered)
    if (latest) {
      connected.accOn = latest.accOn!
      connected.accTime = now
    }
    for (const pending of this.#pending.get(deviceId) ?? []) {
      if (!reports.some((report) => showsEffect(pending, report, now))) continue
      const left = this.#pending.get(deviceId)!.filter((each) => each !== pending)
      if (left.length === 0) this.#pending.delete(deviceId)
      else this.#pending.set(deviceId, left)
      confirmEffect(this.#options, deviceId, pending.id).catch((error) =>
        this.#options.log.warn({ err: error }, 'the effect of a command could not be stored'),
      )
    }
  }
}
