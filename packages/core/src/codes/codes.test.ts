import { expect, test } from 'vitest'
import { alarms, batteryAlarms, vehicleAlarms } from './alarms.ts'
import { deviceTypes } from './protocols.ts'
import { resultCodes, resultNames } from './results.ts'
import { carIconStates, qualityBits, runStates, untrustedBits } from './states.ts'

/** Numbers that other programs, stored rows and the specification know: written off it, not off the code. */

test('result codes are the numbers that clients know', () => {
  expect(resultCodes).toMatchObject({
    success: 200,
    usernameMalformed: 201,
    wrongPassword: 202,
    accountExpired: 208,
    wrongCredentials: 209,
    tooManyAttempts: 407,
    sessionExpired: 9902,
    noPermission: 9906,
    invalidInput: 1001,
    notFound: 1002,
    demoAccount: 1003,
    usernameTaken: 1004,
    terminalIdTaken: 1005,
    unavailable: 1018,
    internal: 1099,
  })
  expect(new Set(Object.values(resultCodes)).size).toBe(Object.keys(resultCodes).length)
  expect(resultNames[9902]).toBe('sessionExpired')
})

test('states have the ids that clients know', () => {
  expect(carIconStates).toEqual({
    unknown: 0,
    moving: 1,
    fast: 2,
    overspeed: 3,
    stop: 4,
    offline: 5,
    expired: 6,
  })
  expect(runStates).toEqual({ moving: 1, stopped: 2, noPosition: 3, offline: 4 })
})

test('device types have the protocol ids that clients know, and those that take commands offline', () => {
  const specified = deviceTypes.filter(({ id }) => id < 120)
  expect(Object.fromEntries(specified.map(({ name, id }) => [name, id]))).toEqual({
    K100: 0,
    K100b: 1,
    R001: 2,
    R002: 3,
    Tire: 4,
    Obd: 5,
    Bsj: 6,
    Sagex: 7,
    eight: 8,
    Nb: 9,
    Nbiot: 11,
    K100b4g: 12,
    Gt06: 13,
    Y808: 14,
    GW005808: 15,
    A3: 16,
    XiaoGuo: 88,
    Hc: 89,
  })
  const offline = specified.filter(({ isOfflineCapable }) => isOfflineCapable)
  expect(offline.map(({ name }) => name)).toEqual(['R001', 'R002', 'Bsj', 'Sagex', 'Nb', 'Nbiot'])
})

test('alarms of vehicles are 0 to 48 and 201, of batteries 50 to 80', () => {
  const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
  expect(Object.values(vehicleAlarms).sort((a, b) => a - b)).toEqual([...range(0, 48), 201])
  expect(Object.values(batteryAlarms)).toEqual(range(50, 80))
  // Stored with every alarm: a few that would be missed if two changed places.
  expect(alarms).toMatchObject({
    sos: 0,
    externalPowerCut: 1,
    vibration: 2,
    fenceEntered: 3,
    fenceLeft: 4,
    overspeed: 5,
    movedWhileParked: 6,
    internalBatteryLow: 7,
    tampered: 9,
    ignitionOn: 17,
    ignitionOff: 18,
    collision: 21,
    fuelDrop: 41,
    thermalRunaway: 77,
  })
})

test('quality bits mean what stored positions say with them', () => {
  expect(qualityBits).toEqual({
    coarse: 1,
    jump: 2,
    drift: 4,
    future: 8,
    late: 16,
    buffered: 32,
    noFix: 64,
    received: 128,
  })
  expect(untrustedBits).toBe(1 + 2 + 4 + 8 + 64)
})
