import type { Bus } from '../../platform/bus/bus.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Log } from '../../platform/log.ts'
import { readNbPlatforms, settingName } from './stored-platforms.ts'

/** The key that platforms of networks must push with: kept as it is set, in every process that takes pushes. */
export async function followPushKey({
  database: { db },
  bus,
  log,
}: {
  database: Pick<Database, 'db'>
  bus: Pick<Bus, 'subscribe'>
  log: Log
}): Promise<{ current: () => string | undefined; stop: () => void }> {
  let key: string | undefined
  const read = async () => {
    key = (await readNbPlatforms(db))?.pushKey
  }
  await read()
  const again = () =>
    void read().catch((error) => log.warn({ err: error }, 'the key of NB-IoT pushes was not read'))
  const ends = [
    bus.subscribe('settings.changed', ({ name }) => name === settingName && again()),
    bus.subscribe('messages.missed', again),
  ]
  return {
    current: () => key,
    stop: () => {
      for (const end of ends) end()
    },
  }
}
