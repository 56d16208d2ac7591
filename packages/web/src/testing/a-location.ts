import { carIconStates, runStates } from '@trackway/core/codes/states.ts'
import type { Location } from '@trackway/core/features/locations/calls.ts'

/** The last report of the devices in tests, epoch ms. */
export const locatedTime = 1_700_000_000_000

/** A van under way with all values that every device reports, `parts` aside. */
export function aLocation(id: number, parts: Partial<Location> = {}): Location {
  return {
    id,
    terminalID: `86000000000000${id}`,
    displayName: `van ${id}`,
    carNumber: null,
    nickname: `van ${id}`,
    user_id: 1,
    username: 'admin',
    ancestors: '',
    deviceType: 13,
    deviceTypeName: 'Gt06',
    deviceProtocol: 'gt06',
    iconType: 'van',
    iccid: null,
    sim: null,
    expire: null,
    activateTime: locatedTime - 1000,
    isConnected: true,
    state: 'online',
    runState: runStates.moving,
    carIconState: carIconStates.moving,
    lat: 22.5,
    lon: 114,
    speed: 40,
    courseDeg: 90,
    altitudeM: null,
    satellites: 9,
    stateTime: locatedTime,
    utcTime: locatedTime,
    accOn: true,
    accSince: null,
    gsmLevel: null,
    batteryPercent: null,
    batteryVoltageV: null,
    externalVoltageV: null,
    charging: null,
    oilCut: null,
    armed: null,
    doorOpen: null,
    odometerM: null,
    todayM: null,
    stoppedSince: null,
    lastAlarm: null,
    lastAlarmTime: null,
    readings: {},
    ...parts,
  }
}
