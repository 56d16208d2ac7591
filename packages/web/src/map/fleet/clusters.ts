import type { Fleet } from './fleet.ts'
import { stateCount } from './state-colours.ts'

/** Devices too close to be distinguished, as one mark. Places in metres of the projection. */
export interface Cluster {
  x: number
  y: number
  count: number
  /** How many in each car icon state, by its id. */
  states: number[]
  minX: number
  minY: number
  maxX: number
  maxY: number
  /** The row of a device that is alone in its cluster. */
  row: number
  /** The cells of the grid that it is made of, and how wide one is. */
  cells: number[]
  cellM: number
}

type Extent = [west: number, south: number, east: number, north: number]

const clusterCellPx = 64
/** The largest bubble is 60 px wide, most are 40 to 50. */
const mergeBelowPx = 54

/**
 * Groups the shown devices at one zoom level. The grid is fixed to the projection, so clusters do not jump
 * while panning; neighbours that would overlap are merged afterwards, the largest first.
 * @param resolution metres of the projection per pixel; the grid follows its nearest power of two.
 * @param extent only what lies in it is grouped: west, south, east, north in metres of the projection.
 */
export function clusterFleet(fleet: Fleet, resolution: number, extent: Extent): Cluster[] {
  const [west, south, east, north] = extent
  const cellM = clusterCellPx * 2 ** Math.round(Math.log2(resolution))
  const cells = new Map<number, Cluster>()
  for (let row = 0; row < fleet.count; row++) {
    if (fleet.isShown[row] === 0) continue
    const x = fleet.x[row]!
    const y = fleet.y[row]!
    // Also false for a device without a place.
    if (!(x >= west && x <= east && y >= south && y <= north)) continue
    const key = keyOf(Math.floor(x / cellM), Math.floor(y / cellM))
    let cell = cells.get(key)
    if (!cell) {
      cell = {
        x: 0,
        y: 0,
        count: 0,
        states: new Array(stateCount).fill(0),
        minX: x,
        minY: y,
        maxX: x,
        maxY: y,
        row,
        cells: [key],
        cellM,
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

/** The rows of the devices of a cluster, where they are now. */
export function rowsOfCluster(fleet: Fleet, { cells, cellM }: Cluster): number[] {
  const cellKeys = new Set(cells)
  const rows: number[] = []
  for (let row = 0; row < fleet.count; row++) {
    if (fleet.isShown[row] === 0 || Number.isNaN(fleet.x[row]!)) continue
    if (cellKeys.has(keyOf(Math.floor(fleet.x[row]! / cellM), Math.floor(fleet.y[row]! / cellM))))
      rows.push(row)
  }
  return rows
}

const columns = 2 ** 26

/** One number for a cell; exact for every level a map shows. */
function keyOf(column: number, line: number): number {
  return (line + columns / 2) * columns + column + columns / 2
}

function mergeNeighbours(clusters: Cluster[], mergeBelowM: number, cellM: number): Cluster[] {
  clusters.sort((a, b) => b.count - a.count)
  const kept: Cluster[] = []
  const grid = new Map<number, Cluster[]>()
  for (const cluster of clusters) {
    const column = Math.floor(cluster.x / cellM)
    const line = Math.floor(cluster.y / cellM)
    const near = nearest(grid, cluster, column, line, mergeBelowM)
    if (near) {
      absorb(near, cluster)
      continue
    }
    kept.push(cluster)
    const key = keyOf(column, line)
    const cell = grid.get(key)
    if (cell) cell.push(cluster)
    else grid.set(key, [cluster])
  }
  return kept
}

function nearest(
  grid: Map<number, Cluster[]>,
  cluster: Cluster,
  column: number,
  line: number,
  withinM: number,
): Cluster | null {
  let best: Cluster | null = null
  let bestM = withinM
  for (let dc = -1; dc <= 1; dc++) {
    for (let dl = -1; dl <= 1; dl++) {
      for (const other of grid.get(keyOf(column + dc, line + dl)) ?? []) {
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
  into.cells.push(...from.cells)
  for (let state = 0; state < stateCount; state++) into.states[state]! += from.states[state]!
  into.minX = Math.min(into.minX, from.minX)
  into.minY = Math.min(into.minY, from.minY)
  into.maxX = Math.max(into.maxX, from.maxX)
  into.maxY = Math.max(into.maxY, from.maxY)
}
