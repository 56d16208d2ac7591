import { AggregatorRegistry, type Registry, register } from 'prom-client'

/** The figures of one thread, as data. */
export type Metrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>

const threads = new Set<() => Promise<Metrics>>()

/** Counts the figures of a thread among those of its process. @returns how to stop */
export function addMetricsOf(thread: () => Promise<Metrics>): () => void {
  threads.add(thread)
  return () => threads.delete(thread)
}

/** The figures of this process, with those of its threads added. */
export async function metricsOfProcess(): Promise<Registry> {
  if (threads.size === 0) return register
  const own = register.getMetricsAsJSON()
  return AggregatorRegistry.aggregate(await Promise.all([own, ...[...threads].map((read) => read())]))
}
