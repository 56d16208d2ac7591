import type { Report } from '@trackway/protocols/protocol.ts'
import { aDevice, type Client } from './api-client.ts'
import { driveOfYesterday } from './drive-of-yesterday.ts'
import { connectGt06, connectJt808, type Tracker } from './tracker.ts'

/** The vehicle that has driven yesterday. */
export const replayedId = '867520000000701'

interface Vehicle {
  terminalID: string
  name: string
  /** What it reports of now; without a place it has never reported. */
  now?: Partial<Report>
}

const vehicles: Vehicle[] = [
  {
    terminalID: replayedId,
    name: '粤B·58Q07',
    now: { latitude: 22.5579, longitude: 114.1156, speedKmh: 54, courseDeg: 62, accOn: true },
  },
  {
    terminalID: '867520000000719',
    name: 'Van 2',
    now: { latitude: 22.5342, longitude: 113.9716, speedKmh: 88, courseDeg: 274, accOn: true },
  },
  {
    terminalID: '867520000000727',
    name: 'Van 3',
    now: { latitude: 22.6102, longitude: 114.0301, speedKmh: 0, courseDeg: 15, accOn: false },
  },
  {
    terminalID: '13800138701',
    name: 'Lorry 4',
    now: { latitude: 22.6711, longitude: 113.8125, speedKmh: 127, courseDeg: 331, accOn: true },
  },
  {
    terminalID: '13800138702',
    name: 'Lorry 5 with a trailer, from the depot at the harbour',
    now: { latitude: 22.5011, longitude: 113.8731, speedKmh: 0, courseDeg: 181, accOn: true },
  },
  { terminalID: '867520000000735', name: 'Crane 6' },
]

/** Registers a few vehicles of all states and connects their trackers. */
export async function driveFleet(owner: Client, ports: { gt06: number; jt808: number }): Promise<Tracker[]> {
  const trackers: Tracker[] = []
  for (const { terminalID, name, now } of vehicles) {
    const is808 = terminalID.length < 15
    await aDevice(owner, terminalID, is808 ? 'Y808' : 'Gt06', name)
    if (!now) continue
    const tracker = await (is808
      ? connectJt808(ports.jt808, terminalID)
      : connectGt06(ports.gt06, terminalID))
    if (terminalID === replayedId) await tracker.backlog(driveOfYesterday())
    await tracker.report({ satellites: 14, gsmLevel: 4, ...now })
    trackers.push(tracker)
  }
  return trackers
}
