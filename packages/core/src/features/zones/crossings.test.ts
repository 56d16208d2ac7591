import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alarms } from '../../codes/alarms.ts'
import type { FenceArea } from '../../geo/area.ts'
import { followZones, type LastPlace, type ZoneEvent, type ZoneFix, type ZonesState } from './crossings.ts'
import { alarmsOfLateFixes } from './late-crossings.ts'
import { compileZone, type ZoneRules } from './zone.ts'
import { alarmOf } from './zone-alarms.ts'
import { ZoneSet } from './zone-set.ts'

const start = Date.UTC(2026, 9, 25, 8)
const place = { lat: 31.2, lon: 121.4 }
const metre = 1 / 111_194.9
const circle: FenceArea = { shape: 'circle', ...place, radiusM: 200 }

const usual = {
  key: 1,
  name: 'yard',
  area: circle,
  alarmOn: 'in/out',
  schedule: null,
  timeZone: 'UTC',
} as const
const rest = { dwellMs: 0, confirmPoints: null, confirmMs: null, allowLbs: false, speedLimitKmh: null }

const aZone = (more: Partial<ZoneRules> = {}, version = 1) => ({
  zone: compileZone({ ...usual, ...rest, ...more }),
  version,
  sinceTime: 0,
})
const zonesOf = (...zones: ReturnType<typeof aZone>[]) => ({
  of: '/1/',
  version: Math.max(0, ...zones.map(({ version }) => version)),
  sets: zones.length > 0 ? [new ZoneSet(zones)] : [],
})
type Zones = ReturnType<typeof zonesOf>

/** Seconds after the start, metres north of the middle, and what else is said. */
type Leg = [at: number, northM: number, more?: Partial<ZoneFix>]
const fixOf = ([at, northM, more]: Leg): ZoneFix => ({
  time: start + at * 1000,
  lat: place.lat + northM * metre,
  lon: place.lon,
  kind: 'gps' as const,
  satellites: 9,
  speedKmh: 30,
  ...more,
})

interface Walk {
  state: ZonesState | undefined
  last: LastPlace | null
}
function walk(fixes: readonly ZoneFix[], zones: Zones, walked: Walk = { state: undefined, last: null }) {
  const events: ZoneEvent[] = []
  let { state, last } = walked
  for (const fix of fixes) {
    const next = followZones(state, last, fix, zones)
    state = next.state
    events.push(...next.events)
    if (fix.kind === 'gps') last = { time: fix.time, lat: fix.lat, lon: fix.lon }
    else if (fix.kind === 'drift' && last) last = { ...last, time: fix.time }
  }
  return { events, walked: { state, last } }
}
const told = (events: readonly ZoneEvent[]) =>
  events
    .filter(({ isTold }) => isTold)
    .map(({ kind, time }) => `${kind} ${Math.round((time - start) / 1000)}`)
const follow = (legs: readonly Leg[], zones: Zones = zonesOf(aZone())) =>
  told(walk(legs.map(fixOf), zones).events)

const through: Leg[] = [
  [0, -900],
  [10, -500],
  [20, -100],
  [30, 0],
  [40, 150],
  [50, 500],
  [60, 900],
]

