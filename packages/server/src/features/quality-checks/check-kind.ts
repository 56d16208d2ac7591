import type { CheckResult } from '@trackway/core/features/quality-checks/calls.ts'
import { ended } from '@trackway/core/features/tasks/task-states.ts'
import { findSender } from '../commands/send.ts'
import { findOutcomes, sendInTask } from '../commands/task-commands.ts'
import { type ReceivedMessage, readMessages } from '../frames/read-messages.ts'
import { moveTested } from '../stock/changes.ts'
import { defineTaskKind, type StepContext, type StepOutcome, type TaskItem } from '../tasks/task-kind.ts'
import {
  cancelAttempts,
  closeAttempts,
  insertAttempts,
  type OpenAttempt,
  type RunParams,
  readOpenAttempts,
  runForm,
  writeAttempts,
} from './attempts.ts'
import { type CheckedDevice, readDevices } from './devices-checked.ts'
import { closeChecks, failuresOf, judge, type Sighting } from './judge.ts'

/**
 * Checks of produced devices: each is looked at whenever it says something, until all its checks passed or its time is
 * up. What it says is read from the log of frames, so nothing is lost while no process looks.
 */

/** In case nothing wakes a device that is connected, or one that is not. */
const onlineMs = 10_000
const offlineMs = 30_000
/** Gateways write frames so late at most: what came before the newest that was read may be written after it. */
const lateMs = 20_000
/** What a gateway received before the deadline is written within this, once it is asked to. */
const writtenMs = 2_000
/** A command that failed is sent again as long as there is time, and not more often than this. */
const resendMs = 15_000

type Context = StepContext<RunParams>
type Items = readonly TaskItem[]

export const qualityCheckKind = defineTaskKind<RunParams, object>({
  name: 'qualityCheck',
  params: runForm,
  wakesOn: ['device.claimed', 'command.changed'],
  steps: [{ name: 'check', begin: look }],
  async stop({ db, now, task }, items) {
    const attempts = await readOpenAttempts(db, task.id, terminalIdsOf(items))
    await cancelAttempts(
      db,
      [...attempts.values()].map(({ id }) => id),
      now,
    )
    return new Set(items.map(({ id }) => id))
  },
  async again({ db, session, now }, task, items) {
    const over = items.filter(({ state }) => (ended as readonly string[]).includes(state))
    const { name: operator } = await findSender(db, session)
    const { batch, station } = task.params as RunParams
    const about = { accountId: task.scopeAccountId, taskId: task.id, batch, station, operator, now }
    await insertAttempts(db, about, terminalIdsOf(over))
    return new Set(over.map(({ id }) => id))
  },
})

const terminalIdsOf = (items: Items): string[] => items.map(({ terminalId }) => terminalId)

async function look(context: Context, items: Items): Promise<Map<number, StepOutcome>> {
  const { db, now, task } = context
  const attempts = await readOpenAttempts(db, task.id, terminalIdsOf(items))
  const going = items.flatMap((item) => {
    const attempt = attempts.get(item.terminalId)
    return attempt === undefined || item.isMoved ? [] : { item, attempt }
  })
  const devices = await readDevices(
    db,
    going.map(({ item }) => item.deviceId),
    now,
  )
  const messages = await readMessages(
    db,
    going.flatMap(({ item, attempt: { startTime, seenTime } }) => {
      const device = devices.get(item.deviceId)
      return device ? { ...device, from: Math.max(startTime, seenTime - lateMs) } : []
    }),
  )
  const commands = await findOutcomes(
    db,
    going.flatMap(({ attempt }) => Object.values(attempt.commands)),
    now,
  )
  const before = new Map(attempts)
  for (const { item, attempt } of going) {
    const device = devices.get(item.deviceId)
    if (device === undefined) continue
    const heard = messages.get(item.deviceId) ?? []
    const replies = Object.entries(attempt.commands).flatMap(([command, id]): Sighting[] => {
      const { state, reply, acknowledgeTime } = commands.get(id) ?? {}
      const isAnswered = state === 'acknowledged' || state === 'confirmed'
      return isAnswered ? [{ kind: 'reply', command, time: acknowledgeTime ?? now, text: reply ?? 'OK' }] : []
    })
    const sightings = [...sightingsOf(attempt, device, heard, now), ...replies].filter(
      ({ time }) => time <= attempt.deadlineTime,
    )
    const loginTime = sightings.find(({ kind }) => kind === 'login')?.time ?? null
    const checks = judge(attempt.checks, sightings, {
      startTime: attempt.startTime,
      loginTime: timeOf(attempt.checks, 'login') ?? loginTime,
    })
    const seenTime = Math.max(attempt.seenTime, heard.at(-1)?.time ?? 0)
    attempts.set(item.terminalId, { ...attempt, checks, seenTime })
  }
  await sendQueries(
    context,
    going.map(({ item }) => item).filter((item) => devices.get(item.deviceId)?.isConnected),
    attempts,
    commands,
  )

  const atDeadline = going.filter(({ attempt }) => now >= attempt.deadlineTime)
  if (atDeadline.length > 0)
    context.bus.publish('frame.asked', {
      deviceIds: Int32Array.from(atDeadline, ({ item }) => item.deviceId),
    })
  const outcomes = new Map<number, StepOutcome>()
  const changed: OpenAttempt[] = []
  const over: OpenAttempt[] = []
  const lost: number[] = []
  for (const item of items) {
    const found = attempts.get(item.terminalId)
    if (found === undefined || item.isMoved) {
      if (found) lost.push(found.id)
      outcomes.set(item.id, found ? { state: 'failed', failure: 'deviceMoved' } : { state: 'cancelled' })
      continue
    }
    const isLate = now >= found.deadlineTime + writtenMs
    const attempt = isLate ? { ...found, checks: closeChecks(found.checks) } : found
    const open = attempt.checks.filter(({ state }) => state === 'open').length
    if (JSON.stringify(attempt) !== JSON.stringify(before.get(item.terminalId))) changed.push(attempt)
    if (open === 0) over.push(attempt)
    outcomes.set(item.id, outcomeOf(attempt, open, { isOnline: item.isOnline, now }))
  }
  // Before others of their devices are touched: who begins one locks the device first.
  await cancelAttempts(db, lost, now)
  await writeAttempts(db, changed)
  await closeAttempts(db, over, now)
  await movePassed(context, over)
  return outcomes
}

