import { roles } from '@trackway/core/codes/roles.ts'
import { sql } from 'kysely'
import { serverMoveKind } from '../../features/server-moves/move-kind.ts'
import { saveServer } from '../../features/server-moves/servers.ts'
import type { StepOutcome } from '../../features/tasks/task-kind.ts'
import { type DemoFactory, dayMs, hourMs, minuteMs } from './demo-factory.ts'
import { type PastDevice, type PastTask, replayTask } from './past-tasks.ts'

/** Moves to other servers: one that is done, one whose devices are still to come, one that stopped as too many failed. */

const servers = [
  { name: '亚太平台', host: 'ap.gps.example', port: 5023 },
  { name: '客户自有平台（华南）', host: 'gps.shunda.example', port: 7018 },
  { name: '预发环境', host: 'staging.gps.example', port: 5023 },
] as const

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
    devices.map(({ terminalID, seenTime }, index): PastDevice => {
      const outcome = index % trouble === trouble - 1 ? troubles[Math.floor(index / trouble) % 4]! : left
      return { terminalID, endTime: seenTime + 10 * minuteMs, outcome }
    })
  const [done, running, stopped] = [
    endings(between(20 * dayMs, 3 * dayMs).slice(0, 60), 9),
    endings(between(2 * dayMs, 4 * hourMs).slice(0, 24), 11),
    (await findConnected(factory)).map((terminalID, index): PastDevice => {
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
  const move = (
    to: number,
    name: string,
    task: Pick<PastTask<object>, 'startTime' | 'devices' | 'waiting'>,
    maxUnderWay: number | null = null,
  ) => {
    const { host, port } = servers[to]!
    return replayTask(factory, {
      ...task,
      kind: serverMoveKind,
      step: 'leave',
      params: { host, port, transport: 'tcp' },
      actorId: factory.staff[roles.testTransferIpUser]!,
      rules: { name, maxUnderWay },
    })
  }
  await move(1, '华南客户迁移 第一批', { startTime: now - 20 * dayMs, devices: done })
  await move(0, '亚太平台扩容', { startTime: now - 2 * dayMs, devices: running, waiting })
  await move(2, '预发验证', { startTime: now - 4 * hourMs, devices: stopped }, 8)
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
