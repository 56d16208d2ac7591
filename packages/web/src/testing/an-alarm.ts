import { alarms } from '@trackway/core/codes/alarms.ts'
import type { AlarmEpisode } from '@trackway/core/features/alarms/calls.ts'

/** An alarm as the server returns it: an SOS of a vehicle that is parked. */
export function anAlarm(id: number, parts: Partial<AlarmEpisode> = {}): AlarmEpisode {
  const time = Date.UTC(2026, 10, 20, 8) + id * 60_000
  return {
    id,
    deviceId: id,
    terminalID: '861234560010624',
    displayName: `Van ${id}`,
    userId: 1,
    username: 'boss',
    ownerName: 'Boss Logistics',
    code: alarms.sos,
    subjectId: 0,
    fenceId: null,
    fenceName: null,
    startTime: time,
    endTime: time,
    isOpen: false,
    serverTime: time,
    count: 1,
    lat: null,
    lon: null,
    speedKmh: 0,
    maxSpeedKmh: 0,
    address: '14 Dock Rd',
    detail: null,
    source: 'device',
    severity: 'critical',
    state: 'new',
    isMuted: false,
    readTime: null,
    assigneeId: null,
    assignee: null,
    note: null,
    handler: null,
    handleTime: null,
    sequence: id,
    ...parts,
  }
}
