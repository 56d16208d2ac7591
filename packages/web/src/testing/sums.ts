import { type Sums, sums } from '@trackway/core/features/statistics/calls.ts'

/** Figures of vehicles that did not move: 0, or unknown where that can be. */
export const noSums = Object.fromEntries(
  Object.entries(sums.shape).map(([key, schema]) => [key, schema.safeParse(null).success ? null : 0]),
) as Sums
