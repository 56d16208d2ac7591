import { whyNotCut } from '@trackway/core/commands/command-states.ts'
import { protocolByName } from '@trackway/protocols/registry.ts'
import { toHex } from '@trackway/protocols/wire/bytes.ts'
import { sql } from 'kysely'
import type { Bus } from '../../../platform/bus/bus.ts'
import type { Database, Db } from '../../../platform/database/database.ts'
import { startIntervalJob } from '../../../platform/jobs/interval-job.ts'
import type { Log } from '../../../platform/log.ts'
import { PlatformRefused } from '../../nb-platforms/clients/ask.ts'
import { sendByPlatform } from '../../nb-platforms/send-command.ts'
import { type DueCommand, failCommand, holdCommand, putBackCommand, takeCommand } from './desk-queries.ts'
import { platformGateway } from './platform-replies.ts'

const everyMs = 2_000
/** Devices of one round. */
const maxDevices = 200
/** A platform is asked so many questions at a time. */
const atOnce = 8
/** Longer than all that is asked of a platform for one command. */
const askMs = 60_000
/** A platform that is away is asked again after this. */
const awayMs = 30_000
/** Both platforms keep a command for no longer. */
const maxValidS = 864_000
/** A cut is for the moment in which it is allowed. */
const cutValidS = 60

interface Options {
  database: Pick<Database, 'db'>
  bus: Bus
  log: Log
}

type Row = DueCommand & {
  terminal_id: string
  dialect: string | null
  command_texts: Record<string, string>
}

/** Hands the commands of NB-IoT devices over to the platforms of their networks. */
export function startPlatformDelivery({ database, bus, log }: Options): () => Promise<void> {
  let awayUntil = 0
  return startIntervalJob(everyMs, async () => {
    // Only what waits for a platform that is away waits on: the other platform has its commands at once.
    const retryAway = awayUntil <= Date.now()
    try {
      const isReached = await deliverByPlatform({ database, bus }, Date.now, retryAway)
      if (retryAway && !isReached) awayUntil = Date.now() + awayMs
    } catch (error) {
      log.warn({ err: error }, 'commands could not be handed to a platform')
    }
  })
}

/**
 * One round of it.
 * @param retryAway whether devices whose platform was away are served, too
 * @returns false: a platform could not be reached
 */
export async function deliverByPlatform(
  { database: { db }, bus }: Pick<Options, 'database' | 'bus'>,
  now: () => number,
  retryAway = true,
): Promise<boolean> {
  const due = await findDueBehindPlatforms(db, now(), retryAway)
  const byDevice = Map.groupBy(due, ({ device_id }) => device_id)
  const queues = [...byDevice.values()]
  let isReached = true
  const work = async () => {
    for (let rows = queues.shift(); rows !== undefined; rows = queues.shift())
      for (const row of rows) {
        const outcome = await deliver(db, row, now)
        if (outcome === 'same') continue
        bus.publish('command.changed', { deviceIds: Int32Array.of(row.device_id) })
        if (outcome === 'away') isReached = false
        // One at a time: the next one goes once this is settled.
        if (outcome !== 'over') break
      }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return isReached
}

/**
 * Oldest first; none of a device that has one under way. Devices of which all is held come last, so that they do not
 * keep the others out of the round; those of one device stay in their order.
 */
async function findDueBehindPlatforms(db: Db, now: number, retryAway: boolean): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select c.*, s.gateway as holder, s.speed_kmh, s.fix_time, d.terminal_id, t.dialect, t.command_texts
    from commands c join devices d on d.id = c.device_id join device_types t on t.id = d.device_type_id
      left join device_states s on s.device_id = c.device_id
    where c.state = 'queued' and c.due_time <= ${now} and c.expire_time > ${now} and t.wire = 'nbiot'
      and not coalesce(s.is_connected, false)
      and not exists (select from commands o where o.device_id = c.device_id and o.state = 'sent')
      and (${retryAway} or not exists (
        select from commands o where o.device_id = c.device_id and o.state = 'queued' and o.held_by = 'platformAway'))
    order by bool_and(c.held_by is not null) over (partition by c.device_id), c.id limit ${maxDevices}`.execute(
    db,
  )
  return rows
}

type Outcome =
  | 'same' // it waits as before
  | 'told'
  | 'away'
  | 'over' // it came to nothing: the next one may go

async function deliver(db: Db, row: Row, now: () => number): Promise<Outcome> {
  const { id, code, held_by: heldBy, speed_kmh: speedKmh, fix_time: fixTime } = row
  const isCut = code === 'oilCut'
  const hold = isCut ? whyNotCut({ accOn: null, accTime: null, speedKmh, fixTime }, now()) : null
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
  try {
    const { commandId } = await sendByPlatform(db, row.device_id, { ...payload, validS })
    await keepName(db, id, commandId, now() + validS * 1000)
    return 'told'
  } catch (error) {
    if (!(error instanceof PlatformRefused)) throw error
    if (error.code === 'unreachable') {
      await putBackCommand(db, id)
      await holdCommand(db, id, 'platformAway')
      return 'away'
    }
    // Perhaps it has it, and perhaps its device will: it is not told twice.
    const isSilent = error.code === 'noAnswer'
    const reply = `${error.code}: ${error.message}`
    await failCommand(
      db,
      id,
      isSilent ? { failure: 'timeout', result: 2, reply } : { failure: 'platformRefused', reply },
      now(),
    )
    return 'over'
  }
}

/** As text where it is one, else its bytes in hex. @returns null: the protocol has no form of it */
function payloadOf(row: Row, now: number): { payload: string; isHex: boolean } | null {
  const protocol = protocolByName('nbiot')!
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
