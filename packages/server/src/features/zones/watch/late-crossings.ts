import type { DeviceZones, ZoneEvent } from '@trackway/core/features/zones/crossings.ts'
import {
  alarmsOfLateFixes,
  crossingCodes,
  type RaisedCrossing,
} from '@trackway/core/features/zones/late-crossings.ts'
import { ZoneWalk } from '@trackway/core/features/zones/stays.ts'
import type pg from 'pg'
import { DeviceConfigCache } from '../../../ingest/device-config.ts'
import { toAlarm } from '../../../ingest/rules/fences.ts'
import type { Bus } from '../../../platform/bus/bus.ts'
import { raiseAlarms } from '../../alarms/raise-alarms.ts'
import { readTrack } from '../../track-storage/read-track.ts'

const signal = new AbortController().signal
/** So much of the track before and after late fixes says where the vehicle came from and what was raised since. */
const aroundMs = 86_400_000
/** Late fixes change what is found on the ways from and to the fixes next to them, which are no longer. */
const wayMs = 10 * 60_000
/** Devices, and late stretches of each, that are looked at in one go. */
const [devicesAtOnce, stretchesAtOnce] = [50, 200]

interface Stretch {
  from: number
  to: number
}

interface LateDevice {
  deviceId: number
  ids: string[]
  froms: number[]
  untils: number[]
  /** What happened before is not the owner's. */
  historyFrom: number
}

/**
 * Finds the crossings that fixes of before the live state tell of, from the track around them, and raises those that were
 * not raised yet, each at its own time. Who is told of them is decided by their age, as for all alarms.
 */
export async function findLateCrossings(
  pool: pg.Pool,
  bus: Pick<Bus, 'publish'>,
  now: number,
): Promise<void> {
  for (;;) {
    const late = await takeLate(pool)
    if (late.length === 0) return
    const facts = new DeviceConfigCache()
    await facts.load(
      pool,
      late.map(({ deviceId }) => deviceId),
    )
    for (const device of late) {
      const { fences } = facts.get(device.deviceId)
      if (fences.sets.length > 0) await raiseOf(pool, bus, device, fences, now)
      await pool.query('delete from late_fixes where id = any($1::int8[])', [device.ids])
    }
  }
}

/** Marks of devices that are gone are removed. */
async function takeLate(pool: pg.Pool): Promise<LateDevice[]> {
  await pool.query('delete from late_fixes m where not exists (select from devices where id = m.device_id)')
  const { rows } = await pool.query<LateDevice>(
    `select d.id as "deviceId", coalesce(d.history_from_time, 0) as "historyFrom", array_agg(m.id::text) as ids,
       array_agg(m.from_time::float8) as froms, array_agg(m.until_time::float8) as untils
     from (select device_id from late_fixes group by device_id order by min(id) limit ${devicesAtOnce}) due
     join devices d on d.id = due.device_id
     cross join lateral (
       select * from late_fixes where device_id = d.id order by id limit ${stretchesAtOnce}) m
     group by d.id`,
  )
  return rows
}

async function raiseOf(
  pool: pg.Pool,
  bus: Pick<Bus, 'publish'>,
  { deviceId, froms, untils, historyFrom }: LateDevice,
  fences: DeviceZones,
  now: number,
): Promise<void> {
  const late = froms.map((from, at) => ({ from: from - wayMs, to: untils[at]! + wayMs }))
  for (const { from, to } of stretchesOf(late)) {
    const walk = new ZoneWalk(fences)
    const events: ZoneEvent[] = []
    const question = { deviceId, from, to, order: 'oldestFirst' as const, signal }
    for await (const track of readTrack(pool, question)) events.push(...walk.add(track))
    if (events.length === 0) continue
    const raised = await raisedBetween(pool, deviceId, { from, to })
    const found = alarmsOfLateFixes(events, raised, late).filter(
      ({ time }) => time >= historyFrom && time <= now,
    )
    const added = await raiseAlarms(
      pool,
      found.map((alarm) => ({ deviceId, ...toAlarm(alarm) })),
      now,
    )
    if (added.length > 0) bus.publish('alarm.changed', { deviceIds: Int32Array.from(added) })
  }
}

/** With the track around them, those that meet as one. */
function stretchesOf(late: readonly Stretch[]): Stretch[] {
  const stretches: Stretch[] = []
  for (const { from, to } of late.toSorted((a, b) => a.from - b.from)) {
    const before = stretches.at(-1)
    if (before !== undefined && from - aroundMs <= before.to) before.to = Math.max(before.to, to + aroundMs)
    else stretches.push({ from: from - aroundMs, to: to + aroundMs })
  }
  return stretches
}

async function raisedBetween(
  pool: pg.Pool,
  deviceId: number,
  { from, to }: Stretch,
): Promise<RaisedCrossing[]> {
  const { rows } = await pool.query<RaisedCrossing>({
    name: 'raised-crossings',
    text: `select code, subject_id as "subjectId", fix_time as time from alarms
      where device_id = $1 and fix_time between $2 and $3 and code = any($4::int2[]) and subject_id <> 0
        and source = 'platform' and detail ->> 'mustBeInside' is null`,
    values: [deviceId, from, to, crossingCodes],
  })
  return rows
}
