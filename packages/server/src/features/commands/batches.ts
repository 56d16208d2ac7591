import type { ResultName } from '@trackway/core/codes/results.ts'
import type { BatchPreview } from '@trackway/core/features/commands/calls.ts'
import { Refusal } from '../../platform/errors.ts'
import { recordChange } from '../../platform/http/record-change.ts'
import type { SessionContext } from '../../platform/http/serve.ts'
import { createTask, type TaskRules } from '../tasks/create-task.ts'
import { plainRules } from '../tasks/plain-rules.ts'
import type { TaskItem } from '../tasks/task-kind.ts'
import {
  type CheckedCommand,
  type CommandRequest,
  checkCommand,
  checkRisk,
  checkTarget,
} from './check-command.ts'
import { commandTaskForm } from './command-task-form.ts'
import { publishChange } from './delivery/deliver.ts'
import { findFailedOfBatch, insertCommands, type NewCommand } from './queries.ts'
import { checkPlan, expiryOf, findSender, isQueuedOffline } from './send.ts'
import { type CommandTarget, findTargets, lockTargets } from './targets.ts'

interface BatchRequest extends CommandRequest, Omit<TaskRules, 'maxTries'> {
  terminalIDs: string[]
  offline: boolean
  expireTime?: number | undefined
}

interface Refused {
  id: string
  result: ResultName
}

/**
 * Stores one command for each of many devices, within a transaction; each is due at its moment, so the pace holds over
 * all processes.
 */
export async function addBatch(
  context: SessionContext<unknown>,
  request: BatchRequest,
): Promise<{ jobId: number | null; failed: Refused[] }> {
  const { db, scope, session, now } = context
  checkPlan('startTime', request.startTime ?? now, now)
  await lockTargets(db, scope, request.terminalIDs)
  const targets = await targetsOf(context, request.terminalIDs)
  const checked = checkCommand(request, [...targets.values()])
  checkRisk(checked, session.account.role)
  const { devices, failed } = judge(context, checked, targets, request)
  if (devices.length === 0) return { jobId: null, failed }
  const { taskId } = await createTask(
    context,
    { name: 'command', params: commandTaskForm },
    {
      rules: { ...request, maxTries: plainRules.maxTries },
      params: { code: checked.code, expireTime: request.expireTime ?? null },
      terminalIDs: devices.map(({ target }) => target.terminalId),
      isRecordedElsewhere: true,
    },
  )
  await store(context, checked, { ...request, taskId }, devices)
  await recordChange(context, 'commandBatch', session.account.id, {
    after: { batch: taskId, code: checked.code, content: devices[0]!.content, devices: devices.length },
  })
  return { jobId: taskId, failed }
}

/**
 * By their terminal ids.
 * @throws {Refusal} `notFound`: none of them is within the scope
 */
async function targetsOf(
  { db, scope, now }: SessionContext<unknown>,
  terminalIDs: readonly string[],
): Promise<Map<string, CommandTarget>> {
  const targets = await findTargets(db, scope, terminalIDs, now)
  if (targets.length === 0) throw new Refusal('notFound')
  return new Map(targets.map((target) => [target.terminalId, target]))
}

interface BatchCommand extends NewCommand {
  target: CommandTarget
  /** It waits for its device. */
  isOffline: boolean
}

/** The devices that may be sent the command, in the requested order. */
function judge(
  { now }: SessionContext<unknown>,
  checked: CheckedCommand,
  targets: ReadonlyMap<string, CommandTarget>,
  {
    terminalIDs,
    offline,
    perSecond,
    startTime = now,
  }: Pick<BatchRequest, 'terminalIDs' | 'offline' | 'perSecond' | 'startTime'>,
): { devices: BatchCommand[]; failed: Refused[] } {
  const devices: BatchCommand[] = []
  const failed: Refused[] = []
  for (const terminalID of new Set(terminalIDs)) {
    const target = targets.get(terminalID)
    try {
      if (target === undefined) throw new Refusal('notFound')
      const isOffline = isQueuedOffline(target, offline)
      const content = checkTarget(checked, target, { isOffline })
      const dueTime =
        Math.max(now, startTime) +
        Math.round((devices.length * 1_000) / (perSecond ?? Number.POSITIVE_INFINITY))
      devices.push({ target, content, dueTime, isOffline })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      failed.push({ id: terminalID, result: error.refusal })
    }
  }
  return { devices, failed }
}

async function store(
  { db, bus, session, now }: SessionContext<unknown>,
  checked: CheckedCommand,
  { taskId, expireTime }: { taskId: number; expireTime?: number | undefined },
  devices: readonly BatchCommand[],
): Promise<void> {
  const about = { checked, sender: await findSender(db, session), taskId }
  for (const [isOffline, alike] of Map.groupBy(devices, (each) => each.isOffline)) {
    const until = expiryOf(checked, { isOffline, expireTime }, alike[0]!.dueTime)
    await insertCommands(db, { ...about, isOffline, expireTime: until }, alike, now)
  }
  publishChange(
    bus,
    devices.map(({ target }) => target.deviceId),
  )
}

/**
 * What a batch would do with each device, in the requested order.
 * @throws {Refusal} `notFound`: none of them is within the scope
 */
export async function previewBatch(
  context: SessionContext<unknown>,
  { terminalIDs, offline, ...request }: Pick<BatchRequest, 'terminalIDs' | 'offline'> & CommandRequest,
): Promise<{ list: BatchPreview[]; failed: Refused[] }> {
  const targets = await targetsOf(context, terminalIDs)
  const checked = checkCommand(request, [...targets.values()])
  checkRisk(checked, context.session.account.role)
  const list: BatchPreview[] = []
  const failed: Refused[] = []
  for (const terminalID of new Set(terminalIDs)) {
    const target = targets.get(terminalID)
    if (target === undefined) {
      failed.push({ id: terminalID, result: 'notFound' })
      continue
    }
    const { isOnline, displayName } = target
    const isOffline = isQueuedOffline(target, offline)
    const about = { terminalID, displayName, isOnline, isOffline: isOffline && !isOnline }
    try {
      list.push({ ...about, content: checkTarget(checked, target, { isOffline }), refusal: null })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      list.push({ ...about, content: null, refusal: error.refusal })
    }
  }
  return { list, failed }
}

/**
 * Stores the failed commands of a task once more. A cut of the oil is never repeated automatically, but a user may
 * request it here.
 * @returns the ids of the items that got one
 */
export async function storeAgain(
  context: SessionContext<unknown>,
  { id: taskId }: { id: number },
  items: readonly TaskItem[],
): Promise<ReadonlySet<number>> {
  const { db, scope, session } = context
  const failed = await findFailedOfBatch(db, scope, taskId)
  const [first] = failed
  if (first === undefined) return new Set()
  checkRisk(first, session.account.role)
  const itemIds = new Map(items.map((item) => [item.terminalId, item.id]))
  const terminalIDs = failed.map(({ terminalId }) => terminalId).filter((id) => itemIds.has(id))
  if (terminalIDs.length === 0) return new Set()
  await lockTargets(db, scope, terminalIDs)
  const targets = await targetsOf(context, terminalIDs)
  // Its task lets each go when its turn comes.
  const about = { terminalIDs, offline: first.isOffline, perSecond: Number.POSITIVE_INFINITY }
  const { devices } = judge(context, first, targets, about)
  await store(context, first, { taskId }, devices)
  return new Set(devices.map(({ target }) => itemIds.get(target.terminalId)!))
}
