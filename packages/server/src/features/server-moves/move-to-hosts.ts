import { sql } from 'kysely'
import { addDevices, insertTask, type TaskStarter } from '../tasks/create-task.ts'
import { plainRules } from '../tasks/plain-rules.ts'
import { type MoveParams, serverMoveKind } from './move-kind.ts'

/** Devices that begin a second: a mistake is noticed before all of a fleet are gone. */
const perSecond = 2
const rules = { ...plainRules, perSecond, maxFailurePercent: 20, maxTries: 3 }

/**
 * Has devices report to the hosts that were set for them, `name:port`, by a task for each host, within a transaction.
 * A host that no command can name (IPv6) is remembered for the device alone.
 * @param name what the tasks are called
 */
export async function moveToHosts(
  starter: TaskStarter,
  devices: readonly { terminalID: string; host: string }[],
  name?: string,
): Promise<void> {
  for (const [address, alike] of Map.groupBy(devices, ({ host }) => host.toLowerCase())) {
    const [, host, port] = /^([0-9a-z.-]{1,64}):(\d{1,5})$/.exec(address) ?? []
    if (host === undefined) continue
    await insertTask(starter, serverMoveKind, {
      rules: { ...rules, ...(name && { name }) },
      params: { host, port: Number(port), transport: 'tcp' },
      terminalIDs: alike.map(({ terminalID }) => terminalID),
    })
  }
}

/**
 * Has devices that connected report to an address, within a transaction: by the task of the account that takes them as
 * they come, as long as that is not over, else by a new one. No two of these run at once.
 * @returns the task
 */
export async function moveAsTheyCome(
  starter: TaskStarter,
  to: Omit<MoveParams, 'isOpen'>,
  terminalIDs: readonly string[],
): Promise<number> {
  const params: MoveParams = { ...to, isOpen: true }
  const { rows } = await sql<{ id: number }>`
    select id from device_tasks where kind = ${serverMoveKind.name} and account_id = ${starter.accountId}
      and finish_time is null and state in ('running', 'paused') and params @> ${JSON.stringify(params)}::jsonb
    order by id limit 1 for update`.execute(starter.db)
  const [open] = rows
  if (open !== undefined) {
    await addDevices(starter, open.id, terminalIDs)
    return open.id
  }
  const name = `${to.host}:${to.port}`
  const { taskId } = await insertTask(starter, serverMoveKind, {
    rules: { ...rules, name },
    params,
    terminalIDs,
  })
  return taskId
}
