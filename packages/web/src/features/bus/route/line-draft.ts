import { type BusLine, busLimits } from '@trackway/core/features/bus/calls.ts'
import { lineGeometry, nearestOnLine } from '@trackway/core/features/bus/line-geometry.ts'
import type { Place } from '@trackway/core/geo/area.ts'

/** A stop while it is edited: without an id it is new. */
export interface DraftStop extends Place {
  id?: number | undefined
  name: string
  radiusM: number
}

/** What a line is beside its way and stops, while it is edited. */
export type LineFacts = Pick<
  BusLine,
  'name' | 'direction' | 'colour' | 'offRouteM' | 'offRoutePoints' | 'offRouteS' | 'terminalIDs'
> & { userId?: number | undefined }

/** What is undone and done again while a line is drawn. */
export interface LineDraft {
  shape: readonly Place[]
  stops: readonly DraftStop[]
}

export const usualRadiusM = 30

export function draftOf(line: BusLine | null): LineDraft {
  return {
    shape: line?.shape ?? [],
    stops: line?.stops.map(({ alongM: _, ...stop }) => stop) ?? [],
  }
}

/** A stop where the map was clicked, in its place among the others along the way; at the end while there is no way. */
export function withStop(draft: LineDraft, place: Place, name: string): LineDraft {
  const { shape, stops } = draft
  const stop = { ...place, name, radiusM: usualRadiusM }
  if (shape.length < 2 || stops.length >= busLimits.stops) return { ...draft, stops: [...stops, stop] }
  const line = lineGeometry(shape, stops)
  const { alongM } = nearestOnLine(line, place.lat, place.lon)
  const next = line.stopsM.findIndex((metres) => metres > alongM)
  const at = next < 0 ? stops.length : next
  return { ...draft, stops: [...stops.slice(0, at), stop, ...stops.slice(at)] }
}

/** Minutes for each stop that is new between stops with known minutes. */
const minutesOfStop = 2

/**
 * The running times after stops were added, taken away or moved: those of stops that stayed stay, new ones lie between
 * their neighbours, and the first one is 0 again.
 */
export function offsetsAfter(
  before: readonly { id: number }[],
  after: readonly { id?: number | undefined }[],
  offsetsMin: readonly number[],
): number[] {
  const known = new Map(before.map(({ id }, i) => [id, offsetsMin[i] ?? 0]))
  const kept = after.map(({ id }) => (id === undefined ? undefined : known.get(id)))
  const filled: number[] = []
  for (const [i, offset] of kept.entries()) {
    const last = filled.at(-1)
    if (offset !== undefined) filled.push(Math.max(offset, last ?? offset))
    else {
      const next = kept.findIndex((each, at) => at > i && each !== undefined)
      if (next < 0) filled.push((last ?? -minutesOfStop) + minutesOfStop)
      else if (last === undefined) filled.push(kept[next]! - (next - i) * minutesOfStop)
      else filled.push(Math.round(last + Math.max(0, kept[next]! - last) / (next - i + 1)))
    }
  }
  const first = filled[0] ?? 0
  return filled.map((offset) => offset - first)
}
