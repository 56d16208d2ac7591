import { roles } from '@trackway/core/codes/roles.ts'
import { sql } from 'kysely'
import { serverMoveKind } from '../../features/server-moves/move-kind.ts'
import { saveServer } from '../../features/server-moves/servers.ts'
import { insertTask } from '../../features/tasks/create-task.ts'
import { plainRules } from '../../features/tasks/plain-rules.ts'
import { runTurn } from '../../features/tasks/run-turn.ts'
import {
  defineTaskKind,
  type StepContext,
  type StepOutcome,
  type TaskItem,
} from '../../features/tasks/task-kind.ts'
import { type DemoFactory, dayMs, hourMs, minuteMs } from './demo-factory.ts'

/** Moves to other servers: one that is done, one whose devices are still to come, one that stopped as too many failed. */

const servers = [
  { name: '亚太平台', host: 'ap.gps.example', port: 5023 },
  { name: '客户自有平台（华南）', host: 'gps.shunda.example', port: 7018 },
  { name: '预发环境', host: 'staging.gps.example', port: 5023 },
] as const

/** A device of a move, with what came of it and when. */
interface MovedDevice {
  terminalID: string
  endTime: number
  outcome: StepOutcome
}

const left: StepOutcome = { state: 'done', result: 'left' }
const failed = (failure: string, result?: string): StepOutcome => ({
  state: 'failed',
  failure,
  ...(result && { result }),
})
/** What goes wrong in each so many devices. */
const troubles: readonly StepOutcome[] = [
  failed('noReply'),
  failed('refused', 'Error: Not authorized!'),
  { state: 'skipped', failure: 'commandUnsupported' },
  failed('cameBack'),
]

/** Writes them where nothing was moved before, after the vehicles have driven: only what is silent can have gone elsewhere. */
export async function ensureServerMoves(factory: DemoFactory): Promise<void> {
  const { database, scope, now } = factory
  const { db } = database
  const known = await db
    .selectFrom('move_servers')
    .select('id')
    .where('account_id', '=', scope.accountId)
    .limit(1)
    .execute()
  if (known.length > 0) return
  await db.transaction().execute(async (trx) => {
    for (const server of servers)
      await saveServer(trx, scope, { ...server, transport: 'tcp', url: null, note: null }, now - 40 * dayMs)
  })
  const silent = await findSilent(factory)
  const between = (oldest: number, newest: number) =>
    silent.filter(({ seenTime }) => seenTime > now - oldest && seenTime < now - newest)
  const endings = (devices: typeof silent, trouble: number) =>
    devices.map(({ terminalID, seenTime }, index): MovedDevice => {
      const outcome = index % trouble === trouble - 1 ? troubles[Math.floor(index / trouble) % 4]! : left
      return { terminalID, endTime: seenTime + 10 * minuteMs, outcome }
    })
  const [done, running, stopped] = [
    endings(between(20 * dayMs, 3 * dayMs).slice(0, 60), 9),
    endings(between(2 * dayMs, 4 * hourMs).slice(0, 24), 11),
    (await findConnected(factory)).map((terminalID, index): MovedDevice => {
      const outcome = [failed('cameBack'), failed('refused', 'Error: Parameter 1'), failed('noReply')][
        index % 3
      ]!
      return { terminalID, endTime: now - 3 * hourMs + index * minuteMs, outcome }
    }),
  ]
  // Silent for so long that they may never come.
  const waiting = between(300 * dayMs, 40 * dayMs)
    .slice(0, 9)
    .map(({ terminalID }) => terminalID)
  await replay(factory, { name: '华南客户迁移 第一批', to: 1, startTime: now - 20 * dayMs, devices: done })
  await replay(factory, {
    name: '亚太平台扩容',
    to: 0,
    startTime: now - 2 * dayMs,
    devices: running,
    waiting,
  })
  const trial = { name: '预发验证', to: 2, startTime: now - 4 * hourMs, devices: stopped, maxUnderWay: 8 }
  await replay(factory, trial)
}

/** Devices that report no more, those first that were silent first. */
async function findSilent({ database, scope, now }: DemoFactory) {
  const { rows } = await sql<{ terminalID: string; seenTime: number }>`
    select devices.terminal_id as "terminalID", s.state_time as "seenTime"
    from devices join accounts on accounts.id = devices.account_id
      join device_types t on t.id = devices.device_type_id join device_states s on s.device_id = devices.id
    where starts_with(path, ${scope.path}) and t.wire in ('gt06', 'jt808') and s.state_time < ${now - 4 * hourMs}
    order by s.state_time`.execute(database.db)
  return rows
}

/** Some that report now. */
async function findConnected({ database, scope }: DemoFactory): Promise<string[]> {
  const { rows } = await sql<{ terminalID: string }>`
    select devices.terminal_id as "terminalID" from devices join accounts on accounts.id = devices.account_id
    where starts_with(path, ${scope.path}) and devices.terminal_id ~ '^(861234|1440)' and devices.activate_time is not null
    order by devices.id limit 40`.execute(database.db)
  return rows.map(({ terminalID }) => terminalID)
}

interface DemoMove {
  name: string
  /** Place in the list of servers. */
  to: number
  startTime: number
  devices: readonly MovedDevice[]
  /** Devices that have not come yet. */
  waiting?: readonly string[]
  maxUnderWay?: number | null
}

/** Their ends are written down together. */
const devicesOfTurn = 3

/** Has the engine go through a move of the past, in which every device comes to its end at its time. */
async function replay(
  factory: DemoFactory,
  { name, to, startTime, devices, waiting = [], maxUnderWay = null }: DemoMove,
): Promise<void> {
  if (devices.length === 0) return
  const { database, scope, staff } = factory
  const { host, port } = servers[to]!
  const actorId = staff[roles.testTransferIpUser]!
  const { taskId } = await database.db.transaction().execute((trx) =>
    insertTask({ db: trx, scope, accountId: actorId, actorId, now: startTime }, serverMoveKind, {
      rules: { ...plainRules, name, maxFailurePercent: 20, maxUnderWay },
      params: { host, port, transport: 'tcp' },
      terminalIDs: [...devices.map(({ terminalID }) => terminalID), ...waiting],
    }),
  )
  const kinds = [pastMoves(devices)]
  const times = devices.map(({ endTime }) => endTime).sort((a, b) => a - b)
  const ends = times.filter((_, index) => index % devicesOfTurn === 0 || index === times.length - 1)
  for (const time of [startTime, ...ends]) await runTurn({ ...factory, kinds }, taskId, time)
}

/** The kind as it was: each device does what it did. */
function pastMoves(devices: readonly MovedDevice[]) {
  const byId = new Map(devices.map((device) => [device.terminalID, device]))
  const outcomes = ({ now }: StepContext<object>, items: readonly TaskItem[]) =>
    new Map(items.map((item) => [item.id, outcomeOf(byId.get(item.terminalId), now)] as const))
  const { name, params } = serverMoveKind
  return defineTaskKind<object, object>({
    name,
    params,
    steps: [{ name: 'leave', begin: async (context, items) => outcomes(context, items) }],
  })
}

function outcomeOf(device: MovedDevice | undefined, now: number): StepOutcome {
  if (device === undefined) return { state: 'waiting', waitsFor: 'offline', dueTime: now + 10 * minuteMs }
  return device.endTime <= now ? device.outcome : { state: 'running', dueTime: device.endTime }
}
