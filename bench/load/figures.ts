import { parseArgs } from 'node:util'

/** The options of a script, such as `--devices 30`: a number each, with its default. */
export function readOptions<Name extends string>(defaults: Record<Name, number>): Record<Name, number> {
  const names = Object.keys(defaults) as Name[]
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ options })
  const entries = names.map((name) => [name, Number(values[name] ?? defaults[name])])
  return Object.fromEntries(entries) as Record<Name, number>
}

/** The value that such a share of all does not exceed; NaN of none. */
export function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * share)] ?? Number.NaN
}

export const rounded = (value: number, digits: number) => Number(value.toFixed(digits))

/** Of times in ms: the middle and the longest. */
export function middleAndMost(times: readonly number[]) {
  return { p50Ms: Math.round(quantile(times, 0.5)), maxMs: Math.round(quantile(times, 1)) }
}
