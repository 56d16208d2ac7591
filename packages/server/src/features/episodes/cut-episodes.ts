import { applyIgnitionEvidence, noWireEvidence } from '@trackway/core/track/analysis/ignition-wire.ts'
import { analyzeTrack } from '@trackway/core/track/analysis/track-analysis.ts'
import type { Track } from '@trackway/core/track/columns.ts'
import { cutEpisode, type TraceAt } from '@trackway/core/track/episodes/cut-episode.ts'
import type { StoredEpisode } from '@trackway/core/track/episodes/episode.ts'
import { quarterMs } from '@trackway/core/track/episodes/quarter-hour-sums.ts'
import {
  aroundQuarterMs,
  type QuarterTrace,
  traceQuarter,
} from '@trackway/core/track/episodes/quarter-trace.ts'
import type pg from 'pg'
import { trackSettingsOf } from '../track-settings/resolve.ts'
import { readTrackSpans } from './processing/track-pages.ts'
import type { Span } from './storage/stored-episodes.ts'
import { wireEvidenceForm } from './storage/stored-progress.ts'

/** Episodes of a device, to be cut at both ends of a span. */
export interface CutRequest extends Span {
  episodes: readonly StoredEpisode[]
}

/** What of a quarter of an hour is driven or idled in an episode that is cut within. */
interface QuarterPart extends Span {
  quarterTime: number
}

/** Where reports are so sparse that none lies around a quarter, one within this time does, or they say nothing of it. */
const sparseMs = 86_400_000
/** Quarters a statement: of a report a second, each is some thousand points. */
const quartersAtOnce = 100

/**
 * Cuts the episodes of devices, each at both ends of its span, and measures what is cut on the track: of all of them
 * together only the points around the ends are read.
 * @returns for each request the parts within its span
 */
export async function cutEpisodes(
  client: Pick<pg.ClientBase, 'query'>,
  requests: readonly CutRequest[],
): Promise<StoredEpisode[][]> {
  const traces = await readTraces(client, requests.flatMap(quartersToRead))
  return requests.map(({ deviceId, episodes, from, to }) => {
    const traceAt: TraceAt = (quarterTime) => traces.get(keyOf(deviceId, quarterTime))
    return episodes.flatMap((episode) => cutEpisode(episode, from, to, traceAt) ?? [])
  })
}

const keyOf = (deviceId: number, quarterTime: number) => `${deviceId} ${quarterTime}`

/** At quarters of an hour the stored sums are exact, and a millisecond from one nothing can have been driven. */
function quartersToRead({ deviceId, episodes, from, to }: CutRequest): QuarterPart[] {
  const cut = episodes.filter(({ kind, distanceM, idleMs }) => kind !== 'idling' && distanceM + idleMs > 0)
  return [from, to]
    .filter((time) => (time + 1) % quarterMs > 2)
    .flatMap((time) => {
      const quarterTime = Math.floor(time / quarterMs) * quarterMs
      const within = cut.filter((episode) => episode.from < time && time < episode.to)
      if (within.length === 0) return []
      const first = Math.min(...within.map((episode) => episode.from))
      const last = Math.max(...within.map((episode) => episode.to))
      const part = { from: Math.max(quarterTime, first), to: Math.min(quarterTime + quarterMs, last) }
      return [{ deviceId, quarterTime, ...part }]
    })
}

async function readTraces(
  client: Pick<pg.ClientBase, 'query'>,
  cut: readonly QuarterPart[],
): Promise<Map<string, QuarterTrace>> {
  const traces = new Map<string, QuarterTrace>()
  if (cut.length === 0) return traces
  const parts = mergedParts(cut)
  const deviceIds = [...new Set(parts.map(({ deviceId }) => deviceId))]
  const settings = await trackSettingsOf(client, deviceIds)
  const wires = await readWires(client, deviceIds)
  for (let first = 0; first < parts.length; first += quartersAtOnce) {
    const some = parts.slice(first, first + quartersAtOnce)
    for (const [n, track] of (await readAround(client, some)).entries()) {
      const { deviceId, quarterTime } = some[n]!
      const wired = applyIgnitionEvidence(track, wires.get(deviceId) ?? noWireEvidence)
      // What is undecided where the track ends is in no episode.
      const analysis = analyzeTrack(wired, settings.get(deviceId)!, undefined, Number.POSITIVE_INFINITY)
      const trace = traceQuarter(analysis, quarterTime)
      if (trace !== null) traces.set(keyOf(deviceId, quarterTime), trace)
    }
  }
  return traces
}

/** Each quarter once: it may be cut at both ends, and in several episodes. */
function mergedParts(parts: readonly QuarterPart[]): QuarterPart[] {
  const merged = new Map<string, QuarterPart>()
  for (const part of parts) {
    const key = keyOf(part.deviceId, part.quarterTime)
    const { from, to } = merged.get(key) ?? part
    merged.set(key, { ...part, from: Math.min(from, part.from), to: Math.max(to, part.to) })
  }
  return [...merged.values()]
}

/** The tracks around parts of quarters of an hour, so far that a point lies at or before and at or after each. */
async function readAround(
  client: Pick<pg.ClientBase, 'query'>,
  parts: readonly QuarterPart[],
): Promise<Track[]> {
  const around = (aroundMs: number, of: readonly QuarterPart[]) =>
    readTrackSpans(
      client,
      of.map(({ deviceId, from, to }) => ({ deviceId, from: from - aroundMs, to: to + aroundMs })),
    )
  const tracks = await around(aroundQuarterMs, parts)
  const isSparse = ({ from, to }: QuarterPart, { fixTime }: Track) =>
    (fixTime[0] ?? Infinity) > from || (fixTime.at(-1) ?? 0) < to
  const sparse = parts.filter((part, n) => isSparse(part, tracks[n]!))
  if (sparse.length === 0) return tracks
  const wider = await around(sparseMs, sparse)
  return parts.map((part, n) => wider[sparse.indexOf(part)] ?? tracks[n]!)
}

async function readWires(client: Pick<pg.ClientBase, 'query'>, deviceIds: readonly number[]) {
  const { rows } = await client.query<{ device_id: number; ignition_evidence: unknown }>(
    'select device_id, ignition_evidence from episode_progress where device_id = any($1::int4[])',
    [deviceIds],
  )
  return new Map(rows.map((row) => [row.device_id, wireEvidenceForm.read(row.ignition_evidence)]))
}
