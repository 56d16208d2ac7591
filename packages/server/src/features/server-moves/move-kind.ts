import { sql } from 'kysely'
import { z } from 'zod'
import { storedForm } from '../../platform/database/stored-json.ts'
import { findOutcomes, sendInTask } from '../commands/task-commands.ts'
import { defineTaskKind, type StepContext, type StepOutcome, type TaskItem } from '../tasks/task-kind.ts'
import { isOwnAddress } from './own-address.ts'
import { findPresences, type Presence } from './presences.ts'
import { findServerAt, presentThere, type StoredServer } from './servers.ts'

/** A device that is moved to another server: it takes the address, leaves, and arrives. */

/** A command is answered within minutes, or never. */
const answerMs = 6 * 60_000
/** A device that stays in its old connection for so long is restarted: some read their address at a connect alone. */
const applyMs = 60_000
/** One that is still here after so long does not go. */
const stayMs = 30 * 60_000
/** One that is in neither place for so long is lost for now; a later login tells. */
const arriveMs = 30 * 60_000
const lookEveryMs = 60_000
const askEveryMs = 30_000

const params = z.object({
  host: z.string(),
  port: z.number(),
  transport: z.enum(['tcp', 'udp']),
  /** Devices join it as they connect for the first time, to report where their account has set. */
  isOpen: z.boolean().optional(),
})
export type MoveParams = z.output<typeof params>

const data = z.object({
  commandId: z.number(),
  /** When it took the address. */
  acceptedTime: z.number().optional(),
  /** A restart was sent, once. */
  isRestarted: z.boolean().optional(),
  /** When it was seen to be gone. */
  leftTime: z.number().optional(),
})
type MoveData = z.output<typeof data>

type Context = StepContext<MoveParams>
type Items = readonly TaskItem<MoveData>[]
type Outcomes = Map<number, StepOutcome<MoveData>>

export const serverMoveKind = defineTaskKind<MoveParams, MoveData>({
  name: 'serverMove',
  params: storedForm('serverMove', params),
  data: storedForm('serverMoveItem', data),
  needsConnection: true,
  retryAfterMs: { noReply: [60_000, 10 * 60_000], cameBack: [10 * 60_000] },
  // A login; reports are too many to be looked at for this, and what waits is due within a minute.
  wakesOn: ['command.changed', 'device.claimed'],
  steps: [
    { name: 'send', begin: tell, check: checkReply },
    { name: 'leave', begin: checkLeave, check: checkLeave },
    { name: 'arrive', isApart: true, begin: checkArrival, check: checkArrival },
  ],
})

async function tell(context: Context, items: Items): Promise<Outcomes> {
  const { host, port, transport } = context.task.params
  const stored = await sendInTask(context, { code: 'server', parameters: { host, port, transport } }, items)
  return outcomesOf(items, ({ id }): StepOutcome<MoveData> => {
    const command = stored.get(id)!
    if ('commandId' in command)
      return { state: 'offered', dueTime: context.now + answerMs, data: { commandId: command.commandId } }
    if (command.refusal === 'deviceOffline')
      return { state: 'waiting', waitsFor: 'offline', dueTime: context.now + lookEveryMs }
    return { state: 'skipped', failure: command.refusal }
  })
}

async function checkReply({ db, now }: Context, items: Items): Promise<Outcomes> {
  const commands = await findOutcomes(
    db,
    items.flatMap(({ data }) => data?.commandId ?? []),
    now,
  )
  return outcomesOf(items, ({ data }): StepOutcome<MoveData> => {
    const command = commands.get(data?.commandId ?? 0)
    switch (command?.state) {
      case 'acknowledged':
      case 'confirmed':
        return { state: 'next', data: { ...data!, acceptedTime: command.acknowledgeTime ?? now } }
      case 'queued':
      case 'sent':
        return { state: 'offered', dueTime: now + lookEveryMs }
      default: {
        if (command?.openUntil) return { state: 'offered', dueTime: command.openUntil }
        const isRefused = command?.failure === 'refused' || command?.failure === 'unsupported'
        const result = command?.reply
        return { state: 'failed', failure: isRefused ? 'refused' : 'noReply', ...(result && { result }) }
      }
    }
  })
}

