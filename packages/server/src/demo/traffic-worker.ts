import { workerData } from 'node:worker_threads'
import { createClock } from '@trackway/simulator/device/clock.ts'
import { Fleet, type FleetMember } from '@trackway/simulator/fleet.ts'

/** The thread of the demo's devices. */

export interface TrafficWork {
  members: FleetMember[]
  ports: { gt06: number; jt808: number }
}

/** Seconds between reports while driving. */
const movingSeconds = 6

const { members, ports } = workerData as TrafficWork
new Fleet({
  members,
  host: '127.0.0.1',
  ports,
  clock: createClock(),
  movingSeconds,
  // A few leave coverage now and then.
  bufferedShare: 0.01,
  connectsPerSecond: 60,
})
