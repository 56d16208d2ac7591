import type { Report } from '@trackway/protocols/protocol.ts'
import { characterOf } from '../driving/characters.ts'
import type { Driver, Moment } from '../driving/driver.ts'
import { chance, wander } from '../random.ts'
import { metresPerDegree } from '../roads/plane.ts'
import type { Kit } from './kit.ts'

/**
 * What a device makes of a moment: the place with the error of its receiver, and what its sensors say.
 * A value for the same vehicle and time is always the same.
 * @param odometerM what the device's counter stood at when the driver began
 */
export function observe(driver: Driver, kit: Kit, time: number, odometerM: number): Report {
  const moment = driver.at(time)
  const { seed } = driver.vehicle
  const report: Report = {
    fixTime: time,
    fix: 'gps',
    gsmLevel: gsmLevel(seed, time),
    ...(moment.isTunnel ? lastSeen(driver, time) : placeSeen(seed, kit, moment)),
    ...powerSeen(driver, moment),
  }
  if (kit.hasAcc) report.accOn = moment.accOn
  if (kit.hasOdometer) report.odometerM = Math.floor(odometerM + moment.distanceM)
  const { tankL, cargoC, wheels, packV } = characterOf(driver.vehicle)
  if (wheels !== undefined) Object.assign(report, tyresSeen(seed, wheels, moment))
  if (packV !== undefined) Object.assign(report, packSeen(driver, packV, moment, odometerM))
  if (kit.hasFuel && tankL !== undefined)
    report.fuelL = fuelL(seed, tankL, odometerM + moment.distanceM, time)
  if (kit.hasTemperature && cargoC !== undefined) {
    // The compressor's cycle, and the warmth of a door that was opened.
    report.temperatureC = [round1(cargoC + 1.4 * wander(seed + 1, time / 900_000) + (moment.accOn ? 0 : 1.1))]
  }
  return report
}

function placeSeen(seed: number, kit: Kit, moment: Moment): Partial<Report> {
  const { time } = moment
  const isDrifting = kit.drifts && !moment.accOn
  // A few metres on the road; between walls the parked fix walks about the block.
  const errorM = isDrifting ? 11 : moment.isDriving ? 2.5 : 1.2
  const periodMs = isDrifting ? 1_500_000 : 45_000
  const northM =
    errorM * (wander(seed + 11, time / periodMs) + 0.4 * wander(seed + 12, time / (periodMs / 5)))
  const eastM = errorM * (wander(seed + 13, time / periodMs) + 0.4 * wander(seed + 14, time / (periodMs / 5)))
  const latitude = moment.latitude + northM / metresPerDegree
  const eastPerDegree = metresPerDegree * Math.cos((moment.latitude * Math.PI) / 180)
  const jitterKmh = moment.isDriving ? wander(seed + 15, time / 4_000) * 0.7 : 0
  const driftKmh = isDrifting && chance(seed, time, 16) < 0.25 ? 1 + 3 * chance(seed, time, 17) : 0
  const seen: Partial<Report> = {
    latitude: round7(latitude),
    longitude: round7(moment.longitude + eastM / eastPerDegree),
    speedKmh: round1(Math.max(0, moment.speedKmh + (moment.speedKmh > 3 ? jitterKmh : 0) + driftKmh)),
    courseDeg: Math.round(driftKmh > 0 ? 360 * chance(seed, time, 18) : moment.courseDeg) % 360,
    satellites: Math.round((isDrifting ? 7 : 11) + 3 * wander(seed + 19, time / 120_000)),
  }
  if (kit.hasAltitude) seen.altitudeM = Math.round(25 + 18 * wander(seed + 20, time / 900_000))
  return seen
}

/** A step back through a tunnel, and the most that is gone back. */
const tunnelStepMs = 2_000
const longestTunnelMs = 180_000

/** In a tunnel the last place goes on being sent, without the mark of a fix. */
function lastSeen(driver: Driver, time: number): Partial<Report> {
  let before = driver.at(time)
  while (before.isTunnel && time - before.time < longestTunnelMs)
    before = driver.at(before.time - tunnelStepMs)
  return {
    fix: 'none',
    latitude: round7(before.latitude),
    longitude: round7(before.longitude),
    speedKmh: 0,
    courseDeg: Math.round(before.courseDeg) % 360,
    satellites: 0,
  }
}