describe('a vehicle', () => {
  const cases: { what: string; legs: Leg[]; events: string[]; zone?: Partial<ZoneRules> }[] = [
    { what: 'that drives through enters and leaves once', legs: through, events: ['in 20', 'out 50'] },
    {
      what: 'whose sparse fixes jump over the fence passes through',
      legs: [
        [0, -900],
        [60, 900],
      ],
      events: ['in 23', 'out 37'],
    },
    {
      what: 'that was silent for long passed through nothing',
      legs: [
        [0, -900],
        [1200, 900],
      ],
      events: [],
    },
    {
      what: 'that merely passes by, touching the edge, crosses nothing',
      legs: [
        [0, -900],
        [60, -205],
        [70, -195],
        [80, -206],
        [140, -900],
      ],
      events: [],
    },
    {
      what: 'of which one stray fix lies 50 m down the road has not left',
      legs: [
        [0, -900],
        [30, 0],
        [60, 160],
        [70, 250],
        [80, 160],
        [90, 160],
      ],
      events: ['in 30'],
    },
    {
      what: 'of which one stray fix lies inside has not entered',
      legs: [
        [0, -900],
        [60, -230],
        [70, -180],
        [80, -230],
        [90, -235],
      ],
      events: [],
    },
    {
      what: 'that stands at the edge, its fixes wandering across it, enters once',
      legs: [
        [0, -900],
        ...Array.from({ length: 40 }, (_, i): Leg => [60 + i * 10, -200 + (i % 2 ? 15 : -15)]),
        [500, -150],
        [510, -150],
        [520, -190],
        [530, -215],
      ],
      events: ['in 450'],
    },
    {
      what: 'that parks inside, its fixes marked as drift, stays inside',
      legs: [...through.slice(0, 4), [100, 250, { kind: 'drift' }], [200, -300, { kind: 'drift' }], [300, 0]],
      events: ['in 20'],
    },
    {
      what: 'placed elsewhere by cells has neither left nor entered',
      legs: [
        ...through.slice(0, 4),
        [100, 3000, { kind: 'coarse' }],
        [110, 3000, { kind: 'coarse' }],
        [200, 0],
      ],
      events: ['in 20'],
    },
    {
      what: 'placed elsewhere by cells has left where the fence allows it',
      legs: [...through.slice(0, 4), [100, 3000, { kind: 'coarse' }], [110, 3000, { kind: 'coarse' }]],
      zone: { allowLbs: true },
      events: ['in 20', 'out 100'],
    },
    {
      what: 'with few satellites leaves further out',
      legs: [...through.slice(0, 4), [100, 235, { satellites: 3 }], [110, 240, { satellites: 3 }], [200, 0]],
      events: ['in 20'],
    },
    {
      what: 'counts once so many fixes agree',
      legs: through,
      zone: { confirmPoints: 3 },
      events: ['in 20'],
    },
    {
      what: 'counts once fixes agree for so long, too',
      legs: [
        [0, -900],
        [60, -100],
        [90, -100],
        [120, -100],
      ],
      zone: { confirmPoints: 5, confirmMs: 30_000 },
      events: ['in 60'],
    },
    {
      what: 'that stays for less than the dwell crosses nothing',
      legs: through,
      zone: { dwellMs: 60_000 },
      events: [],
    },
    {
      what: 'that stays for the dwell enters when it has lasted',
      legs: [...through.slice(0, 4), [100, 0], [200, 900], [210, 1200]],
      zone: { dwellMs: 60_000 },
      events: ['in 80', 'out 200'],
    },
    {
      what: 'of which three fixes in a row are asked for has crossed with the first of them',
      legs: [
        [0, -900],
        [10, 0],
        [20, 0],
        [30, 0],
        [40, 500],
        [50, 600],
        [60, 700],
      ],
      zone: { confirmPoints: 3 },
      events: ['in 10', 'out 40'],
    },
    {
      what: 'above the limit inside is told of from its second fix on, each minute, and as it ends',
      legs: [
        [0, -900],
        [10, 0, { speedKmh: 30 }],
        [20, 0, { speedKmh: 60 }],
        [30, 0, { speedKmh: 70 }],
        [60, 0, { speedKmh: 65 }],
        [100, 0, { speedKmh: 61 }],
        [110, 0, { speedKmh: 20 }],
        [120, 0, { speedKmh: 60 }],
        [130, 0, { speedKmh: 20 }],
      ],
      zone: { speedLimitKmh: 50 },
      events: ['in 10', 'fast 30', 'fast 100', 'fast 110'],
    },
  ]
  test.each(cases)('$what', ({ legs, events, zone }) =>
    expect(follow(legs, zonesOf(aZone(zone)))).toEqual(events),
  )
})

describe('what is new begins where the vehicle is', () => {
  const parked: Leg[] = [
    [0, 0],
    [60, 5],
    [120, -5],
  ]
  test('a fence around a parked vehicle raises nothing, but its leaving does', () => {
    expect(follow([...parked, [180, 900], [190, 950]])).toEqual(['out 180'])
  })
  test.each([
    { what: 'an edit', zones: zonesOf(aZone({ area: { ...circle, radiusM: 400 } }, 2)) },
    { what: 'another owner', zones: { ...zonesOf(aZone()), of: '/1/2/' } },
  ])('so with $what', ({ zones }) => {
    const small = zonesOf(aZone({ area: { ...circle, radiusM: 100 } }))
    const first = walk([fixOf([0, 300]), fixOf([10, 300])], small)
    expect(first.events).toEqual([])
    const then = walk(
      [
        [20, 150],
        [30, 150],
      ].map((leg) => fixOf(leg as Leg)),
      zones,
      first.walked,
    )
    expect(told(then.events)).toEqual([])
  })
  test('which a place from cells does not tell of who is known better', () => {
    const far = walk([fixOf([0, 5000])], zonesOf())
    const legs: Leg[] = [
      [60, 0, { kind: 'coarse' }],
      [120, 5000],
      [130, 5100],
    ]
    const then = walk(legs.map(fixOf), zonesOf(aZone({ allowLbs: true }, 2)), far.walked)
    expect(then.events).toEqual([])
  })
  test('a fence that no longer counts is forgotten', () => {
    const { walked } = walk(parked.map(fixOf), zonesOf(aZone(), aZone({ key: 2 })))
    expect(Object.keys(walked.state!.at)).toEqual(['1', '2'])
    expect(Object.keys(walk([fixOf([180, 0])], zonesOf(aZone()), walked).walked.state!.at)).toEqual(['1'])
    expect(walk([fixOf([180, 0])], zonesOf(), walked).walked.state).toBeUndefined()
  })
  test('a risk point around a parked vehicle is about the stay from then on', () => {
    const risk = zonesOf(aZone({ key: -3, dwellMs: 90_000 }))
    expect(follow([...parked], risk)).toEqual(['in 90'])
  })
  test('far from all fences nothing is remembered of them', () => {
    const { walked } = walk([fixOf([0, 9000]), fixOf([10, 9100])], zonesOf(aZone()))
    expect(walked.state).toEqual({ seen: 1, of: '/1/', at: {} })
  })
})

