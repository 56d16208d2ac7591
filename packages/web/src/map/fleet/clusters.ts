import type { Fleet } from './fleet.ts'

/** Devices too close to be told apart, as one mark. Places in metres of the plane. */
export interface Cluster {
  x: number
  y: number
  count: number
  /** How many in each car icon state, by its id. */
  states: Uint32Array
  minX: number
  minY: number
  maxX: number
  maxY: number
  /** The row of a device that is alone in its cluster. */
  row: number
}

export const clusterCellPx = 64
const mergeBelowPx = 46
const stateCount = 7

/**
 * Groups the shown devices at one zoom level. The grid stands still on the plane, so clusters do not jump
 * while panning; neighbours that would overlap are merged afterwards, the largest first.
 * @param resolution metres of the plane per pixel; the grid follows its nearest power of two.
 */
export function clusterFleet(fleet: Fleet, resolution: number): Cluster[] {
  const cellM = clusterCellPx * 2 ** Math.round(Math.log2(resolution))
  const cells = new Map<number, Cluster>()
  const columns = 1 << 26
  for (let row = 0; row < fleet.count; row++) {
    if (fleet.isShown[row] === 0) continue
    const x = fleet.x[row]!
    const y = fleet.y[row]!
    if (Number.isNaN(x)) continue
    const key = (Math.floor(y / cellM) + columns / 2) * columns + Math.floor(x / cellM) + columns / 2
    let cell = cells.get(key)
    if (!cell) {
      cell = {
        x: 0,
        y: 0,
        count: 0,
        states: new Uint32Array(stateCount),
        minX: x,
        minY: y,
        maxX: x,
        maxY: y,
        row,
      }
      cells.set(key, cell)
    }
    cell.x += x
    cell.y += y
    cell.count++
    cell.states[fleet.state[row]!]!++
    if (x < cell.minX) cell.minX = x
    if (y < cell.minY) cell.minY = y
    if (x > cell.maxX) cell.maxX = x
    if (y > cell.maxY) cell.maxY = y
  }
  const clusters = [...cells.values()]
  for (const cluster of clusters) {
    cluster.x /= cluster.count
    cluster.y /= cluster.count
  }
  return mergeNeighbours(clusters, mergeBelowPx * resolution, cellM)
}

function mergeNeighbours(clusters: Cluster[], mergeBelowM: number, cellM: number): Cluster[] {
  clusters.sort((a, b) => b.count - a.count)
  const kept: Cluster[] = []
  const grid = new Map<string, Cluster[]>()
  for (const cluster of clusters) {
    const column = Math.floor(cluster.x / cellM)
    const line = Math.floor(cluster.y / cellM)
    const near = nearest(grid, cluster, column, line, mergeBelowM)
    if (near) {
      absorb(near, cluster)
      continue
    }
    kept.push(cluster)
    const key = `${column} ${line}`
    const cell = grid.get(key)
    if (cell) cell.push(cluster)
    else grid.set(key, [cluster])
  }
  return kept
}

function nearest(
  grid: Map<string, Cluster[]>,
  cluster: Cluster,
  column: number,
  line: number,
  withinM: number,
): Cluster | null {
  let best: Cluster | null = null
  let bestM = withinM
  for (let dc = -1; dc <= 1; dc++) {
    for (let dl = -1; dl <= 1; dl++) {
      for (const other of grid.get(`${column + dc} ${line + dl}`) ?? []) {
        const distance = Math.hypot(other.x - cluster.x, other.y - cluster.y)
        if (distance < bestM) {
          bestM = distance
          best = other
        }
      }
    }
  }
  return best
}

/** The larger one keeps its place: moving it could bring it upon its next neighbour. */
function absorb(into: Cluster, from: Cluster): void {
  into.count += from.count
  for (let state = 0; state < stateCount; state++) into.states[state]! += from.states[state]!
  into.minX = Math.min(into.minX, from.minX)
  into.minY = Math.min(into.minY, from.minY)
  into.maxX = Math.max(into.maxX, from.maxX)
  into.maxY = Math.max(into.maxY, from.maxY)
}
