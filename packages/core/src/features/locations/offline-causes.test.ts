import { expect, test } from 'vitest'
import { offlineCausesOf } from './offline-causes.ts'

const well = { externalVoltageV: 12.6, batteryPercent: 90, gsmLevel: 4, accOn: true }
const facts = {
  isConnected: false,
  isExpired: false,
  lastContactTime: 1,
  endReason: 'remote' as const,
  before: well,
  neighbours: { total: 10, gone: 0 },
  clock: null,
}

test.each([
  ['nothing tells', {}, ['silent']],
  ['nothing is known', { before: null, neighbours: null, endReason: null }, ['silent']],
  ['it is there', { isConnected: true }, ['connected']],
  ['it is there, and its clock is wrong', { isConnected: true, clock: {} }, ['clock']],
  ['its clock was wrong', { clock: {} }, ['clock']],
  ['its service has ended, whatever else', { isExpired: true, isConnected: true }, ['expired']],
  ['it was never heard', { lastContactTime: null, before: null }, ['never']],
  ['others of its operator went too', { neighbours: { total: 10, gone: 4 } }, ['operator']],
  ['one other went by chance', { neighbours: { total: 3, gone: 1 } }, ['silent']],
  ['we ended the connection', { endReason: 'unproved' as const }, ['refused']],
  ['we ended it since it was silent', { endReason: 'idle' as const }, ['silent']],
  [
    'its power was cut',
    { before: { ...well, externalVoltageV: 0, batteryPercent: 4 } },
    ['powerCut', 'batteryEmpty'],
  ],
  [
    'it stood where the signal is weak',
    { before: { ...well, gsmLevel: 1, accOn: false } },
    ['weakSignal', 'asleep'],
  ],
])('%s', (_, change, causes) => expect(offlineCausesOf({ ...facts, ...change })).toEqual(causes))