async function checkLeave(context: Context, items: Items): Promise<Outcomes> {
  const { db, now, task } = context
  const presences = await findPresences(db, deviceIdsOf(items))
  const isOwn = isOwnAddress(task.params)
  const outcomes: Outcomes = new Map()
  const restarted: TaskItem<MoveData>[] = []
  for (const item of items) {
    const presence = presences.get(item.deviceId)
    const accepted = item.data?.acceptedTime ?? now
    if (presence?.isConnected && presence.connectedTime < accepted && !item.data?.isRestarted) {
      if (now - accepted >= applyMs) restarted.push(item)
      else outcomes.set(item.id, { state: 'running', dueTime: accepted + applyMs })
      continue
    }
    outcomes.set(item.id, leaveOf(item, presence, { accepted, isOwn, now }))
  }
  // Where there is no such command it goes when its connection ends.
  await sendInTask(context, { code: 'reset' }, restarted)
  for (const { id, data } of restarted)
    outcomes.set(id, { state: 'running', dueTime: now + lookEveryMs, data: { ...data!, isRestarted: true } })
  const gone = items.filter(({ id }) => outcomes.get(id)?.state === 'next')
  await rememberHost(context, deviceIdsOf(gone))
  return outcomes
}

/** What its presence here says of a device that took the address. */
function leaveOf(
  { data }: TaskItem<MoveData>,
  presence: Presence | undefined,
  { accepted, isOwn, now }: { accepted: number; isOwn: boolean; now: number },
): StepOutcome<MoveData> {
  const kept = data ?? { commandId: 0 }
  if (presence === undefined) return { state: 'next', data: { ...kept, leftTime: now } }
  const { isConnected, connectedTime, seenTime, heartbeatMs } = presence
  const isBack = connectedTime > accepted
  if (isBack && isOwn) return { state: 'next', data: { ...kept, leftTime: connectedTime } }
  if (isBack) return { state: 'failed', failure: 'cameBack' }
  if (isConnected)
    return now - accepted > stayMs
      ? { state: 'failed', failure: 'stayed' }
      : { state: 'running', dueTime: now + lookEveryMs }
  const goneTime = Math.max(seenTime, accepted) + 3 * heartbeatMs
  // One that sleeps is not missed before its next report is due.
  return goneTime > now
    ? { state: 'running', dueTime: goneTime }
    : { state: 'next', data: { ...kept, leftTime: now } }
}

/** Looks where the device should be: here, at a server of ours, or nowhere that we can ask. */
async function checkArrival(context: Context, items: Items): Promise<Outcomes> {
  const { db, log, now, task } = context
  const presences = await findPresences(db, deviceIdsOf(items))
  const isOwn = isOwnAddress(task.params)
  const server = isOwn ? null : await findServerAt(db, task, task.params)
  const there = await arrivedAt(context, server, items).catch((error) => {
    log.warn({ err: error, taskId: task.id }, 'the other server does not answer about devices')
    return null
  })
  return outcomesOf(items, ({ terminalId, deviceId, data }): StepOutcome<MoveData> => {
    const accepted = data?.acceptedTime ?? now
    const isBack = (presences.get(deviceId)?.connectedTime ?? 0) > accepted
    if (isOwn) return isBack ? { state: 'done', result: 'arrived' } : waitFor('notSeen', data)
    if (isBack) return { state: 'failed', failure: 'cameBack' }
    if (server === null || server.url === null) return { state: 'done', result: 'left' }
    if (there === null) return waitFor('serverAway', data)
    return there.has(terminalId) ? { state: 'done', result: 'arrived' } : waitFor('notSeen', data)
  })

  function waitFor(waitsFor: string, data: MoveData | null): StepOutcome<MoveData> {
    const isOver = now - (data?.leftTime ?? now) > arriveMs
    return isOver
      ? { state: 'failed', failure: 'notArrived' }
      : { state: 'running', waitsFor, dueTime: now + askEveryMs }
  }
}

/** The devices that reported to the other server since they left; empty where its API is not known. */
async function arrivedAt(
  { now }: Context,
  server: StoredServer | null,
  items: Items,
): Promise<ReadonlySet<string>> {
  if (server === null || server.url === null) return new Set()
  const since = new Map(items.map(({ terminalId, data }) => [terminalId, data?.acceptedTime ?? now]))
  return await presentThere(server, since, now)
}

/** The page of a device shows where it reports to. */
async function rememberHost({ db, task }: Context, deviceIds: readonly number[]): Promise<void> {
  if (deviceIds.length === 0) return
  const { host, port } = task.params
  await sql`
    update devices set host = ${`${host}:${port}`} where id in (
      select id from devices where id = any(${deviceIds}::int4[]) order by id for no key update)`.execute(db)
}

const deviceIdsOf = (items: readonly TaskItem[]): number[] => items.map(({ deviceId }) => deviceId)
const outcomesOf = (items: Items, of: (item: TaskItem<MoveData>) => StepOutcome<MoveData>): Outcomes =>
  new Map(items.map((item) => [item.id, of(item)]))
