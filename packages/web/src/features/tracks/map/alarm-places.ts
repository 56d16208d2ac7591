import type { TrackAlarm } from '@trackway/core/features/tracks/calls.ts'
import type { ToPx } from './use-to-px.ts'

/** More glyphs than this hide the line. */
const shownGlyphs = 80
/** Glyphs this near to each other would cover one another. */
const glyphPx = 26

/** An alarm with a position. */
export type PlacedAlarm = TrackAlarm & { lat: number; lon: number }

/** The alarms of each glyph in order of time; those whose glyphs would cover one another share one. */
export function alarmPlaces(alarms: readonly TrackAlarm[], toPx: ToPx): PlacedAlarm[][] {
  const cells = new Map<string, PlacedAlarm[]>()
  for (const alarm of alarms) {
    if (alarm.lat === null || alarm.lon === null) continue
    const placed = alarm as PlacedAlarm
    const [x, y] = toPx(placed)
    const key = `${Math.round(x / glyphPx)} ${Math.round(y / glyphPx)}`
    const cell = cells.get(key)
    if (cell) cell.push(placed)
    else cells.set(key, [placed])
  }
  return [...cells.values()].sort((a, b) => b.length - a.length).slice(0, shownGlyphs)
}
