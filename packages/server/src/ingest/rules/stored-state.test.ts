import { expect, test } from 'vitest'
import { States } from '../states.ts'
import { derivationForm, readingsForm } from './stored-state.ts'

// As version 0.1 stored them.
const derivations = [
  {
    cursor: { time: 1795871892000, latitude: 22.641278, longitude: 114.012233 },
    wheels: [
      { time: 1795871892000, said: 'normal', high: { kPa: 805.5, since: 1795871032000, beforeKpa: 805.3 } },
      null,
      { time: 1795871892000, said: 'normal', faults: ['pressureLow'] },
    ],
    isMoving: true,
    offRoute: {
      lineId: 1,
      version: 1795871525264,
      atM: 11776.252608313658,
      isOff: false,
      mostM: 0,
      change: null,
    },
    zones: {
      seen: 90,
      of: '/1/6/100/102/',
      at: {
        3: { isInside: true, enterTime: 1795871808000, lat: 22.646808, lon: 114.017221, isTold: true },
        '-4': {
          isInside: false,
          enterTime: 1795871808000,
          lat: 22.646808,
          lon: 114.017221,
          count: 1,
          depthM: 12.5,
        },
      },
    },
  },
  {
    suspect: { time: 1795871892000, latitude: 22.6, longitude: 114, count: 2 },
    newestTime: 1795871893000,
    odometer: { deviceM: 12_300, steady: 3, idleM: 0 },
    heldReadings: { fuelPercent: 40, tyrePressureKpa: [800, null] },
    alarms: { 15: 1795871892000 },
    packs: [null, { time: 1795871892000, faults: ['hot'], codes: { hot: 55 } }],
    speeding: {
      since: 1795871892000,
      latitudeE7: 226412780,
      longitudeE7: null,
      speedKmh: 91,
      limitKmh: 80,
      lastTime: 1795871899000,
      maxKmh: 95,
      fixes: 3,
      isTold: true,
    },
    parked: { latitude: 22.6, longitude: 114, farFixes: 0 },
    fuel: { percent: 40, time: 1795871892000 },
  },
]

test.each(derivations)('what rules remembered in version 0.1 is read: %j', (stored) => {
  expect(derivationForm.read(stored)).toEqual(stored)
})

test('readings of version 0.1 are read, and those of a newer version stay', () => {
  const stored = {
    fuelL: { time: 1795871804000, value: 204.2 },
    tyreState: { time: 1795871804000, value: ['normal', null, 'pressureLow'] },
    oilPressureKpa: { time: 1795871804000, value: 300 },
  }
  expect(readingsForm.read(stored)).toEqual(stored)
})

test('of a device of which it cannot be read, it begins anew; the other devices of the batch keep theirs', async () => {
  const rows = [
    { device_id: 1, derivation: { version: 99 }, readings: { fuelL: 7 }, odometer_m: 5 },
    { device_id: 2, derivation: { isMoving: true }, readings: null },
  ]
  const query = async (text: string) => ({ rows: text.startsWith('select') ? rows : [] })
  const states = new States()

  expect(await states.load({ query } as never, [1, 2], 0)).toEqual([1])
  expect(states.get(1)).toMatchObject({ derivation: {}, readings: null, odometer_m: 5 })
  expect(states.get(2)).toMatchObject({ derivation: { isMoving: true } })
})
