import { setTimeout as sleep } from 'node:timers/promises'
import type { Frame } from '@trackway/core/features/frames/calls.ts'
import {
  type Gw005Device,
  type Gw005Reading,
  type Gw005State,
  gw005Type,
} from '@trackway/core/features/gw005/calls.ts'
import { type LiveReadings, liveReadingNames, readingRow } from '@trackway/core/readings/readings.ts'
import { sql } from 'kysely'
import type { Bus } from '../../platform/bus/bus.ts'
import type { Db } from '../../platform/database/database.ts'
import { Refusal } from '../../platform/errors.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { displayNameSql, isConnectedSql } from '../devices/state-sql.ts'
import { findFrames } from '../frames/find-frames.ts'
import { findLoggedDevice } from '../frames/queries.ts'

const hourMs = 3_600_000
const mostFound = 20
/** Frames that are looked through for the newest of each message. */
const mostFrames = 600
const lookedBackMs = 7 * 24 * hourMs
/** Gateways write the frames that they hold within this when they are asked to. */
const writtenWithinMs = 150

const deviceColumns = sql`devices.terminal_id as "terminalID", ${displayNameSql} as "displayName",
  coalesce(device_types.label, device_types.name) as "typeName", devices.device_type_id = ${gw005Type} as "isGw005",
  case when device_states.is_connected then coalesce(device_states.wire, device_types.wire)
    else device_types.wire end as wire`
const tables = sql`devices join device_types on device_types.id = devices.device_type_id
  left join device_states on device_states.device_id = devices.id`

/** The devices that a label or a frame calls so. */
export async function findDevices(db: Db, scope: Scope, number: string): Promise<Gw005Device[]> {
  const key = /^\d+$/.test(number) ? number.replace(/^0+/, '') : number
  const { rows } = await sql<Gw005Device>`
    select ${deviceColumns} from ${tables}
    where devices.id in (
      select id from devices where terminal_id = ${number}
      union select id from devices where iccid = ${number}
      union select device_id from device_keys where key = ${key}) and ${devicesIn(scope)}
    order by devices.id limit ${mostFound}`.execute(db)
  return rows
}

/** @throws {Refusal} `notFound`, also for a stranger's device; `notJt808` */
export async function findJt808Device(db: Db, scope: Scope, terminalID: string) {
  const { rows } = await sql<Gw005Device & { id: number }>`
    select devices.id, ${deviceColumns} from ${tables}
    where devices.terminal_id = ${terminalID} and ${devicesIn(scope)}`.execute(db)
  const [device] = rows
  if (device === undefined) throw new Refusal('notFound')
  if (device.wire !== 'jt808') throw new Refusal('notJt808')
  return device
}

/** @throws {Refusal} those of {@link findJt808Device} */
export async function readState(
  { db, bus }: { db: Db; bus: Bus },
  scope: Scope,
  terminalID: string,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<Gw005State> {
  const { id, ...device } = await findJt808Device(db, scope, terminalID)
  const { rows } = await sql<{
    isConnected: boolean
    stateTime: number | null
    readings: LiveReadings | null
    batteryPercent: number | null
    batteryVoltageV: number | null
    externalVoltageV: number | null
    parameters: Record<string, unknown> | null
    connectedSince: number | null
    address: string | null
    process: string | null
    endReason: string | null
    answerTime: number | null
  }>`
    select coalesce(${isConnectedSql(now)}, false) as "isConnected", device_states.state_time as "stateTime",
      device_states.readings, device_states.battery_percent as "batteryPercent",
      device_states.battery_voltage_v as "batteryVoltageV", device_states.external_voltage_v as "externalVoltageV",
      devices.information -> 'parameters' as parameters, c.remote_address as address, c.gateway as process,
      case when c.until_time is null then c.from_time end as "connectedSince", c.end_reason as "endReason",
      (select max(acknowledge_time) from commands
        where device_id = devices.id and code in ('settings', 'network')) as "answerTime"
    from ${tables}
      left join lateral (
        select * from connections where device_id = devices.id order by from_time desc, id desc limit 1) c on true
    where devices.id = ${id}`.execute(db)
  const { readings, batteryPercent, batteryVoltageV, externalVoltageV, parameters, answerTime, ...state } =
    rows[0]!
  const frames = await readNewestFrames({ db, bus }, scope, terminalID, { now, signal })
  const answer = frames.find(({ type, direction }) => direction === 'in' && type === '0104')
  const { stateTime } = state
  const battery = Object.entries({ batteryPercent, batteryVoltageV, externalVoltageV }).flatMap(
    ([name, value]) =>
      value === null || stateTime === null ? [] : [{ name, time: stateTime, values: [value] }],
  )
  return {
    ...device,
    ...state,
    frames,
    readings: [...battery, ...partsOf(readings ?? {})],
    parameters: Object.entries(parameters ?? {})
      .map(([name, value]) => ({
        name,
        value: typeof value === 'object' ? JSON.stringify(value) : String(value),
      }))
      .sort((a, b) => a.name.localeCompare(b.name)),
    parameterTime: parameters === null ? null : Math.max(answerTime ?? 0, answer?.time ?? 0) || null,
  }
}

/** What is known of tyres and batteries. */
function partsOf(readings: LiveReadings): Gw005Reading[] {
  return liveReadingNames.flatMap((name) => {
    const reading = readings[name]
    const { group } = readingRow(name)
    if (reading === undefined || (group !== 'tyres' && group !== 'battery')) return []
    return [{ name, time: reading.time, values: [reading.value].flat() as Gw005Reading['values'] }]
  })
}

/** The newest of each message, to and from the device. */
async function readNewestFrames(
  { db, bus }: { db: Db; bus: Bus },
  scope: Scope,
  terminalID: string,
  { now, signal }: { now: number; signal: AbortSignal },
): Promise<Frame[]> {
  const device = await findLoggedDevice(db, scope, terminalID)
  bus.publish('frame.asked', { deviceIds: Int32Array.of(device.deviceId) })
  await sleep(writtenWithinMs)
  const range = { from: Math.max(now - lookedBackMs, device.shownFrom), to: Math.max(now, device.shownFrom) }
  const { entries, show } = await findFrames(db, device, range, { isRaw: false, now, signal }, mostFrames)
  const newest = new Map<string, Frame>()
  for (const frame of await show(entries)) {
    const key = `${frame.direction} ${frame.type}`
    if (!newest.has(key)) newest.set(key, frame)
  }
  return [...newest.values()]
}
