import { chance, createRandom, seedOf } from '../random.ts'
import { type City, cities } from './cities.ts'
import { nearDistanceM, planeAt } from './plane.ts'

/**
 * A made-up street network of a real city's place and size: crossing streets whose lines are bent, turned and,
 * where the city has rings, drawn round. Some back streets are missing, so that not every block is a square.
 */

/** Kinds of road by what is allowed on them. */
export const roadClasses = {
  street: { limitKmh: 30 },
  collector: { limitKmh: 45 },
  arterial: { limitKmh: 60 },
  expressway: { limitKmh: 90 },
  motorway: { limitKmh: 120 },
} as const
export type RoadClass = keyof typeof roadClasses

export interface Network {
  city: City
  nodeCount: number
  latitude: Float64Array
  longitude: Float64Array
  edges: Edge[]
  /** Indexes into `edges` of those that touch a node. */
  edgesAt: number[][]
  /** Is there a traffic light? */
  hasLight: Uint8Array
}

export interface Edge {
  a: number
  b: number
  road: RoadClass
  lengthM: number
  isTunnel: boolean
  /** Latitude and longitude in turn, from a to b, both ends included. */
  line: Float64Array
  /** Of real streets: 1 only from a to b, -1 only from b to a; else both ways. */
  direction?: 1 | -1 | 0
  /** Of real streets, where they differ from their kind. */
  limitKmh?: number
  name?: string
}

export const limitOf = ({ road, limitKmh }: Pick<Edge, 'road' | 'limitKmh'>): number =>
  limitKmh ?? roadClasses[road].limitKmh

const blockM = 260
/** Every how many lines there is an arterial, and where the rings run (share of the radius). */
const arterialEvery = 5
const ringShares = [0.3, 0.62, 0.95]
/** Points of an edge between its ends: enough for its bend. */
const innerPoints = 2

const networks = new Map<string, Network>()

/**
 * The network of a city; built at first use and kept.
 * @throws {RangeError} for a city that is not made up, before its map is open
 */
export function networkOf(city: City): Network {
  let network = networks.get(city.name)
  if (!network) {
    if (!cities.some(({ name }) => name === city.name))
      throw new RangeError(`The streets of ${city.name} come from a map file, which is not open.`)
    network = build(city)
    networks.set(city.name, network)
  }
  return network
}

/** From now on the vehicles of its city drive this one, in this thread. */
export function useNetwork(network: Network): void {
  networks.set(network.city.name, network)
}

function build(city: City): Network {
  const seed = seedOf(city.name)
  const half = Math.floor(city.radiusM / cornerShare(city) / blockM)
  const size = 2 * half + 1
  const place = bender(city, seed, half)
  const latitude = new Float64Array(size * size)
  const longitude = new Float64Array(size * size)
  for (let i = -half; i <= half; i++) {
    for (let j = -half; j <= half; j++) {
      const at = place(i, j)
      latitude[(i + half) * size + j + half] = at[0]
      longitude[(i + half) * size + j + half] = at[1]
    }
  }
  const nodeCount = size * size
  const network: Network = {
    city,
    nodeCount,
    latitude,
    longitude,
    edges: [],
    edgesAt: Array.from({ length: nodeCount }, () => []),
    hasLight: new Uint8Array(nodeCount),
  }
  const rings = ringShares.map((share) => Math.round(share * half))
  const addLine = (i: number, j: number, di: number, dj: number) => {
    const a = (i + half) * size + j + half
    const b = (i + di + half) * size + j + dj + half
    const road = roadBetween(i, j, di, dj, rings)
    if (road === 'street' && chance(seed, a, b) < 0.16) return
    const line = new Float64Array((innerPoints + 2) * 2)
    let lengthM = 0
    for (let k = 0; k <= innerPoints + 1; k++) {
      const share = k / (innerPoints + 1)
      const at = place(i + di * share, j + dj * share)
      line[2 * k] = at[0]
      line[2 * k + 1] = at[1]
      if (k > 0) lengthM += nearDistanceM(line[2 * k - 2]!, line[2 * k - 1]!, at[0], at[1])
    }
    const isTunnel = (road === 'arterial' || road === 'expressway') && chance(seed, 7, a, b) < 0.012
    const index = network.edges.push({ a, b, road, lengthM, isTunnel, line }) - 1
    network.edgesAt[a]!.push(index)
    network.edgesAt[b]!.push(index)
  }
  for (let i = -half; i <= half; i++) {
    for (let j = -half; j <= half; j++) {
      if (i < half) addLine(i, j, 1, 0)
      if (j < half) addLine(i, j, 0, 1)
    }
  }
  setLights(network)
  return network
}

/** Where line i east and j north cross, fractions between lines included. */
function bender(city: City, seed: number, half: number): (i: number, j: number) => [number, number] {
  const plane = planeAt(city.latitude, city.longitude)
  const turn = (city.rotationDeg * Math.PI) / 180
  const random = createRandom(seed)
  const waves = Array.from({ length: 7 }, (_, n) => {
    const isBroad = n < 3
    return {
      east: random.between(-1, 1),
      north: random.between(-1, 1),
      // In blocks: broad bends of districts, and the small ones of single streets.
      period: isBroad ? random.between(14, 26) : random.between(4, 8),
      phase: random.between(0, 7),
      amplitude: isBroad ? random.between(0.3, 0.6) : random.between(0.06, 0.14),
    }
  })
  return (i, j) => {
    let u = i
    let v = j
    for (const wave of waves) {
      const angle = ((i * wave.east + j * wave.north) / wave.period) * 2 * Math.PI + wave.phase
      u += wave.amplitude * Math.sin(angle)
      v += wave.amplitude * Math.cos(angle * 0.9)
    }
    // Squares around the centre become circles; a corner of the square comes in by up to 0.7.
    // (The sixth power, not the greater of both: corners of the squares would leave kinks.)
    const level = (u ** 6 + v ** 6) ** (1 / 6)
    const away = Math.hypot(u, v)
    const round = away === 0 ? 1 : 1 - city.roundness + (city.roundness * level) / away
    // The bends may reach about two blocks beyond the last line.
    const fit = city.radiusM / cornerShare(city) / (half + 2)
    const x = u * round * fit
    const y = v * round * fit
    const east = x * Math.cos(turn) + y * Math.sin(turn)
    const north = y * Math.cos(turn) - x * Math.sin(turn)
    return [plane.toLatitude(north), plane.toLongitude(east)]
  }
}

/** How much farther than the middle of its sides the corners of the network lie. */
function cornerShare(city: City): number {
  return Math.SQRT2 * (1 - city.roundness) + 2 ** (1 / 6) * city.roundness
}

function roadBetween(i: number, j: number, di: number, dj: number, rings: number[]): RoadClass {
  // An edge runs along a ring if both its ends are on it.
  const level = Math.max(Math.abs(i), Math.abs(j))
  const levelB = Math.max(Math.abs(i + di), Math.abs(j + dj))
  if (level === levelB && rings.includes(level)) return 'expressway'
  const line = di === 1 ? j : i
  if (line % arterialEvery === 0) return 'arterial'
  return line % 2 === 0 ? 'collector' : 'street'
}

export function setLights(network: Network): void {
  const seed = seedOf(network.city.name)
  for (let node = 0; node < network.nodeCount; node++) {
    const roads = network.edgesAt[node]!.map((edge) => network.edges[edge]!.road)
    const isFast = roads.includes('expressway')
    const isCrossing = roads.length > 2 && roads.includes('arterial')
    if (isCrossing && !isFast && chance(seed, 11, node) < 0.75) network.hasLight[node] = 1
  }
}
