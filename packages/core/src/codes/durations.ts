/** Service time that cards grant and orders buy, by its duration id. `months`: null is for life. */
export const durations = {
  1: { name: 'month', months: 1 },
  2: { name: 'halfYear', months: 6 },
  3: { name: 'year', months: 12 },
  4: { name: 'twoYears', months: 24 },
  5: { name: 'threeYears', months: 36 },
  6: { name: 'lifetime', months: null },
} as const

export type DurationId = keyof typeof durations
export type DurationName = (typeof durations)[DurationId]['name']

/** From the shortest to that without an end. */
export const durationIds = Object.keys(durations).map(Number) as DurationId[]
export const durationNames = durationIds.map((id) => durations[id].name)
