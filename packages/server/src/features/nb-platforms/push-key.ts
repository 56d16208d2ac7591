import type { Bus } from '../../platform/bus/bus.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import { followSetting } from '../../platform/stored-setting.ts'
import { nbSetting } from './stored-platforms.ts'

/** The key that platforms of networks must push with: kept as it is set, in every process that takes pushes. */
export async function followPushKey({
  database: { db },
  bus,
  log,
}: {
  database: Pick<Database, 'db'>
  bus: Pick<Bus, 'subscribe'>
  log: Log
}): Promise<{ current: () => string | undefined; stop: () => Promise<void> }> {
  let key: string | undefined
  const stop = await followSetting(nbSetting, { db, bus, log }, (stored) => {
    key = stored?.pushKey
  })
  return { current: () => key, stop }
}
