import { versionInReply } from '@trackway/core/features/firmware/firmware-fit.ts'
import type { EncodedCommand, Protocol } from '@trackway/protocols/protocol.ts'
import { sql } from 'kysely'
import type { Bus } from '../../../platform/bus/bus.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import {
  acknowledgeCommand,
  type CommandRow,
  confirmCommand,
  type DueCommand,
  type Failure,
  failCommand,
  holdCommand,
  putBackCommand,
  takeCommand,
} from './delivery-queries.ts'
import { effectOfRow, effectUntil } from './effects.ts'
import { planDelivery, type Recipient, recheckMs } from './plan-delivery.ts'
import { type Verdict, verdictOfDisconnect } from './verdict.ts'

/** What delivery works with. */
export interface DeliveryContext extends Platform {
  now: () => number
}

/** How commands reach a device: by its connection, with the answer to its request, or by the platform of its network. */
export interface CommandTransport extends Recipient {
  terminalId: string
  protocol: Pick<Protocol<unknown>, 'encodeCommand'>
  codecSession: unknown
  /** How long the word of the device, or of the platform, is waited for. */
  answerMs(row: DueCommand): number
  send(row: DueCommand, encoded: EncodedCommand): Handover | Promise<Handover>
}

/** It is under way; or nothing of it left, and it waits on, perhaps for a reason; or it has come to nothing. */
export type Handover = 'sent' | { heldBy: CommandRow['held_by'] } | Failure

interface Delivery {
  /** What is under way now; null: nothing is. */
  sent: { row: DueCommand; encoded: EncodedCommand } | null
  /** When to look again even without an event; null: no need. */
  nextTime: number | null
}

/**
 * Hands the oldest command that may go now over to its device. Each is taken in the database before, so that no two
 * processes deliver it.
 * @param commands of one device, oldest first
 */
export async function deliverNext(
  context: DeliveryContext,
  commands: readonly DueCommand[],
  transport: CommandTransport,
): Promise<Delivery> {
  const { database, bus, now } = context
  const { gateway, terminalId, protocol, codecSession } = transport
  for (let left = commands; ; ) {
    const { abandoned, held, deliver: row, nextTime } = planDelivery(left, transport, now())
    if (abandoned) await settleCommand(context, abandoned, verdictOfDisconnect(abandoned.code))
    for (const each of held) await hold(context, each, transport)
    if (row === null) return { sent: null, nextTime }
    if (!(await takeCommand(database.db, row, { gateway, answerMs: transport.answerMs(row) }, now())))
      return { sent: null, nextTime: now() + recheckMs }
    const about = { flag: row.id, terminalId, now: now() }
    const encoded = protocol.encodeCommand?.(row.command, codecSession, about)
    if (encoded !== undefined && !('unsupported' in encoded)) {
      const handover = await transport.send(row, encoded)
      if (handover !== 'sent' && 'heldBy' in handover)
        await putBackCommand(database.db, row.id, handover.heldBy)
      else if (handover !== 'sent') await failCommand(database.db, row.id, handover, now())
      publishChange(bus, [row.device_id])
      return handover === 'sent'
        ? { sent: { row, encoded }, nextTime: null }
        : { sent: null, nextTime: now() + recheckMs }
    }
    await failCommand(database.db, row.id, { failure: 'unsupported' }, now())
    publishChange(bus, [row.device_id])
    left = left.filter((each) => each !== row)
  }
}

/** What does not wait for its device fails: somebody waits for its answer. */
async function hold(
  { database: { db }, bus, now }: DeliveryContext,
  { row, reason }: { row: DueCommand; reason: NonNullable<DueCommand['held_by']> },
  { since }: Recipient,
): Promise<void> {
  if (!row.is_offline && Number.isFinite(since)) await failCommand(db, row.id, { failure: reason }, now())
  else if (row.held_by === reason) return
  else await holdCommand(db, row.id, reason)
  publishChange(bus, [row.device_id])
}

/** Stores the outcome of a command. @returns the effect to look for from now on, and until when; null: none */
export async function settleCommand(
  { database: { db }, bus, now }: DeliveryContext,
  row: CommandRow,
  { failure, ...verdict }: Verdict,
) {
  const effect = failure === null ? effectOfRow(row) : null
  const expected = effect && { effect, byTime: effectUntil(effect, verdict, now()) }
  if (failure !== null) await failCommand(db, row.id, { failure, ...verdict }, now())
  else await acknowledgeCommand(db, row.id, verdict, expected, now())
  if (row.code === 'version' && verdict.reply !== null) await noteVersion(db, row.device_id, verdict.reply)
  publishChange(bus, [row.device_id])
  return expected
}

/** A version that a device says in words is a fact about it, as one that it says by itself. */
async function noteVersion(db: Db, deviceId: number, reply: string): Promise<void> {
  const firmware = versionInReply(reply)
  if (firmware === null) return
  await sql`
    update devices set information = information || ${JSON.stringify({ firmware })}::jsonb
    where id = ${deviceId} and information ->> 'firmware' is distinct from ${firmware}`.execute(db)
}

/** The device has shown that it obeyed. */
export async function confirmEffect(
  { database: { db }, bus, now }: DeliveryContext,
  deviceId: number,
  id: number,
): Promise<void> {
  if (await confirmCommand(db, id, now())) publishChange(bus, [deviceId])
}

export function publishChange(bus: Bus, deviceIds: readonly number[]): void {
  if (deviceIds.length > 0) bus.publish('command.changed', { deviceIds: Int32Array.from(deviceIds) })
}
