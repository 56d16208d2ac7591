import type { BusLine } from '@trackway/core/features/bus/calls.ts'

export type Service = BusLine['timetable'][number]

export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

/** Metres that a bus drives in a minute, stops included: 18 km/h, to begin with. */
const metresPerMinute = 300

/** Departures of the days that have none yet; the minutes from stop to stop as far as the stops are apart. */
export function newService({ stops }: Pick<BusLine, 'stops'>, others: readonly Service[]): Service {
  const taken = new Set(others.flatMap(({ days }) => days))
  const free = weekdays.filter((day) => !taken.has(day))
  const firstM = stops[0]?.alongM ?? 0
  const offsetsMin =
    others[0]?.offsetsMin ?? stops.map(({ alongM }) => Math.round((alongM - firstM) / metresPerMinute))
  return { days: free.length > 0 ? [...free] : [...weekdays], offsetsMin: [...offsetsMin], departures: [] }
}

/** The minutes after one stop's were changed: no stop is due before the previous one, later ones are moved along. */
export function withOffset(offsetsMin: readonly number[], index: number, minute: number): number[] {
  const least = offsetsMin[index - 1] ?? 0
  const next = Math.max(least, minute)
  const by = next - (offsetsMin[index] ?? 0)
  return offsetsMin.map((offset, i) =>
    i < index ? offset : i === index ? next : Math.max(next, offset + by),
  )
}
