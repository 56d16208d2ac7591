import { type Edge, limitOf, type Network, type RoadClass, roadClasses } from './network.ts'
import { nearCourseDeg, nearDistanceM, turnDeg } from './plane.ts'

/** A way to drive: a line with the distance along it, cut into stretches of one kind of road. */
export interface Path {
  latitude: Float64Array
  longitude: Float64Array
  /** Metres from the start at each point. */
  alongM: Float64Array
  stretches: Stretch[]
  lengthM: number
}

export interface Stretch {
  fromM: number
  lengthM: number
  road: RoadClass
  limitKmh: number
  isTunnel: boolean
  /** What names the stretch's road, so that its pace is its own. */
  id: number
  /** How sharply the way turns at its end, degrees. */
  turnDeg: number
  hasLightAtEnd: boolean
}

export interface PlaceOnPath {
  latitude: number
  longitude: number
  courseDeg: number
}

/** Puts a path together, piece by piece. */
export class PathBuilder {
  private latitude: number[] = []
  private longitude: number[] = []
  private along: number[] = []
  private stretches: Stretch[] = []

  /** Adds a stretch that begins where the path ends. `line`: latitude and longitude in turn. */
  add(
    line: ArrayLike<number>,
    isReversed: boolean,
    road: RoadClass,
    id: number,
    isTunnel = false,
    hasLightAtEnd = false,
    limitKmh: number = roadClasses[road].limitKmh,
  ): void {
    const count = line.length / 2
    const fromM = this.along.at(-1) ?? 0
    if (this.along.length === 0)
      this.point(line[isReversed ? 2 * count - 2 : 0]!, line[isReversed ? 2 * count - 1 : 1]!)
    const before = this.courseAtEnd()
    const firstNew = this.along.length
    for (let k = 1; k < count; k++) {
      const at = isReversed ? count - 1 - k : k
      this.point(line[2 * at]!, line[2 * at + 1]!)
    }
    const last = this.stretches.at(-1)
    if (last && before !== null) last.turnDeg = turnDeg(before, this.courseInto(firstNew))
    const lengthM = this.along.at(-1)! - fromM
    this.stretches.push({ fromM, lengthM, road, limitKmh, isTunnel, id, turnDeg: 0, hasLightAtEnd })
  }

  addEdges(network: Network, from: number, edges: readonly number[]): void {
    let node = from
    for (const index of edges) {
      const edge: Edge = network.edges[index]!
      const isReversed = edge.b === node
      node = isReversed ? edge.a : edge.b
      const hasLight = network.hasLight[node] === 1
      this.add(edge.line, isReversed, edge.road, index, edge.isTunnel, hasLight, limitOf(edge))
    }
  }

  done(): Path {
    return {
      latitude: Float64Array.from(this.latitude),
      longitude: Float64Array.from(this.longitude),
      alongM: Float64Array.from(this.along),
      stretches: this.stretches,
      lengthM: this.along.at(-1) ?? 0,
    }
  }

  private point(latitude: number, longitude: number): void {
    const n = this.along.length
    const step =
      n === 0 ? 0 : nearDistanceM(this.latitude[n - 1]!, this.longitude[n - 1]!, latitude, longitude)
    this.along.push(n === 0 ? 0 : this.along[n - 1]! + step)
    this.latitude.push(latitude)
    this.longitude.push(longitude)
  }

  private courseAtEnd(): number | null {
    return this.along.length < 2 ? null : this.courseInto(this.along.length - 1)
  }

  private courseInto(n: number): number {
    return nearCourseDeg(this.latitude[n - 1]!, this.longitude[n - 1]!, this.latitude[n]!, this.longitude[n]!)
  }
}

/** The place some metres along a path; beyond its ends, the end. */
export function placeAt(path: Path, metres: number): PlaceOnPath {
  const { alongM, latitude, longitude } = path
  const low = Math.min(
    lastAt(alongM.length, (n) => alongM[n]!, metres),
    alongM.length - 2,
  )
  const high = low + 1
  const span = alongM[high]! - alongM[low]!
  const share = span === 0 ? 0 : Math.min(1, Math.max(0, (metres - alongM[low]!) / span))
  return {
    latitude: latitude[low]! + (latitude[high]! - latitude[low]!) * share,
    longitude: longitude[low]! + (longitude[high]! - longitude[low]!) * share,
    courseDeg: nearCourseDeg(latitude[low]!, longitude[low]!, latitude[high]!, longitude[high]!),
  }
}

/** The stretch that some metres along a path lie on. */
export function stretchAt(path: Path, metres: number): Stretch {
  const { stretches } = path
  return stretches[lastAt(stretches.length, (n) => stretches[n]!.fromM, metres)]!
}

/** Of ascending values, the place of the last one that is not above `most`; 0 where all are. */
export function lastAt(count: number, valueAt: (n: number) => number, most: number): number {
  let [low, high] = [0, count - 1]
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (valueAt(middle) <= most) low = middle
    else high = middle - 1
  }
  return low
}
