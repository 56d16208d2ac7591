import { expect, test } from 'vitest'
import { alarms } from '../../codes/alarms.ts'
import type { ZoneEvent } from './crossings.ts'
import { alarmsOfLateFixes, type RaisedCrossing } from './late-crossings.ts'
import { compileZone } from './zone.ts'

const zone = compileZone({
  key: 7,
  name: 'yard',
  area: { shape: 'circle', lat: 31, lon: 121, radiusM: 100 },
  alarmOn: 'in/out',
  schedule: null,
  timeZone: 'UTC',
  dwellMs: 0,
  confirmPoints: null,
  confirmMs: null,
  allowLbs: false,
  speedLimitKmh: 40,
})
const each = { zone, version: 1, sinceTime: 0 }
const anEvent = ([kind, time]: Raised): ZoneEvent => ({
  kind,
  each,
  time,
  lat: 31,
  lon: 121,
  enterTime: time,
  enterLat: 31,
  enterLon: 121,
  isEntrySeen: true,
  isTold: true,
  maxSpeedKmh: kind === 'fast' ? 60 : null,
})
const codes = { in: alarms.fenceEntered, out: alarms.fenceLeft, fast: alarms.overspeed }
type Raised = [kind: keyof typeof codes, time: number]
const wasRaised = ([kind, time]: Raised): RaisedCrossing => ({ code: codes[kind], subjectId: 7, time })

const cases: { what: string; track: Raised[]; raised: Raised[]; late: [number, number]; added: Raised[] }[] =
  [
    {
      what: 'a drive through that nobody knew of',
      track: [
        ['in', 20],
        ['out', 40],
      ],
      raised: [],
      late: [10, 50],
      added: [
        ['in', 20],
        ['out', 40],
      ],
    },
    {
      what: 'nothing where it was raised, at the same time or at another',
      track: [
        ['in', 20],
        ['out', 40],
      ],
      raised: [
        ['in', 30],
        ['out', 40],
      ],
      late: [10, 50],
      added: [],
    },
    {
      what: 'that it left and came back in between',
      track: [
        ['in', 0],
        ['out', 40],
        ['in', 60],
        ['out', 100],
      ],
      raised: [
        ['in', 0],
        ['out', 100],
      ],
      late: [30, 70],
      added: [
        ['out', 40],
        ['in', 60],
      ],
    },
    {
      what: 'nothing of crossings that late fixes have no say in',
      track: [
        ['in', 0],
        ['out', 40],
      ],
      raised: [],
      late: [50, 60],
      added: [],
    },
    {
      what: 'speeding, unless it was told a minute before or after',
      track: [
        ['fast', 100_000],
        ['fast', 400_000],
      ],
      raised: [['fast', 60_000]],
      late: [0, 500_000],
      added: [['fast', 400_000]],
    },
  ]
test.each(cases)('late fixes add $what', ({ track, raised, late: [from, to], added }) => {
  const found = alarmsOfLateFixes(track.map(anEvent), raised.map(wasRaised), [{ from, to }])
  expect(found.map(({ code, time }) => [code, time])).toEqual(
    added.map(([kind, time]) => [codes[kind], time]),
  )
})

test('what was raised of another fence does not count', () => {
  const other = { ...wasRaised(['in', 20]), subjectId: 8 }
  expect(alarmsOfLateFixes([anEvent(['in', 20])], [other], [{ from: 0, to: 50 }])).toHaveLength(1)
})
