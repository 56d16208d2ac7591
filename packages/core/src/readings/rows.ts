/** How the rows of `readings.ts` are written. */
import type { Sensor } from '../codes/device-abilities.ts'

/** Of what a device may have several: the value is then a list by place, the first wheel at 0. */
export type Per = 'wheel' | 'sensor' | 'pack'

/** The card shows readings by group, in this order. */
export const readingGroups = ['vehicle', 'cargo', 'tyres', 'battery', 'device'] as const
export type ReadingGroup = (typeof readingGroups)[number]

/** What a row may say besides its kind; the rest has defaults. */
interface Options {
  group: ReadingGroup
  per?: Per
  /** What a device needs to say it: types that are set up without it do not show it. */
  sensor?: Sensor
  /**
   * Its number in the live record, for ever: a retired number is not given again. Left out where the live
   * state has a field of its own, and `device_states` a column, because nearly every report carries it.
   */
  live?: number
  /** False where it is of no use over time. */
  inSeries?: boolean
  inExport?: boolean
}

/** A reading as everything that stores, sends, shows or exports readings knows it. */
export type ReadingRow = Options & {
  inSeries: boolean
  inExport: boolean
} & (
    | { kind: 'number'; unit: string; digits: number; scale: number }
    | { kind: 'text' }
    | { kind: 'choice'; choices: readonly string[] }
  )

/**
 * @param unit as it is shown after the number; '' for a count
 * @param digits after the point, as it is shown
 * @param scale steps to one that are kept: 10 keeps 54.3. It is part of the live record, so another scale is another `live` number
 */
export function number<const O extends Options & { digits: number; scale: number }>(
  unit: string,
  options: O,
) {
  return { kind: 'number', unit, inSeries: true, inExport: true, ...options } as const
}

export function text<const O extends Options>(options: O) {
  return { kind: 'text', inSeries: false, inExport: true, ...options } as const
}

/** One of a few words, each with a text of its own. New ones are added at the end: the live record has their places. */
export function choice<const C extends readonly string[], const O extends Options>(choices: C, options: O) {
  return { kind: 'choice', choices, inSeries: false, inExport: true, ...options } as const
}
