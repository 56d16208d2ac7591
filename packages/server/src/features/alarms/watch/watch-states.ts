import { type AlarmName, alarms } from '@trackway/core/codes/alarms.ts'
import type { AlarmFields } from '@trackway/core/features/alarms/alarm-settings.ts'
import { alarmSettingKind } from '@trackway/core/features/alarms/setting-calls.ts'
import type pg from 'pg'
import type { Bus } from '../../../platform/bus/bus.ts'
import { settingsOf } from '../../../platform/level-settings.ts'
import { type RaisedAlarm, raiseAlarms } from '../raise-alarms.ts'
import { type Check, checks, judge } from './checks.ts'

/** A state that has lasted much longer began before it was watched for: it raises no alarm now. */
const watchedMs = 2 * 86_400_000
/** Devices judged in one go. */
const maxCandidates = 5_000
/** After a silence of this length nobody knows whether a vehicle went on so fast. */
const silenceMs = 10 * 60_000

interface Candidate {
  deviceId: number
  accountId: number
  subject: number
  value: number | null
  stateTime: number | null
  latitudeE7: number | null
  longitudeE7: number | null
  isConnected: boolean
  /** Of the alarm that is open; null: none is. */
  openSince: number | null
  /** When the last alarm of another owner ended, or was last reported; null: there is none. */
  othersEnd: number | null
}

/**
 * Checks the states of all devices for what no report brings: offline, parked and idling for too long, and readings
 * beyond their limits. Begins and ends alarms.
 */
export async function watchStates(pool: pg.Pool, bus: Pick<Bus, 'publish'>, now: number): Promise<void> {
  const { rows: settings } = await pool.query<{ own: Partial<AlarmFields> }>(
    `select own from level_settings where kind = 'alarm'`,
  )
  for (const check of checks) {
    const bounds = boundsOf(check, settings)
    for (let count = maxCandidates, after = 0; count === maxCandidates; ) {
      const candidates = await findCandidates(pool, check, { bounds, now, after })
      count = candidates.length
      after = candidates.at(-1)?.deviceId ?? after
      await raise(pool, bus, await judgeAll(pool, check, candidates, now), now)
    }
  }
  await raise(pool, bus, await findSilentSpeeding(pool, now), now)
  await raise(pool, bus, await findTransferred(pool, now), now)
}

interface Bounds {
  /** Beyond it an alarm may begin; null: nobody looks for it. */
  loosest: number | null
  /** Beyond it none that is open ends; null: each that is open is to be judged. */
  strictest: number | null
}

/** The outermost of all limits that are set anywhere: states that none of them concerns need no check. */
export function boundsOf({ name, kind }: Check, settings: readonly { own: Partial<AlarmFields> }[]): Bounds {
  const { defaults } = alarmSettingKind
  const byPlatform = defaults[`${name}.byPlatform`]
  const isSought = byPlatform || settings.some(({ own }) => own[`${name}.byPlatform`])
  const isOffSomewhere =
    !byPlatform ||
    settings.some(({ own }) => own[`${name}.byPlatform`] === false || own[`${name}.isOn`] === false)
  const limits = [defaults, ...settings.map(({ own }) => own)].map((each) => each[`${name}.limit`] ?? null)
  const all = limits.filter((limit) => limit !== null)
  const [least, most] = [Math.min(...all), Math.max(...all)]
  return {
    loosest: isSought ? (kind === 'above' ? least : most) : null,
    strictest: isOffSomewhere ? null : kind === 'above' ? most : least,
  }
}

async function findCandidates(
  pool: pg.Pool,
  { name, kind, values }: Check,
  { bounds: { loosest, strictest }, now, after }: { bounds: Bounds; now: number; after: number },
): Promise<Candidate[]> {
  const beyond = kind === 'above' ? '>=' : '<='
  // Where nobody looks for it, only what is open is of interest.
  const [mark, join] = loosest === null ? ['open-', 'join'] : ['', 'left join']
  const { rows } = await pool.query<Candidate>({
    name: `watch-${mark}${name}`,
    text: `select s.device_id as "deviceId", d.account_id as "accountId", x.subject, x.value, s.state_time as "stateTime",
        s.latitude_e7 as "latitudeE7", s.longitude_e7 as "longitudeE7", s.is_connected as "isConnected",
        e.open_since as "openSince", (
          select max(o.end_time) from alarm_episodes o where o.device_id = s.device_id and o.code = $1
            and o.subject_id = x.subject and o.account_id <> d.account_id) as "othersEnd"
      from device_states s join devices d on d.id = s.device_id cross join lateral (${values}) x
        ${join} alarm_episodes e on e.device_id = s.device_id and e.code = $1 and e.subject_id = x.subject
          and e.account_id = d.account_id and e.source = 'platform' and e.is_open
      where s.device_id > $5 and case when e.id is null
        then x.value ${beyond} $3::float8
          and coalesce(least(d.platform_expire_time, d.user_expire_time) > $2::int8, true)
        else x.value is null or $4::float8 is null or not x.value ${beyond} $4 end
      order by s.device_id limit ${maxCandidates}`,
    values: [alarms[name], now, loosest, strictest, after],
  })
  return rows
}

