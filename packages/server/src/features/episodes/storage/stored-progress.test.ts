import { noWireEvidence } from '@trackway/core/track/analysis/ignition-wire.ts'
import { expect, test } from 'vitest'
import { checkpointForm, wireEvidenceForm } from './stored-progress.ts'

const charge = { time: 1793280600000, percent: 46, lat: 40.469396, lon: null }

test('a checkpoint of version 0.1 is read', () => {
  const stored = {
    point: {
      fixTime: 1795870800000,
      latE7: 404692920,
      lonE7: -36649700,
      speedKmh: 0,
      courseDeg: 110,
      altitudeM: null,
      satellites: null,
      accOn: null,
      odometerM: null,
      quality: 4,
    },
    stop: {
      sums: {
        from: 1795089414000,
        to: 1795870800000,
        maxSpeedKmh: null,
        metres: [],
        idleMs: [1, 2],
        fastest: [-1],
      },
      began: 'gap',
      lat: 40.469348,
      lon: -3.664911,
      wasOff: false,
    },
    odometerM: null,
    ignition: 0,
    ignitionOn: { time: 1795870800000, lat: null, lon: null, reason: 'ignition' },
    idle: null,
    battery: { direction: 'discharging', high: { first: charge, last: charge }, low: null },
    motion: { stood: true, stays: [{ since: 1795089414000, latE7: 404693000, lonE7: -36649000 }] },
  }
  expect(checkpointForm.read(stored)).toEqual(stored)
})

test('what a track told of the wire in version 0.1 is read', () => {
  const stored = {
    droveOnTime: 1795869304000,
    saidOffTime: null,
    droveOff: [1795869304000],
    onHours: [0, 14680064, 16383, 0, 0, 0, 0],
    repaired: [{ wire: 'alwaysOff', from: 0, until: 1795869304000 }],
  }
  expect(wireEvidenceForm.read(stored)).toEqual(stored)
  expect(wireEvidenceForm.read(noWireEvidence)).toEqual(noWireEvidence)
})
