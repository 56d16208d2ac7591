/**
 * Service time that cards grant and orders buy, by its duration id. `months`: null is for life. `days` are
 * those of a usual one, for lists; terms move by calendar months.
 */
export const durations = {
  1: { name: 'month', months: 1, days: 30 },
  2: { name: 'halfYear', months: 6, days: 182 },
  3: { name: 'year', months: 12, days: 365 },
  4: { name: 'twoYears', months: 24, days: 730 },
  5: { name: 'threeYears', months: 36, days: 1095 },
  6: { name: 'lifetime', months: null, days: null },
} as const

export type DurationId = keyof typeof durations
export type DurationName = (typeof durations)[DurationId]['name']

/** From the shortest to that without an end. */
export const durationIds = Object.keys(durations).map(Number) as DurationId[]
export const durationNames = durationIds.map((id) => durations[id].name)
