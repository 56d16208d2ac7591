import { describe, expect, test } from 'vitest'
import { readGtfs } from './gtfs.ts'
import type { GtfsTables } from './gtfs-reader.ts'

const most = { places: 5_000, stops: 200, services: 50, farStopM: 300 }
const today = '2026-11-28'
const table = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((row) => row.trim().split(','))

const feed: GtfsTables = {
  routes: table(`\ufeffroute_id,route_short_name,route_long_name,route_color
    r1,12,Harbour,0B6E78
    r2,,Night line,`),
  calendar: table(`service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
    week,1,1,1,1,1,0,0,20260101,20261231
    end,0,0,0,0,0,1,1,20260101,20261231`),
  trips: table(`route_id,service_id,trip_id,direction_id,shape_id
    r1,week,t1,0,s1
    r1,week,t2,0,s1
    r1,end,t3,0,s1
    r1,week,t4,1,
    r2,end,t5,0,
    r9,week,t6,0,`),
  stops: table(`stop_id,stop_name,stop_lat,stop_lon,location_type
    a,North,0.01,1,0
    b,Market,0.005,1.0001,
    c,South,0,1,
    d,Station,0.02,1.02,1
    e,Nowhere,91,0,0`),
  stop_times: table(`trip_id,arrival_time,departure_time,stop_id,stop_sequence
    t1,06:00:00,06:00:30,a,1
    t1,,,b,2
    t1,06:10:00,06:10:00,c,3
    t2,06:20:00,06:20:00,a,1
    t2,,,b,2
    t2,06:30:00,06:30:00,c,3
    t3,09:00:00,09:00:00,a,1
    t3,09:04:00,09:04:00,b,2
    t3,09:09:00,09:09:00,c,3
    t4,07:00:00,07:00:00,c,1
    t4,25:75:00,25:75:00,b,2
    t4,07:12:00,07:12:00,a,3
    t5,24:30:00,24:30:00,a,10
    t5,24:40:00,24:40:00,b,20
    t5,24:50:00,24:50:00,x,30
    t5,24:50:00,24:50:00,a,40
    t9,08:00:00,08:00:00,a,1`),
  shapes: table(`shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence
    s1,0,1,3
    s1,0.01,1,1
    s1,0.005,1.001,2
    s1,here,0,4`),
}

describe('a feed', () => {
  const { lines, faults, faultCount } = readGtfs(feed, most, today)

  test('gives a line for each route and direction, with its way, stops and timetable', () => {
    expect(lines.map(({ name, direction, colour, trips }) => [name, direction, colour, trips])).toEqual([
      ['12', 'outbound', '#0b6e78', 3],
      ['12', 'inbound', '#0b6e78', 1],
      ['Night line', 'loop', null, 1],
    ])
    expect(lines[0]!.shape).toEqual([
      { lat: 0.01, lon: 1 },
      { lat: 0.005, lon: 1.001 },
      { lat: 0, lon: 1 },
    ])
    expect(lines[0]!.stops.map(({ name }) => name)).toEqual(['North', 'Market', 'South'])
    expect(lines[0]!.timetable).toEqual([
      { days: [1, 2, 3, 4, 5], until: '2026-12-31', offsetsMin: [0, 5, 10], departures: [360, 380] },
      { days: [6, 7], until: '2026-12-31', offsetsMin: [0, 4, 9], departures: [540] },
    ])
    expect(lines[2]!.timetable).toEqual([
      { days: [6, 7], until: '2026-12-31', offsetsMin: [0, 10, 20], departures: [1470] },
    ])
    expect(lines[1]!.shape).toHaveLength(3)
  })

  test('names each row that could not be read', () => {
    expect(faults.map(({ file, row, reason, value }) => [file, row, reason, value])).toEqual([
      ['stops', 6, 'badPlace', '91, 0'],
      ['shapes', 5, 'badPlace', 'here, 0'],
      ['stop_times', 12, 'badTime', '25:75:00'],
      ['stop_times', 16, 'unknownStop', 'x'],
      ['stop_times', 18, 'unknownTrip', 't9'],
      ['trips', 7, 'unknownRoute', 'r9'],
    ])
    expect(faultCount).toBe(6)
  })
})

test('the way that most drives take is marked', () => {
  const short = table(`trip_id,departure_time,stop_id,stop_sequence
    t1,06:00:00,a,1
    t1,06:10:00,c,2
    t2,06:00:00,a,1
    t2,06:10:00,c,2
    t3,06:00:00,a,1
    t3,06:04:00,b,2
    t3,06:10:00,c,3`)
  const { lines } = readGtfs({ ...feed, stop_times: short }, most, today)
  expect(lines.map(({ stops, isUsual }) => [stops.length, isUsual])).toEqual([
    [2, true],
    [3, false],
  ])
})

test('drives that repeat are departures', () => {
  const frequencies = table(`trip_id,start_time,end_time,headway_secs
    t4,08:00:00,09:00:00,1200`)
  const { lines } = readGtfs({ ...feed, frequencies }, most, today)
  expect(lines.find(({ direction }) => direction === 'inbound')!.timetable[0]!.departures).toEqual([
    480, 500, 520,
  ])
})

test('a headway of seconds does not add up to minutes that are wrong', () => {
  const frequencies = table(`trip_id,start_time,end_time,headway_secs,exact_times
    t4,08:00:00,08:30:00,450,0
    t4,08:30:00,09:00:00,900,1
    t4,09:00:00,10:00:00,0,`)
  const { lines, faults } = readGtfs({ ...feed, frequencies }, most, today)
  expect(lines.find(({ direction }) => direction === 'inbound')!.timetable[0]!.departures).toEqual([
    480, 487, 495, 502, 510, 525,
  ])
  expect(faults).toContainEqual({ file: 'frequencies', row: 4, reason: 'badHeadway', value: '0' })
})