describe('a drive along the edge with errors', () => {
  const box: FenceArea = { shape: 'rectangle', south: 31.19, north: 31.21, west: 121.39, east: 121.41 }
  const error = fc.record({
    up: fc.double({ min: -8, max: 8, noNaN: true }),
    aside: fc.double({ min: -8, max: 8, noNaN: true }),
  })
  /** In through the west side, along 12 m inside the north edge, out through the east side, and back outside. */
  const path: [number, number][] = [
    [31.208, 121.38],
    [31.208, 121.392],
    [31.21 - 12 * metre, 121.395],
    [31.21 - 12 * metre, 121.405],
    [31.208, 121.407],
    [31.208, 121.42],
    [31.21 + 60 * metre, 121.42],
    [31.21 + 60 * metre, 121.38],
  ]
  const fixesOf = (errors: readonly { up: number; aside: number }[]) => {
    const fixes: ZoneFix[] = []
    let time = start
    let n = 0
    for (let leg = 1; leg < path.length; leg++) {
      const [[latA, lonA], [latB, lonB]] = [path[leg - 1]!, path[leg]!]
      for (let share = 0; share < 1; share += 0.1) {
        const { up, aside } = errors[n++ % errors.length]!
        time += 10_000
        fixes.push({
          time,
          lat: latA + (latB - latA) * share + up * metre,
          lon: lonA + (lonB - lonA) * share + aside * metre,
          kind: 'gps' as const,
          satellites: 9,
          speedKmh: 40,
        })
      }
    }
    return fixes
  }
  const many = fc.array(error, { minLength: 70, maxLength: 70 })
  const zones = zonesOf(aZone({ area: box }))

  test('enters once and leaves once', () => {
    fc.assert(
      fc.property(many, (errors) => {
        expect(walk(fixesOf(errors), zones).events.map(({ kind }) => kind)).toEqual(['in', 'out'])
      }),
    )
  })

  test('enters once and leaves once with places from cells between, and a stretch that comes late', () => {
    const stretch = fc.tuple(fc.nat(69), fc.nat(69))
    fc.assert(
      fc.property(many, stretch, fc.array(fc.nat(69), { maxLength: 9 }), (errors, [a, b], cells) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)]
        const fixes = fixesOf(errors).map((fix, at) =>
          cells.includes(at) ? { ...fix, lat: fix.lat + 0.02, kind: 'coarse' as const } : fix,
        )
        const raised = walk([...fixes.slice(0, from), ...fixes.slice(to)], zones).events.flatMap(
          (event) => alarmOf(event) ?? [],
        )
        const late = { from: fixes[from]!.time - 600_000, to: fixes[to]!.time + 600_000 }
        const added = alarmsOfLateFixes(walk(fixes, zones).events, raised, [late])
        expect([...raised, ...added].map(({ code }) => code).sort()).toEqual([
          alarms.fenceEntered,
          alarms.fenceLeft,
        ])
      }),
    )
  })

  test('gives in pieces what it gives as a whole', () => {
    fc.assert(
      fc.property(many, fc.array(fc.nat(70), { maxLength: 5 }), (errors, cuts) => {
        const fixes = fixesOf(errors)
        const whole = walk(fixes, zones)
        let walked: Walk = { state: undefined, last: null }
        const events: ZoneEvent[] = []
        const ends = [...cuts.sort((a, b) => a - b), fixes.length]
        for (const [i, end] of ends.entries()) {
          const piece = walk(fixes.slice(i === 0 ? 0 : ends[i - 1], end), zones, walked)
          events.push(...piece.events)
          // As it is kept with the state of a device.
          walked = JSON.parse(JSON.stringify(piece.walked))
        }
        expect(told(events)).toEqual(told(whole.events))
        expect(walked).toEqual(JSON.parse(JSON.stringify(whole.walked)))
      }),
    )
  })
})

test('a set of many finds those that a place or a way meets, across the 180th meridian too', () => {
  const lons = [...Array.from({ length: 30 }, (_, i) => 120 + i * 0.2), 179.999, -179.9]
  const set = new ZoneSet([
    ...lons.map((lon, i) => aZone({ key: i + 1, area: { ...circle, lon } })),
    aZone({ key: 99, area: { ...circle, lon: 122, radiusM: 900_000 } }),
  ])
  const near = (west: number, east: number) => {
    const keys = set.near({ south: 31.2, north: 31.2, west, east }).map(({ zone }) => zone.key)
    return [...new Set(keys)].sort((a, b) => a - b)
  }
  expect(near(120, 120)).toEqual([1, 99])
  expect(near(120, 120.2)).toEqual([1, 2, 99])
  expect(near(180, 180)).toEqual([31])
  expect(near(179.99, -179.89)).toEqual([31, 32])
  expect(near(100, 130)).toHaveLength(31)
})
