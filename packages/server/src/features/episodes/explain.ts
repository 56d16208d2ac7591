import { episodeKinds } from '@trackway/core/codes/episodes.ts'
import { believedWithinMs } from '@trackway/core/track/analysis/believed-points.ts'
import {
  applyIgnitionEvidence,
  ignitionWireOf,
  noWireEvidence,
} from '@trackway/core/track/analysis/ignition-wire.ts'
import { analyzeTrack } from '@trackway/core/track/analysis/track-analysis.ts'
import { joinTracks, type Track } from '@trackway/core/track/columns.ts'
import { bordersOf, exclusionRuns, measuresOf } from '@trackway/core/track/episodes/explain-track.ts'
import { cutTrack } from '@trackway/core/track/merge.ts'
import type pg from 'pg'
import { explainedSettings } from '../track-settings/resolve.ts'
import { readTrackPages } from './processing/track-pages.ts'
import { findEpisodesBetween } from './queries.ts'
import { wireEvidenceForm } from './storage/stored-progress.ts'

/** Borders and runs shown of each; a quarter's worth of a busy vehicle. */
const mostRows = 2_000
/** Rows and packed days read at a time. */
const bounds = { rows: 50_000, days: 16, withFuture: true }

interface ExplainQuery {
  deviceId: number
  from: number
  to: number
}

/** Why the trips and stops between two instants are what they are; see `episodeCalls.explain`. */
export async function explain(pool: pg.Pool, { deviceId, from, to }: ExplainQuery, now: number) {
  const { settings, origins } = await explainedSettings(pool, deviceId)
  const around = await surroundings(pool, { deviceId, from, to })
  const wire = await learntWire(pool, deviceId)
  const track = applyIgnitionEvidence(
    // What lies behind the end may decide on places before it.
    await readBetween(pool, { deviceId, from: around.from, to: around.to + believedWithinMs }),
    wire,
  )
  const before = { ignition: around.isOn ? 1 : 0, odometerM: Number.NaN }
  const found = analyzeTrack(track, settings, before, now)
  const { episodes } = await findEpisodesBetween(pool, { deviceId, from, to, kinds: ['trip'] })
  const { sources, ...measures } = measuresOf(found, from, to)
  const distanceM = episodes.reduce((sum, { distanceM }) => sum + Math.round(distanceM * 10), 0) / 10
  const source = sources.size > 1 ? ('mixed' as const) : ([...sources][0] ?? 'gps')
  const borders = bordersOf(found, from, to)
  const leftOut = exclusionRuns(found).filter((run) => run.to >= from && run.from <= to)
  return {
    settings,
    origins,
    ignitionWire: ignitionWireOf(wire, to),
    mileage: {
      ...measures,
      // The measure that counts is the distance, to the last digit.
      gpsM: source === 'gps' ? distanceM : measures.gpsM,
      odometerM: source === 'odometer' ? distanceM : measures.odometerM,
      distanceM,
      source,
    },
    borders: borders.slice(0, mostRows),
    leftOut: leftOut.slice(0, mostRows),
    isTruncated: borders.length > mostRows || leftOut.length > mostRows,
  }
}

/** From the last stop that begins before the question to the end of what goes on at its end. */
async function surroundings(pool: pg.Pool, { deviceId, from, to }: ExplainQuery) {
  const { stop, trip, ignition } = episodeKinds
  const { rows } = await pool.query<{ from: number | null; to: number | null; is_on: boolean | null }>(
    `with first as (
       select max(from_time) as time from track_episodes
       where device_id = $1 and kind = ${stop} and from_time <= $2)
     select first.time as from,
       (select max(to_time) from track_episodes
        where device_id = $1 and kind in (${stop}, ${trip}) and from_time <= $3 and from_time >= first.time) as to,
       (select to_time >= first.time from track_episodes
        where device_id = $1 and kind = ${ignition} and from_time <= first.time
        order by from_time desc limit 1) as is_on
     from first`,
    [deviceId, from, to],
  )
  const row = rows[0]
  return { from: row?.from ?? from, to: Math.max(to, row?.to ?? to), isOn: row?.is_on === true }
}

async function learntWire(pool: pg.Pool, deviceId: number) {
  const { rows } = await pool.query<{ ignition_evidence: unknown }>(
    'select ignition_evidence from episode_progress where device_id = $1',
    [deviceId],
  )
  return wireEvidenceForm.read(rows[0]?.ignition_evidence) ?? noWireEvidence
}

async function readBetween(pool: pg.Pool, { deviceId, from, to }: ExplainQuery): Promise<Track> {
  const tracks: Track[] = []
  for (let after = from - 1; ; ) {
    const piece = (await readTrackPages(pool, [{ deviceId, after }], bounds)).get(deviceId)!
    tracks.push(piece.track)
    if (piece.until > to) break
    after = piece.until
  }
  return cutTrack(joinTracks(tracks), from, to)
}