async function judgeAll(
  pool: pg.Pool,
  check: Check,
  candidates: readonly Candidate[],
  now: number,
): Promise<RaisedAlarm[]> {
  if (candidates.length === 0) return []
  const deviceIds = new Set(candidates.map(({ deviceId }) => deviceId))
  const settingsByDevice = await settingsOf(pool, alarmSettingKind, [...deviceIds])
  const raised: RaisedAlarm[] = []
  for (const candidate of candidates) {
    const { deviceId, subject, value, openSince, isConnected } = candidate
    const settings = settingsByDevice.get(deviceId)!
    const isSought = (name: AlarmName) => settings[`${name}.isOn`] && settings[`${name}.byPlatform`]
    const limit = isSought(check.name) ? settings[`${check.name}.limit`] : null
    const verdict = judge(check, { value, limit, isOpen: openSince !== null })
    if (verdict === null) continue
    const time = Math.max(
      timeOf(check, verdict, candidate, { limit, now }),
      // What began for the owner before begins for this one now, at a time of its own.
      (candidate.othersEnd ?? 0) + 1,
    )
    if (verdict === 'begin' && time < now - watchedMs) continue
    const of = {
      deviceId,
      time,
      latitudeE7: candidate.latitudeE7,
      longitudeE7: candidate.longitudeE7,
      speedKmh: null,
    }
    const detail = value === null ? null : { [check.detail]: round(value), ...(limit !== null && { limit }) }
    raised.push({ ...of, code: alarms[check.name], subjectId: subject, phase: verdict, detail })
    if (check.name === 'offlineTooLong' && verdict === 'end' && isConnected && isSought('onlineAgain'))
      raised.push({ ...of, code: alarms.onlineAgain, subjectId: 0, detail: null })
  }
  return raised
}

function timeOf(
  { isDuration }: Check,
  verdict: 'begin' | 'end',
  { value, stateTime, openSince }: Candidate,
  { limit, now }: { limit: number | null; now: number },
): number {
  if (verdict === 'end') return Math.max(openSince! + 1, Math.min(now, stateTime ?? now))
  if (!isDuration) return Math.min(now, stateTime ?? now)
  return Math.round(now - (value! - limit!) * 60_000)
}

const round = (value: number) => Math.round(value * 100) / 100

/** Speeding that ingest found, of devices that fell silent meanwhile: it ends with their last report. */
async function findSilentSpeeding(pool: pg.Pool, now: number): Promise<RaisedAlarm[]> {
  const { rows } = await pool.query<RaisedAlarm>({
    name: 'watch-silent-speeding',
    text: `select e.device_id as "deviceId", greatest(s.fix_time, e.open_since + 1) as time, e.code,
        e.subject_id as "subjectId", 'end' as phase, s.latitude_e7 as "latitudeE7", s.longitude_e7 as "longitudeE7"
      from alarm_episodes e join device_states s on s.device_id = e.device_id
      where e.is_open and e.source = 'platform' and e.code = $1 and s.state_time < $2 limit ${maxCandidates}`,
    values: [alarms.overspeed, now - silenceMs],
  })
  return rows.map((row) => ({ ...row, speedKmh: null, detail: null }))
}

/** What was open when a device went to another account ends for the one before. */
async function findTransferred(pool: pg.Pool, now: number): Promise<RaisedAlarm[]> {
  const { rows } = await pool.query<RaisedAlarm>({
    name: 'watch-transferred',
    text: `select e.device_id as "deviceId", e.account_id as "accountId", greatest($1::int8, e.open_since + 1) as time,
        e.code, e.subject_id as "subjectId", 'end' as phase
      from alarm_episodes e join devices d on d.id = e.device_id
      where e.is_open and e.account_id <> d.account_id limit ${maxCandidates}`,
    values: [now],
  })
  return rows.map((row) => ({ ...row, latitudeE7: null, longitudeE7: null, speedKmh: null, detail: null }))
}

async function raise(
  pool: pg.Pool,
  bus: Pick<Bus, 'publish'>,
  raised: readonly RaisedAlarm[],
  now: number,
): Promise<void> {
  if (raised.length === 0) return
  await raiseAlarms(pool, raised, now)
  bus.publish('alarm.changed', {
    deviceIds: Int32Array.from(new Set(raised.map(({ deviceId }) => deviceId))),
  })
}
