import type { EncodedCommand } from '@trackway/protocols/protocol.ts'
import { platformWires, protocolByName } from '@trackway/protocols/registry.ts'
import { toHex } from '@trackway/protocols/wire/bytes.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { startIntervalJob } from '../../../platform/jobs/interval-job.ts'
import { PlatformRefused } from '../../../platform/outbound/send-request.ts'
import type { Platform } from '../../../platform/platform.ts'
import { platformSql } from '../../nb-platforms/device-ids.ts'
import { nbPlatforms } from '../../nb-platforms/providers/nb-platforms.ts'
import { sendByPlatform } from '../../nb-platforms/send-command.ts'
import { type DeliveryContext, deliverNext, type Handover } from './deliver.ts'
import { type DueCommand, readCommands } from './delivery-queries.ts'
import { platformGateway, unconnected } from './plan-delivery.ts'

const everyMs = 2_000
/** Devices of one round. */
const maxDevices = 200
/** Requests to a platform at a time. */
const atOnce = 8
/** Longer than all requests to a platform for one command take. */
const requestMs = 60_000
/** A platform that is unreachable, or too busy for a device, is tried again after this. */
const retryMs = 30_000
/**
 * OceanConnect keeps a command for 48 hours unless the request sets it, CTWing for ten days at most. Both report when
 * it expires: then it is handed over anew. If a platform reports nothing, the device gets its next command after this.
 */
const maxValidS = 172_800
/** A cut is for the moment in which it is allowed. */
const cutValidS = 60

type Row = DueCommand & {
  terminal_id: string
  wire: string
  dialect: string | null
  command_texts: Record<string, string>
}

/** Hands the commands of NB-IoT devices over to the platforms of their networks. No platform waits for another one. */
export function startPlatformDelivery(options: Platform): () => Promise<void> {
  const stops = nbPlatforms.map(({ name: platform }) => {
    const busyUntil = new Map<number, number>()
    let awayUntil = 0
    return startIntervalJob(everyMs, async () => {
      if (awayUntil > Date.now()) return
      try {
        const isReachable = await deliverByPlatform({ ...options, now: Date.now }, platform, busyUntil)
        if (!isReachable) awayUntil = Date.now() + retryMs
      } catch (error) {
        options.log.warn({ err: error, platform }, 'commands could not be handed to a platform')
      }
    })
  })
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

/**
 * One round of it.
 * @param busyUntil devices that the platform was too busy for, and until when they wait; new ones are added
 * @returns false: the platform is unreachable, and the round ended early
 */
export async function deliverByPlatform(
  context: DeliveryContext,
  platform: string,
  busyUntil = new Map<number, number>(),
): Promise<boolean> {
  const { database, log, now } = context
  const { db } = database
  for (const [deviceId, until] of busyUntil) if (until <= now()) busyUntil.delete(deviceId)
  const due = await findDueCommands(db, platform, [...busyUntil.keys()], now())
  const queues = [...Map.groupBy(due, ({ device_id }) => device_id)]
  let isReachable = true
  /** People see the platform's own message, or ours: nothing about the request. */
  const notAccepted = (deviceId: number, { code, words }: PlatformRefused): Handover => {
    if (code === 'unreachable' || code === 'noAnswer') isReachable = false
    if (code === 'busy') busyUntil.set(deviceId, now() + retryMs)
    if (code === 'unreachable' || code === 'busy') return { heldBy: 'platformAway' }
    // The platform may have it, and its device may get it: it is not sent twice.
    if (code === 'noAnswer' || code === 'answer') return { failure: 'platformUnsure', result: 2 }
    if (code === 'notSet') return { failure: 'platformNotSet' }
    if (code === 'deviceIdMissing') return { failure: 'platformIdMissing' }
    return { failure: 'platformRefused', reply: words === null ? null : `${code}: ${words}` }
  }
  const send = async (row: DueCommand, { frames }: EncodedCommand): Promise<Handover> => {
    const { id, device_id: deviceId, code, expire_time: expireTime } = row
    const leftS = Math.ceil((expireTime - now()) / 1000)
    const validS = Math.min(leftS, code === 'oilCut' ? cutValidS : maxValidS)
    let name: string
    try {
      name = (await sendByPlatform(db, deviceId, { ...payloadOf(frames), validS })).commandId
    } catch (error) {
      log.warn({ err: error, deviceId, command: id }, 'a platform did not take a command')
      if (error instanceof PlatformRefused) return notAccepted(deviceId, error)
      busyUntil.set(deviceId, now() + retryMs)
      return { heldBy: null }
    }
    await keepPlatformCommandId(db, id, name, now() + validS * 1000)
    return 'sent'
  }
  const work = async () => {
    for (let queue = queues.shift(); queue !== undefined && isReachable; queue = queues.shift()) {
      const [deviceId, rows] = queue
      await deliverNext(context, rows, { ...transportOf(rows[0]!), send }).catch((error) => {
        log.warn({ err: error, deviceId }, 'a command could not be handed to a platform')
        busyUntil.set(deviceId, now() + retryMs)
      })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return isReachable
}

const transportOf = ({ wire, dialect, command_texts: commandTexts, terminal_id: terminalId }: Row) => {
  const protocol = protocolByName(wire)!
  const codecSession = protocol.newSession({ ...(dialect !== null && { dialect }), commandTexts })
  const transport = {
    gateway: platformGateway,
    terminalId,
    protocol,
    codecSession,
    answerMs: () => requestMs,
  }
  return { ...unconnected, ...transport }
}

/**
 * Oldest first; none of a device that has one under way. Devices of which all is held come last and change their places
 * from round to round, so that they keep neither the others nor each other out; those of one device stay in their order.
 */
async function findDueCommands(
  db: Db,
  platform: string,
  except: readonly number[],
  now: number,
): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select * from (
      select c.*, s.gateway as holder, s.speed_kmh, s.fix_time, d.terminal_id, t.wire, t.dialect, t.command_texts,
        bool_and(c.held_by is not null) over (partition by c.device_id) as is_held
      from commands c join devices d on d.id = c.device_id join device_types t on t.id = d.device_type_id
        left join device_states s on s.device_id = c.device_id
      where c.state = 'queued' and not c.awaits_turn and c.due_time <= ${now} and c.expire_time > ${now}
        and t.wire = any(${platformWires}::text[]) and not coalesce(s.is_connected, false)
        and c.device_id <> all(${except}::int4[]) and ${platformSql(sql`c.device_id`)} = ${platform}
        and not exists (select from commands o where o.device_id = c.device_id and o.state = 'sent')
    ) due
    order by is_held, case when is_held then hashint8extended(device_id, ${now}) end, id limit ${maxDevices}`.execute(
    db,
  )
  return await readCommands(db, rows, now)
}

/** As text where it is one, else its bytes in hex. */
function payloadOf(frames: readonly Uint8Array[]): { payload: string; isHex: boolean } {
  const bytes = Buffer.concat(frames)
  const text = bytes.toString('latin1')
  return /^[ -~]+$/.test(text) ? { payload: text, isHex: false } : { payload: toHex(bytes), isHex: true }
}

/** Stores the platform's id of a command; its first report may have come before. */
async function keepPlatformCommandId(db: Db, id: number, name: string, answerByTime: number): Promise<void> {
  await db
    .updateTable('commands')
    .set({ platform_command_id: name, answer_by_time: answerByTime })
    .where('id', '=', id)
    .execute()
}
