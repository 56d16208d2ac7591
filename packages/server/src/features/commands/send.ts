import type { CommandRecord } from '@trackway/core/features/commands/calls.ts'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import type { SessionContext } from '../../platform/http/serve.ts'
import type { Scope, Session } from '../../platform/http/session.ts'
import {
  type CheckedCommand,
  type CommandRequest,
  checkCommand,
  checkRisk,
  checkTarget,
} from './check-command.ts'
import { findCommand, insertCommands, type Sender } from './queries.ts'
import { type CommandTarget, findTargets, lockTargets } from './targets.ts'

const dayMs = 86_400_000
/** A command to a connected device waits for those before it, and no longer. */
const onlineMs = 5 * 60_000
const offlineMs = 7 * dayMs
const offlineCutMs = dayMs
/** Nobody knows any more why a command waits that is older; a cut takes whoever drives then by surprise. */
const longestMs = 30 * dayMs
const longestCutMs = 7 * dayMs
/** Planned so far ahead at most. */
const longestPlanMs = 30 * dayMs
/** States are published on the bus; in case an event is missed, the state is read this often. */
const pollMs = 1_000

export interface SendRequest extends CommandRequest {
  terminalID: string
  offline: boolean
  nextConnection?: boolean
  /** Not before. */
  dueTime?: number | undefined
  expireTime?: number | undefined
}

/** As late as a command may be delivered that is due then. */
export const latestOf = ({ code }: CheckedCommand, dueTime: number): number =>
  dueTime + (code === 'oilCut' ? longestCutMs : longestMs)

/**
 * Until when a command may be delivered.
 * @param dueTime not before then
 * @throws {Refusal} `invalidInput`: it would be over before, or wait for too long
 */
export function expiryOf(
  checked: CheckedCommand,
  { isOffline, expireTime }: { isOffline: boolean; expireTime?: number | undefined },
  dueTime: number,
): number {
  const usualMs = checked.code === 'oilCut' ? offlineCutMs : offlineMs
  const until = expireTime ?? dueTime + (isOffline ? usualMs : onlineMs)
  if (until > dueTime && until <= latestOf(checked, dueTime)) return until
  throw wrongTime('expireTime', until <= dueTime ? 'too_small' : 'too_big')
}

/** @throws {Refusal} `invalidInput`: it is planned too far ahead */
export function checkPlan(field: string, dueTime: number, now: number): void {
  if (dueTime > now + longestPlanMs) throw wrongTime(field, 'too_big')
}

const wrongTime = (path: string, reason: string) =>
  new Refusal('invalidInput', { issues: [{ path, reason }] })

/**
 * A device whose type is offline-capable gets the command as an offline one; for others the request has to say so.
 * One that a network platform reaches listens for seconds after a report, even where it counts as online.
 */
export const isQueuedOffline = (
  { isOnline, isOfflineCapable, protocol }: CommandTarget,
  isOfflineRequested: boolean,
): boolean =>
  isOfflineRequested || (isOfflineCapable && (!isOnline || protocol?.isReachedByPlatform === true))

/** @throws {Refusal} `notFound` */
export async function findTarget(
  db: Db,
  scope: Scope,
  terminalId: string,
  now: number,
): Promise<CommandTarget> {
  const [target] = await findTargets(db, scope, [terminalId], now)
  if (target === undefined) throw new Refusal('notFound')
  return target
}

/** Who sends: the superior who acts as the account, or the account itself. */
export async function findSender(db: Db, { account, actor }: Session): Promise<Sender> {
  if (actor) return { id: actor.id, name: actor.username }
  return await db
    .selectFrom('accounts')
    .select(['id', 'username as name'])
    .where('id', '=', account.id)
    .executeTakeFirstOrThrow()
}

interface Stored {
  id: number
  deviceId: number
  accountId: number
  isOnline: boolean
}

/**
 * Stores a command for one device, with its record, and has it delivered, within a transaction.
 * @throws {Refusal} those of the call
 */
export async function storeCommand(context: SessionContext<unknown>, request: SendRequest): Promise<Stored> {
  const { db, bus, scope, session, now } = context
  await lockTargets(db, scope, [request.terminalID])
  const target = await findTarget(db, scope, request.terminalID, now)
  const checked = checkCommand(request, [target])
  checkRisk(checked, session.account.role)
  const isOffline = isQueuedOffline(target, request.offline)
  const content = checkTarget(checked, target, { isOffline })
  const dueTime = Math.max(now, request.dueTime ?? now)
  checkPlan('dueTime', dueTime, now)
  const about = {
    checked,
    sender: await findSender(db, session),
    isOffline,
    isNextConnection: request.nextConnection ?? false,
    expireTime: expiryOf(checked, { isOffline, expireTime: request.expireTime }, dueTime),
  }
  const [id] = await insertCommands(db, about, [{ target, content, dueTime }], now)
  const { deviceId, accountId, terminalId, isOnline } = target
  const after = { command: id, code: checked.code, content }
  await recordChange(context, 'commandSent', accountId, { terminalId, after })
  bus.publish('command.changed', { deviceIds: Int32Array.of(deviceId) })
  return { id: id!, deviceId, accountId, isOnline }
}

/** Waits for the answer of the device, and not for longer than this. @returns the command as far as it has come */
export async function waitForAnswer(
  { db, scope, bus, signal }: SessionContext<unknown>,
  { id, deviceId }: { id: number; deviceId: number },
  waitMs: number,
): Promise<CommandRecord> {
  const until = performance.now() + waitMs
  for (;;) {
    const change = nextChange(bus, deviceId, Math.min(pollMs, until - performance.now()), signal)
    const command = await findCommand(db, scope, id)
    const isWaiting = command.state === 'sent' || (command.state === 'queued' && command.heldBy === null)
    if (!isWaiting || performance.now() >= until || signal.aborted) {
      change.stop()
      return command
    }
    await change.happened
  }
}

/** Listens before it is looked, so that nothing falls in between. */
function nextChange(bus: Bus, deviceId: number, waitMs: number, signal: AbortSignal) {
  const { promise: happened, resolve } = Promise.withResolvers<void>()
  const stopListening = bus.subscribe('command.changed', ({ deviceIds }) => {
    if (deviceIds.includes(deviceId)) resolve()
  })
  const timer = setTimeout(resolve, Math.max(0, waitMs))
  signal.addEventListener('abort', () => resolve(), { once: true })
  const stop = () => {
    stopListening()
    clearTimeout(timer)
    resolve()
  }
  return { happened: happened.then(stop), stop }
}
