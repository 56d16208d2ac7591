import { protocolByName, wiresBehindPlatforms } from '@trackway/protocols/registry.ts'
import { toHex } from '@trackway/protocols/wire/bytes.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { startIntervalJob } from '../../../platform/jobs/interval-job.ts'
import type { Log } from '../../../platform/log.ts'
import type { Platform } from '../../../platform/platform.ts'
import { platformSql } from '../../nb-platforms/device-ids.ts'
import { PlatformRefused } from '../../nb-platforms/providers/ask.ts'
import { nbPlatforms } from '../../nb-platforms/providers/nb-platforms.ts'
import { sendByPlatform } from '../../nb-platforms/send-command.ts'
import {
  type DueCommand,
  failCommand,
  holdCommand,
  putBackCommand,
  readCommands,
  takeCommand,
} from './delivery-queries.ts'
import { holdReason, unknownIgnition } from './plan-delivery.ts'
import { platformGateway } from './platform-replies.ts'

const everyMs = 2_000
/** Devices of one round. */
const maxDevices = 200
/** A platform is asked so many questions at a time. */
const atOnce = 8
/** Longer than all that is asked of a platform for one command. */
const askMs = 60_000
/** A platform that is away, or has no time for a device, is asked again after this. */
const awayMs = 30_000
/**
 * OceanConnect keeps a command for 48 hours where it is not told for how long, CTWing for ten days at most. Both say when
 * it is over: then it is handed over anew. Of one that says nothing, the device has its next command after this.
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
        const isThere = await deliverByPlatform(options, platform, Date.now, busyUntil)
        if (!isThere) awayUntil = Date.now() + awayMs
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
 * @param busyUntil devices that the platform had no time for, and until when it is not asked again; new ones are added
 * @returns false: the platform is away, and was asked no further
 */
export async function deliverByPlatform(
  { database: { db }, bus, log }: Platform,
  platform: string,
  now: () => number,
  busyUntil = new Map<number, number>(),
): Promise<boolean> {
  for (const [deviceId, until] of busyUntil) if (until <= now()) busyUntil.delete(deviceId)
  const due = await findDueBehind(db, platform, [...busyUntil.keys()], now())
  const queues = [...Map.groupBy(due, ({ device_id }) => device_id)]
  let isThere = true
  const work = async () => {
    for (let queue = queues.shift(); queue !== undefined && isThere; queue = queues.shift()) {
      const [deviceId, rows] = queue
      for (const row of rows) {
        const outcome = await deliver(db, log, row, now).catch((error): Outcome => {
          log.warn({ err: error, deviceId, command: row.id }, 'a command could not be handed to a platform')
          return 'busy'
        })
        if (outcome === 'same') continue
        bus.publish('command.changed', { deviceIds: Int32Array.of(deviceId) })
        if (outcome === 'away') isThere = false
        if (outcome === 'busy') busyUntil.set(deviceId, now() + awayMs)
        // One at a time: the next one goes once this is settled.
        if (outcome !== 'over') break
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return isThere
}

/**
 * Oldest first; none of a device that has one under way. Devices of which all is held come last and change their places
 * from round to round, so that they keep neither the others nor each other out; those of one device stay in their order.
 */
async function findDueBehind(
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
      where c.state = 'queued' and c.due_time <= ${now} and c.expire_time > ${now}
        and t.wire = any(${wiresBehindPlatforms}::text[]) and not coalesce(s.is_connected, false)
        and c.device_id <> all(${except}::int4[]) and ${platformSql(sql`c.device_id`)} = ${platform}
        and not exists (select from commands o where o.device_id = c.device_id and o.state = 'sent')
    ) due
    order by is_held, case when is_held then hashint8extended(device_id, ${now}) end, id limit ${maxDevices}`.execute(
    db,
  )
  return await readCommands(db, rows, now)
}

type Outcome =
  | 'same' // it waits as before
  | 'told'
  | 'busy' // it waits for the platform to have time
  | 'away'
  | 'over' // it came to nothing: the next one may go

async function deliver(db: Db, log: Log, row: Row, now: () => number): Promise<Outcome> {
  const { id, device_id: deviceId, code, held_by: heldBy } = row
  const isCut = code === 'oilCut'
  const hold = holdReason(row, unknownIgnition, now())
  if (hold !== null) {
    if (heldBy === hold) return 'same'
    await holdCommand(db, id, hold)
    return 'told'
  }
  const payload = payloadOf(row, now())
  if (payload === null) {
    await failCommand(db, id, { failure: 'unsupported' }, now())
    return 'over'
  }
  if (!(await takeCommand(db, row, { gateway: platformGateway, answerMs: askMs }, now()))) return 'same'
  const leftS = Math.ceil((row.expire_time - now()) / 1000)
  const validS = Math.min(leftS, isCut ? cutValidS : maxValidS)
  let name: string
  try {
    name = (await sendByPlatform(db, deviceId, { ...payload, validS })).commandId
  } catch (error) {
    log.warn({ err: error, deviceId, command: id }, 'a platform did not take a command')
    if (error instanceof PlatformRefused) return notTaken(db, id, error, now())
    await putBackCommand(db, id)
    return 'busy'
  }
  await keepName(db, id, name, now() + validS * 1000)
  return 'told'
}

/** What people are told is what the platform says to them, or what we say: nothing of how it was asked. */
async function notTaken(db: Db, id: number, { code, words }: PlatformRefused, now: number): Promise<Outcome> {
  switch (code) {
    case 'unreachable':
    case 'busy':
      await putBackCommand(db, id)
      await holdCommand(db, id, 'platformAway')
      return code === 'busy' ? 'busy' : 'away'
    case 'noAnswer':
    case 'answer':
      // Perhaps it has it, and perhaps its device will: it is not told twice.
      await failCommand(db, id, { failure: 'platformUnsure', result: 2 }, now)
      return code === 'noAnswer' ? 'away' : 'over'
    case 'notSet':
      await failCommand(db, id, { failure: 'platformNotSet' }, now)
      return 'over'
    case 'deviceIdMissing':
      await failCommand(db, id, { failure: 'platformIdMissing' }, now)
      return 'over'
    default:
      await failCommand(
        db,
        id,
        { failure: 'platformRefused', reply: words === null ? null : `${code}: ${words}` },
        now,
      )
      return 'over'
  }
}

/** As text where it is one, else its bytes in hex. @returns null: the protocol has no form of it */
function payloadOf(row: Row, now: number): { payload: string; isHex: boolean } | null {
  const protocol = protocolByName(row.wire)!
  const { dialect, command_texts: commandTexts, command, id: flag, terminal_id: terminalId } = row
  const session = protocol.newSession({ ...(dialect !== null && { dialect }), commandTexts })
  const encoded = protocol.encodeCommand!(command, session, { flag, terminalId, now })
  if ('unsupported' in encoded) return null
  const bytes = Buffer.concat(encoded.frames)
  const text = bytes.toString('latin1')
  return /^[ -~]+$/.test(text) ? { payload: text, isHex: false } : { payload: toHex(bytes), isHex: true }
}

/** What the platform calls it; its word may have come before. */
async function keepName(db: Db, id: number, name: string, answerByTime: number): Promise<void> {
  await db
    .updateTable('commands')
    .set({ platform_command_id: name, answer_by_time: answerByTime })
    .where('id', '=', id)
    .execute()
}
