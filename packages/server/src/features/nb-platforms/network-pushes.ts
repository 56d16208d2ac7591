import { sql } from 'kysely'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Database } from '../../platform/database/database.ts'
import { startIntervalJob } from '../../platform/jobs/interval-job.ts'
import type { Log } from '../../platform/log.ts'
import { followSetting } from '../../platform/stored-setting.ts'
import { nbSetting } from './stored-platforms.ts'

/** Pushes of the platforms of networks, in every process that takes them. */
export interface NetworkPushes {
  /** Part of the address that they must push to; undefined: any will do. */
  key(): string | undefined
  /** One came, of a platform by its name. */
  note(platform: string, time: number): void
}

const writeEveryMs = 10_000

/** Keeps the key as it is set, and writes down now and then when each platform pushed last. */
export async function followPushes({
  database: { db },
  bus,
  log,
}: {
  database: Pick<Database, 'db'>
  bus: Pick<Bus, 'subscribe'>
  log: Log
}): Promise<NetworkPushes & { stop: () => Promise<void> }> {
  let key: string | undefined
  const stopFollowing = await followSetting(nbSetting, { db, bus, log }, (stored) => {
    key = stored?.pushKey
  })
  const noted = new Map<string, number>()
  const write = async () => {
    if (noted.size === 0) return
    const rows = [...noted]
    noted.clear()
    const platforms = rows.map(([platform]) => platform)
    const times = rows.map(([, time]) => time)
    await sql`
      insert into nb_platform_states as s (platform, last_push_time)
      select * from unnest(${platforms}::text[], ${times}::int8[])
      on conflict (platform) do update
        set last_push_time = greatest(s.last_push_time, excluded.last_push_time)`
      .execute(db)
      .catch((error) => log.warn({ err: error }, 'it was not written down when platforms of networks pushed'))
  }
  const stopWriting = startIntervalJob(writeEveryMs, write)
  return {
    key: () => key,
    note: (platform, time) => noted.set(platform, Math.max(time, noted.get(platform) ?? 0)),
    async stop() {
      await stopWriting()
      await write()
      await stopFollowing()
    },
  }
}
