/**
 * The parts of a line inside a square from 0 to `size`: copies beyond the sides of a tile belong to its neighbours.
 * @param line x and y in turn
 */
export function clipLine(line: ArrayLike<number>, size: number): number[][] {
  const parts: number[][] = []
  let part: number[] = []
  for (let n = 2; n < line.length; n += 2) {
    const cut = clipSegment(line[n - 2]!, line[n - 1]!, line[n]!, line[n + 1]!, size)
    if (cut === null) continue
    const [x0, y0, x1, y1, leaves] = cut
    if (part.length === 0) part.push(x0, y0)
    if (x1 !== part.at(-2) || y1 !== part.at(-1)) part.push(x1, y1)
    if (leaves) {
      if (part.length > 2) parts.push(part)
      part = []
    }
  }
  if (part.length > 2) parts.push(part)
  return parts
}

function clipSegment(x0: number, y0: number, x1: number, y1: number, size: number) {
  let [enter, leave] = [0, 1]
  const [dx, dy] = [x1 - x0, y1 - y0]
  const sides = [
    [-dx, x0],
    [dx, size - x0],
    [-dy, y0],
    [dy, size - y0],
  ] as const
  for (const [step, room] of sides) {
    if (step === 0) {
      if (room < 0) return null
      continue
    }
    if (step < 0) enter = Math.max(enter, room / step)
    else leave = Math.min(leave, room / step)
  }
  if (enter > leave) return null
  const at = (share: number) => [Math.round(x0 + dx * share), Math.round(y0 + dy * share)] as const
  return [...at(enter), ...at(leave), leave < 1] as const
}