function powerSeen(driver: Driver, moment: Moment): Partial<Report> {
  const { seed } = driver.vehicle
  const { supplyV } = characterOf(driver.vehicle)
  if (supplyV === null) {
    // Its own battery: some hundred days from full to nearly empty, then it is charged.
    const cycleMs = 120 * 86_400_000
    const share = ((moment.time + chance(seed, 31) * cycleMs) % cycleMs) / cycleMs
    return { batteryPercent: Math.round(100 - 88 * share), batteryVoltageV: round2(4.15 - 0.5 * share) }
  }
  const cells = supplyV / 12
  const ripple = 0.12 * wander(seed + 32, moment.time / 200_000)
  const volts = moment.accOn ? 14.0 + ripple : 12.55 + ripple - 0.1 * chance(seed, 33)
  return { externalVoltageV: round1(volts * cells), batteryPercent: 100, charging: true }
}

/** Half of the trucks lose air of one tyre in the second half of every third day or so, until it is pumped up again. */
function tyresSeen(seed: number, wheels: number, { time, isDriving }: Moment): Partial<Report> {
  const warmthC = 24 + (isDriving ? 22 : 4) + 3 * wander(seed + 61, time / 1_800_000)
  const leaking = chance(seed, 62) < 0.5 ? Math.floor(chance(seed, 63) * wheels) : -1
  const cycleMs = 3 * 86_400_000
  const share = ((time + chance(seed, 64) * cycleMs) % cycleMs) / cycleMs
  // Within half an hour.
  const lost = share > 0.5 ? Math.min(1, ((share - 0.5) * cycleMs) / 1_800_000) : 0
  const pressures: number[] = []
  const temperatures: number[] = []
  for (let wheel = 0; wheel < wheels; wheel++) {
    const celsius = warmthC + 4 * chance(seed, 65, wheel)
    const coldKpa = 790 + 40 * chance(seed, 66, wheel) - (wheel === leaking ? 260 * lost : 0)
    pressures.push(Math.round(((coldKpa + 101.3) * (celsius + 273.15)) / 293.15 - 101.3))
    temperatures.push(Math.round(celsius))
  }
  return { tyrePressureKpa: pressures, tyreTemperatureC: temperatures }
}

/** Metres that a pack lasts, and after which a scooter has it changed for a full one. */
const [packRangeM, changeAfterM] = [70_000, 60_000]
/** Of a night at home; the pack is full well before it is over. */
const [nightMs, fullChargeMs] = [4 * 3_600_000, 5 * 3_600_000]

/** The pack of a scooter: changed at a stop of the day when it is nearly empty, charged at home in the night. */
function packSeen(driver: Driver, packV: number, moment: Moment, odometerM: number): Partial<Report> {
  const { seed } = driver.vehicle
  const { time, isDriving, distanceM } = moment
  const { startTime, endTime, startM } = driver.legAt(time)
  const sinceStartM = distanceM - driver.at(startTime).distanceM
  const spent = ((startM % changeAfterM) + sinceStartM) / packRangeM
  const isNight = !isDriving && endTime - startTime > nightMs
  const used = Math.max(0, isNight ? spent - (time - startTime) / fullChargeMs : spent)
  const isCharging = isNight && used > 0
  const amperes = isDriving ? -8 - 6 * Math.abs(wander(seed + 73, time / 20_000)) : isCharging ? 5.5 : 0
  return {
    packPercent: [Math.round(100 - 92 * used)],
    packVoltageV: [round2(packV * (1.12 - 0.18 * used) + 0.02 * amperes)],
    packCurrentA: [round1(amperes)],
    packTemperatureC: [round1(26 + (amperes === 0 ? 0 : 9) + 3 * wander(seed + 74, time / 1_800_000))],
    packCycles: [Math.floor((odometerM + distanceM) / packRangeM)],
    packState: [amperes > 0 ? 'charging' : amperes < 0 ? 'discharging' : 'idle'],
  }
}

function fuelL(seed: number, tankL: number, odometerM: number, time: number): number {
  // From a filling to the next one about three quarters of a tank later.
  const rangeM = tankL * 0.75 * (tankL > 150 ? 3_300 : 10_500)
  const used = ((odometerM + chance(seed, 41) * rangeM) % rangeM) / rangeM
  return round1(tankL * (0.94 - 0.75 * used) + 0.4 * wander(seed + 42, time / 30_000))
}

function gsmLevel(seed: number, time: number): number {
  return Math.max(1, Math.min(4, Math.round(3.3 + 1.2 * wander(seed + 51, time / 240_000))))
}

const round1 = (value: number): number => Math.round(value * 10) / 10
const round2 = (value: number): number => Math.round(value * 100) / 100
const round7 = (value: number): number => Math.round(value * 1e7) / 1e7
