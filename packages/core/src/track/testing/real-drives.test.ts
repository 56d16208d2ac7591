import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { toTrack } from '../columns.ts'
import { findEpisodes } from '../episodes/find-episodes.ts'
import { trackSettingDefaults } from '../track-settings.ts'
import { everySo, realDriveNames, toRealDrive } from './real-drives.ts'

const drives = realDriveNames.map((name) =>
  toRealDrive(readFileSync(new URL(`real-drives/${name}.csv`, import.meta.url), 'utf8')),
)

/** Percent of the true length, for reports that begin at any second of the first interval. */
function errorsOf(intervalS: number) {
  const begins = Array.from({ length: intervalS }, (_, second) => second)
  return drives.map(({ points, lengthM }) => {
    const errors = begins.map((firstS) => {
      const track = toTrack(everySo(points, intervalS, firstS))
      const { episodes } = findEpisodes({ track, batteryPercent: null }, trackSettingDefaults, null)
      const driven = episodes.reduce((sum, each) => sum + (each.kind === 'trip' ? each.distanceM : 0), 0)
      return (driven / lengthM - 1) * 100
    })
    return { lengthM, mean: errors.reduce((sum, error) => sum + error, 0) / errors.length, errors }
  })
}

test.each([
  [1, 0.5, 5],
  [10, 0.5, 5],
  [30, 2, 10],
])(
  'every %d s the mileage of real drives is right within %d percent, of none worse than %d',
  (interval, most, worst) => {
    const measured = errorsOf(interval)
    const lengthM = measured.reduce((sum, drive) => sum + drive.lengthM, 0)
    const overAll = measured.reduce((sum, drive) => sum + (drive.mean * drive.lengthM) / lengthM, 0)
    expect(Math.abs(overAll)).toBeLessThan(most)
    for (const { errors } of measured) for (const error of errors) expect(Math.abs(error)).toBeLessThan(worst)
  },
)
