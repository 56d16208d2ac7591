import { insertTask, type TaskRules } from '../../features/tasks/create-task.ts'
import { plainRules } from '../../features/tasks/plain-rules.ts'
import { runTurn } from '../../features/tasks/run-turn.ts'
import {
  defineTaskKind,
  type StepOutcome,
  type TaskItem,
  type TaskKind,
} from '../../features/tasks/task-kind.ts'
import { type DemoFactory, minuteMs } from './demo-factory.ts'

/** A task of the past, with what came of its devices. */
export interface PastTask<Params extends object> {
  kind: Pick<TaskKind, 'name' | 'params'>
  /** Step at which its devices are while they are under way. */
  step: string
  params: Params
  actorId: number
  startTime: number
  rules: Partial<TaskRules>
  devices: readonly PastDevice[]
  /** Devices that have not come yet. */
  waiting?: readonly string[]
}

/** A device of a task, with what came of it and when. */
export interface PastDevice {
  terminalID: string
  endTime: number
  outcome: StepOutcome
}

/** Ends that are written down together. */
const devicesOfTurn = 6

/**
 * Has the engine go through a task of the past, in which every device comes to its end at its time.
 * @returns its id; null: there was no device for it
 */
export async function replayTask<Params extends object>(
  factory: DemoFactory,
  { kind, step, params, actorId, startTime, rules, devices, waiting = [] }: PastTask<Params>,
): Promise<number | null> {
  if (devices.length === 0) return null
  const { database, scope } = factory
  const { taskId } = await database.db.transaction().execute((trx) =>
    insertTask({ db: trx, scope, accountId: actorId, actorId, now: startTime }, kind, {
      rules: { ...plainRules, maxFailurePercent: 20, ...rules },
      params,
      terminalIDs: [...devices.map(({ terminalID }) => terminalID), ...waiting],
    }),
  )
  const kinds = [asItWas(kind, step, devices)]
  const times = devices.map(({ endTime }) => endTime).sort((a, b) => a - b)
  const ends = times.filter((_, index) => index % devicesOfTurn === 0 || index === times.length - 1)
  for (const time of [startTime, ...ends]) await runTurn({ ...factory, kinds }, taskId, time)
  return taskId
}

/** The kind, as it went: each device does what it did. */
function asItWas(
  { name, params }: Pick<TaskKind, 'name' | 'params'>,
  step: string,
  devices: readonly PastDevice[],
) {
  const byId = new Map(devices.map((device) => [device.terminalID, device]))
  const outcomeOf = ({ terminalId }: TaskItem, now: number): StepOutcome => {
    const device = byId.get(terminalId)
    if (device === undefined) return { state: 'waiting', waitsFor: 'offline', dueTime: now + 10 * minuteMs }
    return device.endTime <= now ? device.outcome : { state: 'running', dueTime: device.endTime }
  }
  return defineTaskKind<object, object>({
    name,
    params,
    steps: [
      {
        name: step,
        begin: async ({ now }, items) => new Map(items.map((item) => [item.id, outcomeOf(item, now)])),
      },
    ],
  })
}
