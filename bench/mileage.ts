/**
 * Mileage against the truth: made-up drives (`core/src/track/testing/drives.ts`) of four kinds, reported every 1, 10, 30
 * and 60 seconds by receivers that are 3 or 8 m wrong, and by devices whose course or speed is of no use. Of each kind
 * the error of all drives together, and of the worst one. Then real drives, with reports that begin at any second of the
 * interval, and all together. `--drives 20` of each kind.
 */
import { readFileSync } from 'node:fs'
import { type TrackPointValues, toTrack } from '@trackway/core/track/columns.ts'
import { findEpisodes } from '@trackway/core/track/episodes/find-episodes.ts'
import {
  badDevices,
  type DriveKindName,
  driveKinds,
  makeDrive,
  reportDrive,
} from '@trackway/core/track/testing/drives.ts'
import { everySo, realDriveNames, toRealDrive } from '@trackway/core/track/testing/real-drives.ts'
import { trackSettingDefaults } from '@trackway/core/track/track-settings.ts'
import { readOptions } from './load/figures.ts'

const { drives } = readOptions({ drives: 20 })
const seeds = Array.from({ length: drives }, (_, n) => n + 1)
const devices: [string, number, (typeof badDevices)[string]?][] = [
  ['places 3 m wrong', 3],
  ['places 8 m wrong', 8],
  ...Object.entries(badDevices).map(([name, change]): [string, number, typeof change] => [name, 3, change]),
]

type Reports = readonly TrackPointValues[]
const intervals = [1, 10, 30, 60]

const madeUp = devices.flatMap(([device, noiseM, change = (point) => point]) =>
  (Object.keys(driveKinds) as DriveKindName[]).map((kind) => {
    const ways = seeds.map((seed) => ({ seed, way: makeDrive(driveKinds[kind], seed) }))
    const errors = errorsOf((intervalS) =>
      ways.map(({ seed, way }) => ({
        lengthM: way.at(-1)!.drivenM,
        reports: reportDrive(way, intervalS, { noiseM }, seed).map(change),
      })),
    )
    return { device, drives: kind, errors }
  }),
)
const real = realDriveNames.map((name) => {
  const file = new URL(import.meta.resolve(`@trackway/core/track/testing/real-drives/${name}.csv`))
  const { points, lengthM } = toRealDrive(readFileSync(file, 'utf8'))
  const errors = errorsOf((intervalS) =>
    Array.from({ length: intervalS }, (_, firstS) => ({
      lengthM,
      reports: everySo(points, intervalS, firstS),
    })),
  )
  return { device: `real, ${(lengthM / 1000).toFixed(1)} km`, drives: name, errors }
})
// Devices whose course or speed is of no use are not among them.
const together = devices
  .filter(([, , change]) => change === undefined)
  .map(([device]) =>
    sumOf(
      `all with ${device}`,
      madeUp.filter((row) => row.device === device),
    ),
  )
console.table([...madeUp, ...real, ...together, sumOf('all real', real)].map(toShown))

interface Errors {
  trueM: number
  countedM: number
  /** Percent. */
  worst: number
}

interface Row {
  device: string
  drives: string
  /** By interval. */
  errors: Errors[]
}

/** Of all drives, and of the worst. */
function errorsOf(drivesAt: (intervalS: number) => { lengthM: number; reports: Reports }[]): Errors[] {
  return intervals.map((intervalS) => {
    const each = drivesAt(intervalS).map(({ lengthM, reports }) => {
      const countedM = drivenM(reports)
      return { trueM: lengthM, countedM, worst: (countedM / lengthM - 1) * 100 }
    })
    return sumUp(each)
  })
}

function sumUp(all: readonly Errors[]): Errors {
  return all.reduce((sum, { trueM, countedM, worst }) => ({
    trueM: sum.trueM + trueM,
    countedM: sum.countedM + countedM,
    worst: Math.abs(worst) > Math.abs(sum.worst) ? worst : sum.worst,
  }))
}

function sumOf(drives: string, rows: readonly Row[]): Row {
  const errors = intervals.map((_, n) => sumUp(rows.map((row) => row.errors[n]!)))
  return { device: '', drives, errors }
}

function toShown({ device, drives, errors }: Row) {
  const cells = errors.map(({ trueM, countedM, worst }, n) => [
    `${intervals[n]} s`,
    `${signed((countedM / trueM - 1) * 100)} (${signed(worst)})`,
  ])
  return { device, drives, ...Object.fromEntries(cells) }
}

function drivenM(points: Reports): number {
  const { episodes } = findEpisodes(
    { track: toTrack(points), batteryPercent: null },
    trackSettingDefaults,
    null,
  )
  return episodes.reduce((sum, { kind, distanceM }) => (kind === 'trip' ? sum + distanceM : sum), 0)
}

function signed(percent: number): string {
  return `${percent < 0 ? '' : '+'}${percent.toFixed(2)}`
}
