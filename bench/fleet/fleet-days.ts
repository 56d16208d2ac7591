import { newTrack, setPoint } from '@trackway/core/track/columns.ts'
import type { Report } from '@trackway/protocols/protocol.ts'
import type { DayRows } from '@trackway/server/features/track-storage/packed-day.ts'
import { derive, type Position } from '@trackway/server/ingest/derive.ts'
import { type DeviceStateRow, newDeviceState } from '@trackway/server/ingest/device-state.ts'
import { kitOf } from '@trackway/simulator/device/kit.ts'
import { observe } from '@trackway/simulator/device/observe.ts'
import { createSchedule } from '@trackway/simulator/device/schedule.ts'
import type { CharacterName } from '@trackway/simulator/driving/characters.ts'
import { createDriver } from '@trackway/simulator/driving/driver.ts'
import { chance, hash } from '@trackway/simulator/random.ts'
import { cities } from '@trackway/simulator/roads/cities.ts'

/** Vehicles that earn their money on the road: 3,200 reports a day, a third of it standing. */
const professions: readonly CharacterName[] = [
  'taxi',
  'van',
  'truck',
  'nightTaxi',
  'nightTruck',
  'motorcycle',
]
const dayMs = 86_400_000
const [movingSeconds, parkedSeconds] = [9, 120]
/** Of a device that reports by the clock, whatever its vehicle does. */
const steadyMs = 10_000
/** Distance of a mobile network's cells, about. */
const cellDegrees = 0.012

/** A vehicle of the store. */
export interface StoreVehicle {
  deviceId: number
  firstDay: number
  days: number
  /** Every ten seconds, driving or not. */
  isSteady: boolean
}

export interface StoreDay {
  day: number
  rows: DayRows
  /** State of the device after the day. */
  state: DeviceStateRow
}

/**
 * What a vehicle's device would have sent, day by day, passed through the rules of ingest. It drives through the
 * streets of the simulator's towns, with the errors of a receiver. Three of four say which cell they are in, as
 * GT06 does, the fourth what its sensors say, as 808 does. The same vehicle always drives the same.
 */
export function* fleetDays({ deviceId, firstDay, days, isSteady }: StoreVehicle): Generator<StoreDay> {
  const seed = hash(20_260_303, deviceId)
  const vehicle = {
    seed,
    character: professions[deviceId % professions.length]!,
    city: cities[deviceId % cities.length]!.name,
  }
  const [start, end] = [firstDay * dayMs, (firstDay + days) * dayMs]
  const driver = createDriver(vehicle, start)
  const kit = { ...kitOf(vehicle, movingSeconds), leastSeconds: 4, parkedSeconds }
  const after = createSchedule(driver, kit, { withHeartbeats: false })
  const timeAfter = (time: number) => (isSteady ? time + steadyMs : after(time).time)
  const odometerM = 50_000_000 * chance(seed, 61)
  const state = newDeviceState(deviceId)

  let [positions, serverTimes]: [Position[], number[]] = [[], []]
  let day = firstDay
  for (let time = isSteady ? start : timeAfter(start - 1); ; time = timeAfter(time)) {
    if (time >= (day + 1) * dayMs) {
      if (positions.length > 0) yield { day, rows: toRows(positions, serverTimes), state }
      ;[positions, serverTimes] = [[], []]
      day = Math.floor(time / dayMs)
      if (time >= end) return
    }
    const report = reportedFields(observe(driver, kit, time, odometerM), deviceId)
    const received = time + 300 + Math.floor(900 * chance(seed, time, 62))
    const { position } = derive(state, report, { timeZone: 'UTC' }, received)
    if (position === null) continue
    positions.push(position)
    serverTimes.push(received)
  }
}

/** Of all that is observed what the device's protocol carries with a position. */
function reportedFields({ batteryPercent: _, charging: __, ...report }: Report, deviceId: number): Report {
  if (deviceId % 4 === 0) return report
  const { fixTime, fix, latitude = 0, longitude = 0, courseDeg, satellites, accOn, odometerM } = report
  const [lac, cell] = [Math.floor(latitude / (cellDegrees * 20)), Math.floor(latitude / cellDegrees)]
  return {
    fixTime,
    fix,
    latitude,
    longitude,
    speedKmh: Math.round(report.speedKmh ?? 0),
    courseDeg,
    satellites,
    accOn,
    odometerM,
    cells: [
      {
        mcc: 460,
        mnc: 0,
        lac: 9_000 + (hash(lac, Math.floor(longitude / (cellDegrees * 20))) % 2_000),
        cellId: hash(cell, Math.floor(longitude / cellDegrees)) % 65_536,
      },
    ],
  }
}

function toRows(positions: readonly Position[], serverTimes: readonly number[]): DayRows {
  const track = newTrack(positions.length)
  for (const [i, { latitudeE7, longitudeE7, ...point }] of positions.entries()) {
    setPoint(track, i, { ...point, latE7: latitudeE7, lonE7: longitudeE7 })
  }
  return {
    track,
    serverTimes: Float64Array.from(serverTimes),
    distancesM: Float32Array.from(positions, ({ distanceM }) => distanceM),
    extras: positions.map(({ extra }) => extra ?? ''),
  }
}
