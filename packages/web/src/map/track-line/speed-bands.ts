import { limits } from '@trackway/core/codes/limits.ts'

/** Colours of a track by speed: a band reaches from the one before up to `belowKmh`. Light and dark map. */
export const speedBands = [
  { belowKmh: 20, light: '#3f6fb5', dark: '#6d9be0' },
  { belowKmh: 40, light: '#1f938f', dark: '#3fbfba' },
  { belowKmh: limits.fastKmh, light: '#4f9a34', dark: '#83c963' },
  { belowKmh: 90, light: '#d9a404', dark: '#f2c744' },
  { belowKmh: limits.overspeedKmh, light: '#e2711d', dark: '#f79248' },
  { belowKmh: Number.POSITIVE_INFINITY, light: '#c9252d', dark: '#f2666b' },
] as const

/** Index of the band of a speed; a point that did not say its speed counts as slow. */
export function bandOf(speedKmh: number): number {
  if (Number.isNaN(speedKmh)) return 0
  return speedBands.findIndex(({ belowKmh }) => speedKmh < belowKmh)
}
