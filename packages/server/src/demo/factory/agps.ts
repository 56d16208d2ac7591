import { createRandom, seedOf } from '@trackway/simulator/random.ts'
import { sql } from 'kysely'
import { findData, type KeptData, keepData } from '../../features/agps/keep-data.ts'
import { noteKept } from '../../features/agps/refresh.ts'
import { addSource, findSource } from '../../features/agps/sources.ts'
import { processSettings } from '../../platform/settings/process-settings.ts'
import { type DemoFactory, dayMs, hourMs, minuteMs } from './demo-factory.ts'

/** Data that helps receivers to a first fix, made here: the demo reaches nobody. */

const uploaded = '星历文件'
const gpsEpochMs = Date.UTC(1980, 0, 6)
const leapSecondsMs = 18_000
/** Of an EPO file: a set for each six hours, a record for each satellite. */
const sets = 120
const satellites = 32
const recordBytes = 72
/** How old the file is at the first start; before it each one was of three days. */
const fileAgeMs = 6 * dayMs
const earlierFileMs = 3 * dayMs
/** A start makes it anew once it counts for no longer. */
const leastLeftMs = 10 * dayMs

/** Sources where there are none, what vehicles fetched, and data that is valid for weeks, anew whenever it is not. */
export async function ensureAgps({ database: { db }, scope, now }: DemoFactory): Promise<void> {
  if (processSettings.files === null) return
  const known = await db
    .selectFrom('agps_sources')
    .select(['id', 'name'])
    .where('account_id', '=', scope.accountId)
    .execute()
  const isNew = known.length === 0
  const sourceId = isNew ? await addSources() : known.find(({ name }) => name === uploaded)?.id
  if (sourceId === undefined) return
  const before = await findData(db, sourceId, null)
  if (before === null || before.validUntil < now + leastLeftMs) {
    const time = isNew ? now - fileAgeMs : now
    const kept = await keepData(db, { sourceId, deviceId: null }, epoFile(time), time)
    await noteKept(db, await findSource(db, scope, sourceId), kept, time)
  }
  if (isNew) await addDeliveries(sourceId, (await findData(db, sourceId, null))!)

  /** @returns the id of the one that holds a file */
  async function addSources(): Promise<number> {
    const created = now - 60 * dayMs
    return db.transaction().execute(async (trx) => {
      const off = { isOn: false, answersTcp: false }
      const id = await addSource(
        trx,
        scope,
        { kind: 'upload', name: uploaded, isOn: true, answersTcp: false },
        created,
      )
      await addSource(trx, scope, { kind: 'assistNow', name: 'AssistNow', gnss: 'gps,bds', ...off }, created)
      const mirror = await addSource(
        trx,
        scope,
        { kind: 'url', name: 'EPO 镜像', url: 'https://epo.example.com/EPO_GR_3_1.DAT', ...off },
        created,
      )
      await sql`update agps_sources set failures = 3, failure = 'unreachable', failure_time = ${now - 9 * dayMs}
        where id = ${mirror}`.execute(trx)
      return id
    })
  }

  /** Each vehicle after it stood for long; some were cut off, had it already, or asked while there was nothing valid. */
  async function addDeliveries(id: number, file: KeptData): Promise<void> {
    const { rows: vehicles } = await sql<{ id: number }>`
      select devices.id from devices join accounts on accounts.id = devices.account_id
        join device_states on device_states.device_id = devices.id
      where starts_with(path, ${scope.path}) and devices.activate_time is not null
      order by devices.id limit 80`.execute(db)
    const rows = vehicles.flatMap(({ id: deviceId }, at) => {
      const { next } = createRandom(seedOf(`agps ${at}`))
      // One in nine has not asked for weeks.
      const from = at % 9 === 4 ? 18 : 0
      const count = 3 + Math.floor(next() * 9)
      return Array.from({ length: count }, () => {
        const time = Math.round(now - (from + next() * (29 - from)) * dayMs - 10 * minuteMs)
        const chance = next()
        const outcome =
          chance < 0.05 ? 'noData' : chance < 0.1 ? 'partly' : chance < 0.2 ? 'unchanged' : 'sent'
        return deliveryOf(file, { deviceId, time, outcome, next })
      })
    })
    await sql`
      insert into agps_deliveries (account_id, source_id, device_id, way, outcome, address, first_time, time, requests,
        bytes, sha256, age_ms, valid_until)
      select ${scope.accountId}, ${id}, "deviceId", 'http', outcome, address, time - 4000, time, requests, bytes, sha256,
        "ageMs", "validUntil"
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g ("deviceId" int4, outcome text, address text, time int8,
        requests int4, bytes int8, sha256 text, "ageMs" int8, "validUntil" int8)
      order by time`.execute(db)
  }

  function deliveryOf(
    file: KeptData,
    {
      deviceId,
      time,
      outcome,
      next,
    }: { deviceId: number; time: number; outcome: string; next: () => number },
  ) {
    const isOfFile = time > file.fetchTime
    const ageMs = isOfFile ? time - file.fetchTime : Math.floor(next() * 2 * dayMs)
    const size = (isOfFile ? sets : 12) * satellites * recordBytes
    const parts = 1 + Math.floor(next() * 6)
    const bytes = outcome === 'sent' ? size : outcome === 'partly' ? Math.floor(size * next()) : 0
    const hasData = outcome !== 'noData'
    return {
      deviceId,
      time,
      outcome,
      address: `117.136.${79 + (deviceId % 3)}.${1 + (deviceId % 250)}`,
      requests: outcome === 'unchanged' ? 1 : parts,
      bytes,
      sha256: hasData && isOfFile ? file.sha256 : null,
      ageMs: hasData ? ageMs : null,
      validUntil: !hasData ? null : isOfFile ? file.validUntil : time - ageMs + earlierFileMs,
    }
  }
}

/** An EPO file of 30 days that begins with the six hours of this time; its orbits are none. */
function epoFile(time: number): Buffer {
  const file = Buffer.alloc(sets * satellites * recordBytes)
  const hour = Math.floor((time + leapSecondsMs - gpsEpochMs) / hourMs / 6) * 6
  const { next } = createRandom(seedOf(`epo ${hour}`))
  for (let at = 0; at < file.length; at++) file[at] = Math.floor(next() * 256)
  for (let record = 0; record < sets * satellites; record++) {
    const at = record * recordBytes
    file.writeUIntLE(hour + Math.floor(record / satellites) * 6, at, 3)
    file[at + 3] = (record % satellites) + 1
  }
  return file
}
