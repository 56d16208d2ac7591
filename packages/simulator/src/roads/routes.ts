import type { Network } from './network.ts'
import { roadClasses } from './network.ts'

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

/** Dijkstra's search from the destination over a binary heap of (seconds, node). */
function grow(network: Network, destination: number): Tree {
  const nextEdge = new Int32Array(network.nodeCount).fill(-1)
  const seconds = new Float64Array(network.nodeCount).fill(Number.POSITIVE_INFINITY)
  const heap = createHeap(seconds)
  seconds[destination] = 0
  heap.push(destination)
  for (let node = heap.pop(); node >= 0; node = heap.pop()) {
    for (const index of network.edgesAt[node]!) {
      const edge = network.edges[index]!
      const other = edge.a === node ? edge.b : edge.a
      const wait = network.hasLight[other] === 1 ? 12 : 3
      const time = seconds[node]! + (edge.lengthM * 3.6) / roadClasses[edge.road].limitKmh + wait
      if (time >= seconds[other]!) continue
      seconds[other] = time
      nextEdge[other] = index
      heap.push(other)
    }
  }
  return { destination, nextEdge }
}

function createHeap(key: Float64Array) {
  const nodes: number[] = []
  const costs: number[] = []
  return {
    push(node: number): void {
      const cost = key[node]!
      let at = nodes.length
      nodes.push(node)
      costs.push(cost)
      while (at > 0) {
        const parent = (at - 1) >> 1
        if (costs[parent]! <= cost) break
        nodes[at] = nodes[parent]!
        costs[at] = costs[parent]!
        at = parent
      }
      nodes[at] = node
      costs[at] = cost
    },
    /** The nearest node, or -1. Entries that a shorter way has overtaken are skipped. */
    pop(): number {
      while (nodes.length > 0) {
        const node = nodes[0]!
        const isCurrent = costs[0]! === key[node]!
        const lastNode = nodes.pop()!
        const lastCost = costs.pop()!
        if (nodes.length > 0) sink(lastNode, lastCost)
        if (isCurrent) return node
      }
      return -1
    },
  }

  function sink(node: number, cost: number): void {
    let at = 0
    for (;;) {
      let child = 2 * at + 1
      if (child >= nodes.length) break
      if (child + 1 < nodes.length && costs[child + 1]! < costs[child]!) child++
      if (costs[child]! >= cost) break
      nodes[at] = nodes[child]!
      costs[at] = costs[child]!
      at = child
    }
    nodes[at] = node
    costs[at] = cost
  }
}
