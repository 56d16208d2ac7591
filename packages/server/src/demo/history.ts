import type { Report } from '@trackway/protocols/protocol.ts'
import { kitOf } from '@trackway/simulator/device/kit.ts'
import { observe } from '@trackway/simulator/device/observe.ts'
import { createSchedule } from '@trackway/simulator/device/schedule.ts'
import { createDriver } from '@trackway/simulator/driving/driver.ts'
import { chance } from '@trackway/simulator/random.ts'
import { type DeviceConfig, emptyConfig } from '../ingest/config-sources/config-sources.ts'
import { derive } from '../ingest/derive.ts'
import type { DeviceStateRow } from '../ingest/device-state.ts'
import type { PlannedVehicle } from './fleet-plan.ts'
import type { HistoryRows } from './history-rows.ts'

/** What a demo vehicle drives while nobody looks: reports as its device would have sent them. */
export interface HistoryTask {
  vehicle: PlannedVehicle
  /** Of the device's owner. */
  timeZone: string
  /** The state the history goes on from; changed in place to the state at its end. */
  state: DeviceStateRow
  /** Epoch ms; after the first, up to the second. */
  from: number
  until: number
  odometerM: number
}

/**
 * Seconds between reports while driving, and while parked. Turns are reported besides, so tracks keep to the
 * streets. Reports every 30 and 600 s made 3.0 million rows of a month of 200 vehicles, 1.2 million of them standing.
 */
const usual = { drivingSeconds: 60, leastSeconds: 25 }
/** Couriers among houses report as densely as real ones, so that a replay keeps to the streets that are drawn. */
const dense = { drivingSeconds: 10, leastSeconds: 3 }
const parkedSeconds = 1_800
/** How long ago a parked device may have sent its last heartbeat. */
const heartbeatMs = 170_000
/** From a device's clock to ours. */
const travelMs = 800

/**
 * Drives a vehicle through a span of time and passes its reports through the rules of ingest, so that what
 * is stored is what ingest would have stored.
 */
export async function writeHistory(
  task: HistoryTask,
  rows: HistoryRows,
  busLines: DeviceConfig['busLines'] = [],
): Promise<void> {
  const { vehicle, state, from, until, odometerM } = task
  const settings = { timeZone: task.timeZone }
  const config = { ...emptyConfig, busLines }
  const driver = createDriver(vehicle, from)
  const isCourier = vehicle.owner === 'helsinki' && vehicle.character === 'motorcycle'
  const { drivingSeconds, leastSeconds } = isCourier ? dense : usual
  const kit = { ...kitOf(vehicle, drivingSeconds), leastSeconds, parkedSeconds }
  const after = createSchedule(driver, kit, { withHeartbeats: false })
  let last: Report | null = null
  for (let next = after(from); next.time <= until; next = after(next.time)) {
    const report = observe(driver, kit, next.time, odometerM)
    if (next.alarm !== undefined) report.alarms = [next.alarm]
    const received = next.time + travelMs
    const { position, alarms } = derive(state, asStored(report, vehicle.protocol), settings, received, config)
    if (position) rows.addPosition(state.device_id, received, position)
    for (const alarm of alarms) rows.addAlarm(state.device_id, received, alarm)
    last = report
    if (rows.isFull) await rows.flush()
  }
  if (!last) return
  // The last one whole, as a heartbeat brings it: what positions do not carry belongs to the live state too.
  const lastReportTime = Math.max(
    last.fixTime ?? until,
    until - Math.floor(heartbeatMs * chance(vehicle.seed, 9)),
  )
  derive(
    state,
    { ...carried(last, vehicle.protocol), fixTime: null, fix: 'none', alarms: [] },
    settings,
    lastReportTime,
    config,
  )
}

/** Only 808 devices report tyres, and only GT06 ones packs. */
function carried(report: Report, protocol: PlannedVehicle['protocol']): Report {
  const isOther = (name: string) => name.startsWith(protocol === 'gt06' ? 'tyre' : 'pack')
  return Object.fromEntries(Object.entries(report).filter(([name]) => !isOther(name))) as Report
}

/** A report as stored: without what the protocol does not carry in a position, and what is constant all month long. */
function asStored(report: Report, protocol: PlannedVehicle['protocol']): Report {
  const { fixTime, fix, latitude, longitude, speedKmh = 0, courseDeg, satellites, accOn, odometerM } = report
  const stored: Report = {
    fixTime,
    fix,
    latitude,
    longitude,
    courseDeg,
    satellites,
    accOn,
    odometerM,
    speedKmh,
  }
  if (report.alarms) stored.alarms = report.alarms
  // Its alarms are frames of their own, each an occurrence; 808 ones are bits of positions.
  if (report.alarms && protocol === 'gt06') stored.isAlarmEvent = true
  // As heartbeats report it; on the vehicle's power it is full all month long.
  if (report.externalVoltageV === undefined) stored.batteryPercent = report.batteryPercent
  if (protocol === 'gt06') {
    stored.speedKmh = Math.round(speedKmh)
    const { packPercent, packVoltageV, packCurrentA, packTemperatureC, packCycles, packState } = report
    if (packPercent)
      Object.assign(stored, {
        packPercent,
        packVoltageV,
        packCurrentA,
        packTemperatureC,
        packCycles,
        packState,
      })
    return stored
  }
  stored.altitudeM = report.altitudeM
  if (report.fuelL !== undefined) stored.fuelL = report.fuelL
  if (report.temperatureC) stored.temperatureC = report.temperatureC
  if (report.tyrePressureKpa) stored.tyrePressureKpa = report.tyrePressureKpa
  if (report.tyreTemperatureC) stored.tyreTemperatureC = report.tyreTemperatureC
  return stored
}
