/**
 * How far each point stands out of the line, by Douglas and Peucker: leaving out all points below a weight
 * moves the line by no more than that. Both ends weigh infinitely. Units are those of the coordinates.
 * @param first @param last inclusive bounds of the run within the arrays
 */
export function weighPoints(
  x: Float64Array,
  y: Float64Array,
  first: number,
  last: number,
  weights: Float32Array,
): void {
  weights[first] = Number.POSITIVE_INFINITY
  weights[last] = Number.POSITIVE_INFINITY
  // A point counts for no more than the cut it lies in, so that every weight leaves a whole line behind.
  const open: [from: number, to: number, most: number][] = [[first, last, Number.POSITIVE_INFINITY]]
  for (let cut = open.pop(); cut; cut = open.pop()) {
    const [from, to, most] = cut
    if (to - from < 2) continue
    const { index, distance } = farthest(x, y, from, to)
    // Points on top of each other need no further look: a parked vehicle has thousands of them.
    if (distance === 0) continue
    const weight = Math.min(distance, most)
    weights[index] = weight
    open.push([from, index, weight], [index, to, weight])
  }
}

/** The point between two others that is farthest from the line between them. */
function farthest(x: Float64Array, y: Float64Array, from: number, to: number) {
  const x0 = x[from]!
  const y0 = y[from]!
  const dx = x[to]! - x0
  const dy = y[to]! - y0
  const lengthSquared = dx * dx + dy * dy
  let index = from + 1
  let most = -1
  for (let i = from + 1; i < to; i++) {
    let px = x[i]! - x0
    let py = y[i]! - y0
    if (lengthSquared > 0) {
      const along = Math.min(Math.max((px * dx + py * dy) / lengthSquared, 0), 1)
      px -= along * dx
      py -= along * dy
    }
    const squared = px * px + py * py
    if (squared > most) {
      most = squared
      index = i
    }
  }
  return { index, distance: Math.sqrt(most) }
}
