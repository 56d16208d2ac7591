/** Values over time, ascending. */
export interface Readings {
  times: number[]
  values: number[]
}

/** Of each part of the time that many stay: the first, the least, the greatest and the last. */
const keptOfPart = 4

/**
 * At most `most` of the values, so that their line looks the same: the time is divided into equal parts, of each
 * of which peaks and ends stay.
 */
export function thinReadings({ times, values }: Readings, most: number): Readings {
  if (times.length <= most) return { times, values }
  const parts = Math.floor(most / keptOfPart)
  const start = times[0]!
  const span = times.at(-1)! - start + 1
  const thin: Readings = { times: [], values: [] }
  for (let first = 0; first < times.length; ) {
    const part = Math.floor(((times[first]! - start) / span) * parts)
    let [least, greatest, last] = [first, first, first]
    for (; last < times.length; last++) {
      if (Math.floor(((times[last]! - start) / span) * parts) !== part) break
      if (values[last]! < values[least]!) least = last
      if (values[last]! > values[greatest]!) greatest = last
    }
    for (const i of new Set([first, Math.min(least, greatest), Math.max(least, greatest), last - 1])) {
      thin.times.push(times[i]!)
      thin.values.push(values[i]!)
    }
    first = last
  }
  return thin
}
