import { workerData } from 'node:worker_threads'
import { createClock } from '@trackway/simulator/device/clock.ts'
import { Fleet, type FleetMember } from '@trackway/simulator/fleet.ts'
import { type CityMaps, useCityMaps } from '@trackway/simulator/roads/city-maps.ts'

/** The thread of the demo's devices. */

export interface TrafficWork {
  members: FleetMember[]
  ports: { gt06: number; jt808: number }
  maps: CityMaps
}

/** Seconds between reports while driving. */
const movingSeconds = 6

const { members, ports, maps } = workerData as TrafficWork
await useCityMaps(maps)
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
