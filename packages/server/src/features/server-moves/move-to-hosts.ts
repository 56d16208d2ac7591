import { insertTask, type TaskStarter } from '../tasks/create-task.ts'
import { plainRules } from '../tasks/plain-rules.ts'
import { serverMoveKind } from './move-kind.ts'

/** Devices that begin a second: a mistake is noticed before all of a fleet are gone. */
const perSecond = 2

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
      rules: { ...plainRules, perSecond, maxFailurePercent: 20, maxTries: 3, ...(name && { name }) },
      params: { host, port: Number(port), transport: 'tcp' },
      terminalIDs: alike.map(({ terminalID }) => terminalID),
    })
  }
}
