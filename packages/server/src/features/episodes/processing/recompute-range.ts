import { isDeepStrictEqual } from 'node:util'
import { addDays, dayAt, startOfDay } from '@trackway/core/rules/local-days.ts'
import { addWireEvidence, applyIgnitionEvidence } from '@trackway/core/track/analysis/ignition-wire.ts'
import { indexAt } from '@trackway/core/track/columns.ts'
import { findEpisodes } from '@trackway/core/track/episodes/find-episodes.ts'
import { cutTrack } from '@trackway/core/track/merge.ts'
import type pg from 'pg'
import { episodesOf } from '../storage/stored-episodes.ts'
import { findContactSpans } from './contact-spans.ts'
import { convergenceStops, goesOnAt } from './convergence.ts'
import type { DeviceWork } from './device-work.ts'
import { type FoundSpan, storeFound } from './store-found.ts'
import { readTrackPages, type TrackPage } from './track-pages.ts'

/** How far is read after a change: most tracks match their stored episodes again within a day or two. */
const reaches = [
  { days: 3, rows: 20_000 },
  { days: 16, rows: 20_000 },
] as const

type Client = Pick<pg.ClientBase, 'query'>

export interface RecomputeResult {
  /** Of these a change was settled. */
  settled: number[]
  /** What is left: of those that changed long ago, the whole track from before the change on is to be processed. */
  others: DeviceWork[]
  points: number
}

/**
 * Processes tracks that changed long ago from before the change to where the result matches the stored one again: all
 * that follows stays as it is, so that a fix that is late by months, or has the date of a clock that was wrong,
 * costs some days and not all since. One change of each; call it under the locks of the devices.
 */
export async function recomputeRanges(client: Client, work: readonly DeviceWork[]): Promise<RecomputeResult> {
  const result: RecomputeResult = { settled: [], others: [...work], points: 0 }
  for (const reach of reaches) {
    const changed = result.others.filter(isChanged)
    if (changed.length === 0) break
    const found = await recomputeWithin(client, changed, reach)
    result.settled.push(...found.map(({ one }) => one.deviceId))
    result.others = result.others.filter(({ deviceId }) => !result.settled.includes(deviceId))
    result.points += found.reduce((sum, { piece }) => sum + piece.track.length, 0)
  }
  return result
}

type Changed = DeviceWork & { changed: NonNullable<DeviceWork['changed']> }

function isChanged(one: DeviceWork): one is Changed {
  return one.changed !== null
}

interface Settled extends FoundSpan {
  one: Changed
}

/** @returns those of which such a place was found */
async function recomputeWithin(
  client: Client,
  changed: readonly Changed[],
  reach: (typeof reaches)[number],
): Promise<Settled[]> {
  const settled = await find(client, changed, reach)
  await storeFound(
    client,
    settled.map((each) => ({ ...each, piece: pieceBefore(each.piece, each.sumsUntil) })),
  )
  await client.query('delete from track_changes where id = any($1::int8[])', [
    settled.flatMap(({ one }) => one.changed.marks),
  ])
  return settled
}

async function find(
  client: Client,
  changed: readonly Changed[],
  reach: (typeof reaches)[number],
): Promise<Settled[]> {
  const pieces = await readTrackPages(client, changed, reach)
  const read = changed.flatMap((one) => {
    const page = pieces.get(one.deviceId)!
    // What is new about the ignition wire concerns all that follows.
    if (!isDeepStrictEqual(addWireEvidence(one.wire, page.track), one.wire)) return []
    const piece = { ...page, track: applyIgnitionEvidence(page.track, one.wire) }
    const to = piece.track.fixTime.at(-1) ?? one.after
    return { one, deviceId: one.deviceId, piece, track: piece.track, from: sinceOf(one), to, isLast: false }
  })
  const contactSpans = await findContactSpans(client, read)
  const stored = await episodesOf(client, read)
  return read.flatMap(({ one, piece, from: since, to: last }) => {
    const spans = contactSpans.get(one.deviceId) ?? []
    const known = stored.get(one.deviceId) ?? []
    const found = findEpisodes(piece, one.settings, one.checkpoint, { spans, now: null }).episodes
    // A wire may have flickered up to there.
    const changeEnd = one.changed.until + one.settings.ignitionDebounceMs
    const until = convergenceStops(found, known).find(({ from }) => from > changeEnd)?.from
    if (until === undefined) return []
    // The day in which the tracks meet is summed whole.
    const sumsUntil = dayEnd(until, one.timeZone)
    if (sumsUntil > Math.min(piece.until, last)) return []
    const episodes = [
      ...found.filter(({ from, to }) => from < until && to <= until),
      // What goes on there began alike, and only what is stored knows how it ended.
      ...known.filter((episode) => goesOnAt(until, episode)),
    ]
    return [{ one, piece, episodes, since, until, idlingSince: null, sumsUntil }]
  })
}

/** What begins at this instant or later is replaced; see `checkpointAtStop`. */
function sinceOf({ checkpoint, after }: DeviceWork): number {
  return checkpoint === null ? after : after + 1
}

function dayEnd(time: number, timeZone: string): number {
  return startOfDay(addDays(dayAt(time, timeZone), 1), timeZone)
}

function pieceBefore({ track, batteryPercent, ...rest }: TrackPage, until: number): TrackPage {
  return {
    ...rest,
    track: cutTrack(track, Number.NEGATIVE_INFINITY, until - 1),
    batteryPercent: batteryPercent?.subarray(0, indexAt(track, until)) ?? null,
    until,
  }
}
