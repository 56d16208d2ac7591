import type { MediaEvent } from '@trackway/core/codes/media.ts'
import type { MediaFacts } from '@trackway/protocols/protocol.ts'
import { sql } from 'kysely'
import { storePieces } from '../../features/media/arrival/store-pieces.ts'
import { keepNextFile } from '../../features/media/keeping/keep-files.ts'
import { processSettings } from '../../platform/settings/process-settings.ts'
import { type DemoFactory, hourMs } from './demo-factory.ts'
import { cabinSound, roadPicture } from './pictures.ts'

/** What vehicles took, each some hours ago. */
const taken: readonly { wire: 'gt06' | 'jt808'; hoursAgo: number; event: MediaEvent; channel: number }[] = [
  { wire: 'jt808', hoursAgo: 172, event: 'timer', channel: 1 },
  { wire: 'jt808', hoursAgo: 148, event: 'timer', channel: 1 },
  { wire: 'jt808', hoursAgo: 121, event: 'platform', channel: 2 },
  { wire: 'gt06', hoursAgo: 99, event: 'sos', channel: 1 },
  { wire: 'jt808', hoursAgo: 76, event: 'collision', channel: 1 },
  { wire: 'jt808', hoursAgo: 52, event: 'timer', channel: 1 },
  { wire: 'gt06', hoursAgo: 31, event: 'platform', channel: 1 },
  { wire: 'jt808', hoursAgo: 28, event: 'doorOpened', channel: 3 },
  { wire: 'jt808', hoursAgo: 9, event: 'platform', channel: 1 },
  { wire: 'jt808', hoursAgo: 5, event: 'timer', channel: 1 },
  { wire: 'jt808', hoursAgo: 3, event: 'platform', channel: 2 },
]

/** Pictures and recordings of vehicles, where no file of any was kept before. After the vehicles have driven. */
export async function ensureMedia({ database, log, scope, now }: DemoFactory): Promise<void> {
  // Without a storage there is nowhere to put them.
  if (processSettings.files === null) return
  const { db, pool } = database
  const { rows: known } = await sql`
    select from media_transfers m join devices d on d.id = m.device_id join accounts a on a.id = d.account_id
    where starts_with(a.path, ${scope.path}) limit 1`.execute(db)
  const { rows: kept } = await sql`
    select from media_files m join devices d on d.id = m.device_id join accounts a on a.id = d.account_id
    where starts_with(a.path, ${scope.path}) limit 1`.execute(db)
  if (known.length > 0 || kept.length > 0) return
  for (const [index, taker] of (await findTakers(scope.path, now)).entries()) {
    const { deviceId, event, channel, time, latitude, longitude, wire } = taker
    const isNight = new Date(time + 8 * hourMs).getUTCHours() % 20 < 6
    const kind = wire === 'gt06' ? 'audio' : 'image'
    const bytes = kind === 'audio' ? cabinSound(index, 4) : roadPicture(index, isNight)
    const facts: MediaFacts = { mediaId: index + 1, kind, event, channel, time, latitude, longitude }
    const piece = {
      transfer: `demo ${index + 1}`,
      unit: 'byte' as const,
      start: 0,
      end: bytes.length,
      total: bytes.length,
      bytes,
      facts,
    }
    await storePieces(pool, deviceId, [{ piece, receivedTime: time + 20_000 }])
  }
  while (await keepNextFile({ database, log }, now));

  /** A vehicle for each of them, where it was then. */
  async function findTakers(path: string, until: number) {
    const { rows } = await sql<{
      place: number
      deviceId: number
      time: number
      latitude: number
      longitude: number
    }>`
      select w.place::int as place, at.device_id as "deviceId", at.fix_time as time,
        at.latitude_e7 / 1e7::float8 as latitude, at.longitude_e7 / 1e7::float8 as longitude
      from unnest(${taken.map(({ wire }) => wire)}::text[],
          ${taken.map(({ hoursAgo }) => until - hoursAgo * hourMs)}::int8[]) with ordinality as w (wire, time, place)
        join lateral (
          select d.id from devices d join accounts a on a.id = d.account_id join device_types t on t.id = d.device_type_id
          where starts_with(a.path, ${path}) and t.wire = w.wire and d.activate_time is not null
            and d.terminal_id ~ '^(861234|1440)'
          order by d.id offset (w.place * 5) % 12 limit 1) device on true
        join lateral (
          select * from positions p where p.device_id = device.id
            and p.fix_time between w.time - ${24 * hourMs}::int8 and w.time
          order by p.fix_time desc limit 1) at on true
      order by w.place`.execute(db)
    return rows.map(({ place, ...row }) => ({ ...taken[place - 1]!, ...row }))
  }
}
