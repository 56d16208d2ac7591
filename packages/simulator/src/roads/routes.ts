import FlatQueue from 'flatqueue'
import { limitOf, type Network } from './network.ts'

/**
 * Ways through a network: for each destination, the tree of quickest ways to it from everywhere. Vehicles have
 * few destinations and many trips, so a tree is worked out once and then followed.
 */
export interface Tree {
  destination: number
  /** The edge to take from each node towards the destination; -1: there, or cut off. */
  nextEdge: Int32Array
}

const kept = new WeakMap<Network, Map<number, Tree>>()
const maxTrees = 1_500

export function treeTo(network: Network, destination: number): Tree {
  let trees = kept.get(network)
  if (!trees) {
    trees = new Map()
    kept.set(network, trees)
  }
  let tree = trees.get(destination)
  if (!tree) {
    if (trees.size >= maxTrees) trees.clear()
    tree = grow(network, destination)
    trees.set(destination, tree)
  }
  return tree
}

/** Edges of the quickest way, in order; empty where there is none. */
export function routeEdges(network: Network, from: number, to: number): number[] {
  const { nextEdge } = treeTo(network, to)
  const out: number[] = []
  for (let node = from; node !== to; ) {
    const index = nextEdge[node]!
    if (index < 0) return []
    out.push(index)
    const edge = network.edges[index]!
    node = edge.a === node ? edge.b : edge.a
  }
  return out
}

/** Dijkstra's search from the destination. */
function grow(network: Network, destination: number): Tree {
  const nextEdge = new Int32Array(network.nodeCount).fill(-1)
  const seconds = new Float64Array(network.nodeCount).fill(Number.POSITIVE_INFINITY)
  const nearest = new FlatQueue<number>()
  seconds[destination] = 0
  nearest.push(destination, 0)
  while (nearest.length > 0) {
    const isOvertaken = nearest.peekValue()! > seconds[nearest.peek()!]!
    const node = nearest.pop()!
    if (isOvertaken) continue
    for (const index of network.edgesAt[node]!) {
      const edge = network.edges[index]!
      const other = edge.a === node ? edge.b : edge.a
      // The search goes against the traffic: it comes from `other`.
      if (edge.direction === (other === edge.a ? -1 : 1)) continue
      const wait = network.hasLight[other] === 1 ? 12 : 3
      const time = seconds[node]! + (edge.lengthM * 3.6) / limitOf(edge) + wait
      if (time >= seconds[other]!) continue
      seconds[other] = time
      nextEdge[other] = index
      nearest.push(other, time)
    }
  }
  return { destination, nextEdge }
}
