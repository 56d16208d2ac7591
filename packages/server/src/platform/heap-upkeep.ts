import { performance } from 'node:perf_hooks'
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { startIntervalJob } from './jobs/interval-job.ts'

const checkMs = 20_000
/** At most this often, however the traffic comes and goes. */
const restMs = 600_000
/** A process that is busy for less of its time is quiet. */
const quietShare = 0.05
const megabyte = 1_048_576
/** What it would give back is worth the pause from here on; */
const worthwhileBytes = 24 * megabyte
/** a larger heap takes too long. */
const largestHeapBytes = 160 * megabyte

/**
 * Gives memory back that the main thread needed for its start or for a rush, once it is quiet. Node keeps up to 128 MB
 * for what lives shortly, whatever comes after, and a smaller bound for all times would cost reports.
 * @returns how to stop
 */
export function startHeapUpkeep(): () => Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  let before = performance.eventLoopUtilization()
  let collectedAt = Number.NEGATIVE_INFINITY
  return startIntervalJob(checkMs, async () => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > quietShare || performance.now() < collectedAt + restMs || !isWorthwhile()) return
    collect()
    collectedAt = performance.now()
  })
}

function isWorthwhile(): boolean {
  const young = getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')
  return (young?.space_size ?? 0) >= worthwhileBytes && getHeapStatistics().used_heap_size <= largestHeapBytes
}