function outcomeOf(
  { checks, deadlineTime }: OpenAttempt,
  open: number,
  { isOnline, now }: { isOnline: boolean; now: number },
): StepOutcome {
  const failures = failuresOf(checks)
  if (failures.length > 0) return { state: 'failed', failure: 'checksFailed', result: failures.join(', ') }
  if (open === 0) return { state: 'done' }
  return {
    state: 'running',
    progress: Math.floor((100 * (checks.length - open)) / checks.length),
    dueTime: Math.min(
      now < deadlineTime ? deadlineTime : deadlineTime + writtenMs,
      now + (isOnline ? onlineMs : offlineMs),
    ),
    ...(!isOnline && { waitsFor: 'offline' }),
  }
}

/** What was seen of a device, oldest first. */
function sightingsOf(
  { startTime, deadlineTime }: OpenAttempt,
  { isConnected, connectedTime, stateTime, information }: CheckedDevice,
  heard: readonly ReceivedMessage[],
  now: number,
): Sighting[] {
  const isThere = isConnected || (stateTime ?? 0) >= startTime
  const loginTime = Math.max(startTime, Math.min(now, connectedTime ?? stateTime ?? now))
  return [
    ...(isThere ? [{ kind: 'login' as const, time: loginTime }] : []),
    ...heard.map(({ time, message }) => ({ kind: 'message' as const, time, message })),
    { kind: 'known', time: Math.min(now, deadlineTime), information },
  ]
}

const timeOf = (checks: readonly CheckResult[], code: string): number | null =>
  checks.find((check) => check.code === code)?.time ?? null

/** Sends connected devices the queries whose answers are still open; those that failed once more. */
async function sendQueries(
  context: Context,
  items: Items,
  attempts: Map<string, OpenAttempt>,
  commands: Awaited<ReturnType<typeof findOutcomes>>,
): Promise<void> {
  const byCode = new Map<string, TaskItem[]>()
  for (const item of items) {
    const attempt = attempts.get(item.terminalId)!
    if (context.now >= attempt.deadlineTime) continue
    for (const code of queriesOf(attempt.checks)) {
      const sent = commands.get(attempt.commands[code] ?? 0)
      const isDue =
        sent === undefined ||
        ((sent.state === 'failed' || sent.state === 'expired' || sent.state === 'cancelled') &&
          context.now - sent.createTime >= resendMs)
      if (isDue) byCode.set(code, [...(byCode.get(code) ?? []), item])
    }
  }
  for (const [code, some] of byCode) {
    const stored = await sendInTask(context, { code: code as 'status' }, some)
    for (const { id, terminalId } of some) {
      const command = stored.get(id)
      const attempt = attempts.get(terminalId)!
      if (command && 'commandId' in command)
        attempts.set(terminalId, {
          ...attempt,
          commands: { ...attempt.commands, [code]: command.commandId },
        })
    }
  }
}

/** Codes of the commands that a device is sent: that of its check, and what makes it say its firmware. */
function queriesOf(checks: readonly CheckResult[]): string[] {
  const open = checks.filter(({ state }) => state === 'open')
  const queries = open.flatMap(({ code, text, value }) => {
    if (code === 'command') return text!
    return code === 'firmware' && value === null ? 'version' : []
  })
  return [...new Set(queries)]
}

/** What passed may go on through the stock. */
async function movePassed({ db, now, task }: Context, over: readonly OpenAttempt[]): Promise<void> {
  const passed = Map.groupBy(
    over.filter(({ checks }) => failuresOf(checks).length === 0),
    ({ accountId }) => accountId,
  )
  for (const [accountId, attempts] of passed) {
    const tested = attempts.map(({ terminalId, operator }) => ({
      terminalID: terminalId,
      operator,
      note: task.name || null,
    }))
    await moveTested(db, accountId, tested, now)
  }
}
