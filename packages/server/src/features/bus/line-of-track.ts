import { untrustedBits } from '@trackway/core/codes/states.ts'
import { busLimits } from '@trackway/core/features/bus/calls.ts'
import { type DriveFix, lineOfDrive } from '@trackway/core/features/bus/line-of-drive.ts'
import type { Place } from '@trackway/core/geo/area.ts'
import { noPlace } from '@trackway/core/track/columns.ts'
import type pg from 'pg'
import type { DeviceRange } from '../devices/find-device-id.ts'
import { readTrack } from '../track-storage/read-track.ts'

/** The way of a drive in the stored track, and the places where the vehicle stopped. */
export async function lineOfTrack(
  pool: pg.Pool,
  range: DeviceRange,
  signal: AbortSignal,
): Promise<{ shape: Place[]; stops: Place[] }> {
  const fixes: DriveFix[] = []
  for await (const track of readTrack(pool, { ...range, order: 'oldestFirst', signal }))
    for (let i = 0; i < track.length; i++) {
      if (track.latE7[i] === noPlace || track.quality[i]! & untrustedBits) continue
      const speedKmh = track.speedKmh[i]!
      fixes.push({
        time: track.fixTime[i]!,
        lat: track.latE7[i]! / 1e7,
        lon: track.lonE7[i]! / 1e7,
        speedKmh: Number.isNaN(speedKmh) ? null : speedKmh,
      })
    }
  return lineOfDrive(fixes, busLimits)
}
