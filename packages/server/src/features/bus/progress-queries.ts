import { arrivalsAt, deviationOf } from '@trackway/core/features/bus/arrivals.ts'
import type { BusArrival, BusVehicle, PublicBusLine } from '@trackway/core/features/bus/calls.ts'
import type { CompiledLine, LineTrace } from '@trackway/core/features/bus/progress.ts'
import { displayName } from '@trackway/core/rules/device-order.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/session.ts'
import { devicesIn } from '../../platform/scope/scope-sql.ts'
import { isConnectedSql, viewEndSql } from '../devices/state-sql.ts'
import { compileLine, type LineRow, offRouteMOf } from './compiled-line.ts'
import { busStateForm } from './stored-state.ts'

/** A vehicle that has not reported for so long is no longer shown where it was. */
const staleMs = 10 * 60_000

type KnownLine = LineRow & { time_zone: string; path: string }

interface Vehicle {
  vehicle: BusVehicle
  /** Null: it does not drive the line now. */
  trace: LineTrace | null
}

/** Where the vehicles of a line are now, those that drive it in their order along it, and when stops are reached next. */
export async function readProgress(
  db: Db,
  scope: Scope,
  line: KnownLine,
  now: number,
): Promise<{ vehicles: BusVehicle[]; arrivals: BusArrival[][] }> {
  const compiled = compileLine(line, line.time_zone)
  const vehicles = await readVehicles(db, scope, line, compiled, now)
  const driving = vehicles.filter(isDriving)
  const found = arrivalsAt(
    driving.map(({ trace }) => trace),
    timed(compiled),
    now,
  )
  return {
    vehicles: vehicles.map(({ vehicle }) => vehicle),
    arrivals: found.map((ofStop) =>
      ofStop.map(({ bus, ...arrival }) => ({
        ...arrival,
        terminalID: bus === null ? null : driving[bus]!.vehicle.terminalID,
      })),
    ),
  }
}

/** The same for a holder of the link: nothing that names a vehicle, or shows where it is off the line. */
export async function readPublicProgress(
  db: Db,
  maker: Scope,
  line: KnownLine,
  now: number,
): Promise<Pick<PublicBusLine, 'vehicles' | 'arrivals'>> {
  const compiled = compileLine(line, line.time_zone)
  const driving = (await readVehicles(db, maker, line, compiled, now)).filter(
    (each) => isDriving(each) && each.vehicle.state === 'driving',
  ) as (Vehicle & { trace: LineTrace })[]
  const found = arrivalsAt(
    driving.map(({ trace }) => trace),
    timed(compiled),
    now,
  )
  return {
    vehicles: driving.map(({ vehicle, trace }, i) => ({
      number: i + 1,
      alongM: trace.atM,
      previousStop: vehicle.previousStop,
      nextStop: vehicle.nextStop,
      deviationS: vehicle.deviationS,
      time: trace.atTime,
    })),
    arrivals: found.map((ofStop) =>
      ofStop.map(({ bus, ...arrival }) => ({ ...arrival, vehicle: bus === null ? null : bus + 1 })),
    ),
  }
}

const isDriving = (each: Vehicle): each is Vehicle & { trace: LineTrace } => each.trace !== null

const timed = ({ geometry: { stopsM }, timetable, timeZone }: CompiledLine) => ({
  stopsM,
  timetable,
  timeZone,
})

async function readVehicles(
  db: Db,
  scope: Scope,
  line: KnownLine,
  compiled: CompiledLine,
  now: number,
): Promise<Vehicle[]> {
  const rows = await db
    .selectFrom('bus_line_devices as v')
    .innerJoin('devices', 'devices.id', 'v.device_id')
    .innerJoin('device_types', 'device_types.id', 'devices.device_type_id')
    .leftJoin('device_states', 'device_states.device_id', 'devices.id')
    .leftJoin('bus_progress', 'bus_progress.device_id', 'devices.id')
    .select(['devices.terminal_id', 'devices.car_number', 'devices.nickname', 'devices.history_from_time'])
    .select(['device_states.fix_time', 'latitude_e7', 'longitude_e7', 'speed_kmh', 'course_deg'])
    .select(['bus_progress.line_id', 'bus_progress.state', isConnectedSql(now).as('is_connected')])
    .select(viewEndSql(scope).as('view_end'))
    .where('v.line_id', '=', line.id)
    .where(devicesIn({ ...scope, path: line.path, accountId: line.account_id }))
    .orderBy('devices.id')
    .execute()
  const vehicles = rows.map((row): Vehicle => {
    // What is not shown of a device any more is not shown of its line either.
    const isShown =
      (row.view_end === null || row.view_end > now) && (row.fix_time ?? 0) >= (row.history_from_time ?? 0)
    const isLive = isShown && (Boolean(row.is_connected) || now - (row.fix_time ?? 0) < staleMs)
    const state = isLive && row.line_id === line.id ? busStateForm.read(row.state) : null
    const trace = state?.traces.find(({ lineId }) => lineId === line.id) ?? null
    const asideM = trace && (state?.asideM ?? null)
    const next = trace ? compiled.geometry.stopsM.findIndex((metres) => metres > trace.atM) : -1
    const last = compiled.geometry.stopsM.length - 1
    const deviationMs = trace && deviationOf(trace, timed(compiled))
    const place = (e7: number | null) => (isLive && e7 !== null ? e7 / 1e7 : null)
    return {
      trace,
      vehicle: {
        terminalID: row.terminal_id,
        displayName: displayName({
          carNumber: row.car_number,
          nickname: row.nickname,
          terminalID: row.terminal_id,
        }),
        state: !isLive
          ? 'offline'
          : !trace
            ? 'waiting'
            : (asideM ?? 0) > offRouteMOf(line)
              ? 'offRoute'
              : 'driving',
        alongM: trace ? trace.atM : null,
        previousStop: trace ? (next < 0 ? last : next - 1 < 0 ? null : next - 1) : null,
        nextStop: next < 0 ? null : next,
        deviationS: deviationMs === null ? null : Math.round(deviationMs / 1000),
        departTime: trace?.departTime ?? null,
        asideM,
        lat: place(row.latitude_e7),
        lon: place(row.longitude_e7),
        speed: isLive ? row.speed_kmh : null,
        courseDeg: isLive ? row.course_deg : null,
        fixTime: isShown ? row.fix_time : null,
      },
    }
  })
  return vehicles.toSorted((a, b) => (b.trace?.atM ?? -1) - (a.trace?.atM ?? -1))
}