describe('services have dates', () => {
  const days = 'service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date'
  const datesOf = (calendar: string | null, dates: string | null, at = today) => {
    const files = {
      ...(calendar !== null && { calendar: table(`${days}\n${calendar}`) }),
      ...(dates !== null && { calendar_dates: table(`service_id,date,exception_type\n${dates}`) }),
    }
    const trips = table('route_id,service_id,trip_id,direction_id\nr1,s,t1,0')
    const { calendar: _, ...others } = feed
    const { lines, faults } = readGtfs({ ...others, trips, ...files }, most, at)
    return {
      dates: lines[0]!.timetable.map(({ offsetsMin: _, departures: __, ...rest }) => rest)[0],
      faults: faults
        .filter(({ file }) => file.startsWith('calendar'))
        .map(({ reason, value }) => [reason, value]),
    }
  }

  test.each([
    [
      'until their last day',
      's,1,1,1,1,1,0,0,20260101,20261231',
      { days: [1, 2, 3, 4, 5], until: '2026-12-31' },
    ],
    [
      'from their first day',
      's,0,0,0,0,0,1,0,20270101,20271231',
      { days: [6], from: '2027-01-01', until: '2027-12-31' },
    ],
    ['on their last day still', 's,0,0,0,0,0,1,0,20260101,20261128', { days: [6], until: '2026-11-28' }],
    ['no longer the day after', 's,0,0,0,0,0,1,0,20260101,20261127', undefined],
    ['on no day of the week', 's,0,0,0,0,0,0,0,20260101,20271231', undefined],
  ])('%s', (_, calendar, dates) => expect(datesOf(calendar, null).dates).toEqual(dates))

  test('days are added and taken away, those that are over are left out', () => {
    const exceptions = `s,20260501,2
      s,20261225,2
      s,20261226,1
      s,20261227,2
      s,20261228,1
      s,20270501,1
      s,20261301,1
      s,20261230,3`
    expect(datesOf('s,1,1,1,1,1,0,0,20260101,20261231', exceptions)).toEqual({
      dates: {
        days: [1, 2, 3, 4, 5],
        until: '2026-12-31',
        exceptDates: ['2026-12-25'],
        extraDates: ['2026-12-26', '2027-05-01'],
      },
      faults: [
        ['badDate', '20261301'],
        ['badException', '3'],
      ],
    })
  })

  test('single days that make up weeks are days of the week, others stay single days', () => {
    const december = [1, 2, 3, 4, 7, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 21, 22, 23, 24]
    const named = december.map((day) => `s,202612${String(day).padStart(2, '0')},1`)
    expect(datesOf(null, named.join('\n')).dates).toEqual({
      days: [1, 2, 3, 4, 5],
      from: '2026-12-01',
      until: '2026-12-24',
      extraDates: ['2026-12-12'],
    })
    expect(datesOf(null, 's,20261224,1\ns,20261231,1\ns,20261120,1').dates).toEqual({
      days: [],
      extraDates: ['2026-12-24', '2026-12-31'],
    })
  })

  test('past, present and holiday service of one line: what runs today', () => {
    const calendar = table(`${days}
      past,1,1,1,1,1,0,0,20250101,20251231
      now,1,1,1,1,1,0,0,20260101,20271231
      holiday,1,1,1,1,1,1,1,20260501,20260501`)
    const trips = table(`route_id,service_id,trip_id,direction_id
      r1,past,o1,0
      r1,now,n1,0
      r1,now,n2,0
      r1,holiday,h1,0`)
    const stop_times = table(`trip_id,departure_time,stop_id,stop_sequence
      ${[
        ['o1', '07:00', '07:10'],
        ['n1', '07:15', '07:25'],
        ['n2', '08:15', '08:25'],
        ['h1', '11:00', '11:10'],
      ]
        .map(([trip, from, to]) => `${trip},${from}:00,a,1\n${trip},${to}:00,c,2`)
        .join('\n')}`)
    const { lines } = readGtfs({ ...feed, calendar, trips, stop_times }, most, today)
    expect(lines.map(({ timetable }) => timetable)).toEqual([
      [{ days: [1, 2, 3, 4, 5], until: '2027-12-31', offsetsMin: [0, 10], departures: [435, 495] }],
    ])
  })
})

test('shapes and stops alone are lines with the stops beside them', () => {
  const { lines, faults } = readGtfs({ shapes: feed.shapes!.slice(0, 4), stops: feed.stops! }, most, today)
  expect(lines).toMatchObject([{ name: 's1', timetable: [] }])
  expect(lines[0]!.stops.map(({ name }) => name)).toEqual(['North', 'South'])
  expect(faults).toHaveLength(1)
})

test('what a file lacks is told once', () => {
  const { lines, faults } = readGtfs({ shapes: table('shape_id,lat\ns1,2') }, most, today)
  expect(lines).toEqual([])
  expect(faults.map(({ file, row, reason, value }) => [file, row, reason, value])).toEqual([
    ['stops', null, 'missingFile', 'stops.txt'],
    ['shapes', null, 'missingColumn', 'shape_pt_lat'],
    ['shapes', null, 'missingColumn', 'shape_pt_lon'],
    ['shapes', null, 'missingColumn', 'shape_pt_sequence'],
  ])
})
