import type { Log } from '../platform/log.ts'
import type { DevicePorts } from '../platform/settings/config.ts'
import { superviseWorker } from '../platform/workers/supervised-worker.ts'
import type { DemoFleet } from './seed.ts'
import type { TrafficWork } from './traffic-worker.ts'

/** Of the thread that drives them. */
const heapMb = 256

interface Options {
  /** Of the gateway on this machine; 0: that listener is off. */
  ports: DevicePorts
  fleet: DemoFleet
  log: Log
}

/**
 * Lets the demo vehicles drive on from where their history ends, each as a real device over TCP. They run in
 * a thread of their own: the server's event loop only sees their bytes, and no process can be left behind.
 * @returns how to end their connections
 */
export function startDemoTraffic({ ports, fleet, log }: Options): () => Promise<void> {
  const gt06 = ports.gt06 || ports.detect
  const jt808 = ports.jt808 || ports.detect
  const members = fleet.members.filter(({ protocol }) => (protocol === 'gt06' ? gt06 : jt808) > 0)
  if (members.length < fleet.members.length) log.warn('demo vehicles without a device port stay silent')
  if (members.length === 0) return async () => {}
  const work: TrafficWork = { members, ports: { gt06, jt808 }, maps: fleet.maps }
  return superviseWorker(new URL('traffic-worker.ts', import.meta.url), { work: () => work, log, heapMb })
}
