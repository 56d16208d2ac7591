import { roles } from '@trackway/core/codes/roles.ts'
import { qualityBits } from '@trackway/core/codes/states.ts'
import { trackFileCalls } from '@trackway/core/features/track-files/calls.ts'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aDevice, anAccount, signIn, type TestDevice } from '../../testing/builders.ts'
import { aPosition, storePositions } from '../../testing/position-rows.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

// The night in which Berlin's clocks go back: 02:59:59+02:00 is followed by 02:00:00+01:00.
const clocksGoBack = Date.UTC(2026, 9, 25, 1)
const hour = 3_600_000

let server: TestServer
let token: string
let device: TestDevice

beforeAll(async () => {
  server = await startTestServer()
  const owner = await anAccount(server.database, {
    role: roles.superUser,
    time_zone: 'Europe/Berlin',
    language: 'en',
  })
  token = await signIn(server.database, owner)
  device = await aDevice(server.database, owner, { nickname: '=Van & "Co" <1>' })
  await storePositions(server.database, device.id, [
    aPosition({ fix_time: clocksGoBack - 60_000, speed_kmh: 36, course_deg: 271 }),
    aPosition({ fix_time: clocksGoBack, latitude_e7: -312_345_678, acc_on: false, altitude_m: -3 }),
    aPosition({ fix_time: clocksGoBack + 1_500, quality: qualityBits.jump | qualityBits.late }),
    aPosition({ fix_time: clocksGoBack + 2_000, latitude_e7: null, longitude_e7: null, quality: 64 }),
    aPosition({
      fix_time: clocksGoBack + hour,
      odometer_m: null,
      speed_kmh: null,
      course_deg: null,
      altitude_m: null,
      satellites: null,
      acc_on: null,
    }),
  ])
})
afterAll(() => server.stop())

async function file(format: string, withHidden = false, of = device, as = token) {
  const response = await fetch(server.url + trackFileCalls.export.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${as}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      terminalID: of.terminalID,
      from: clocksGoBack - hour,
      to: clocksGoBack + hour,
      format,
      withHidden,
    }),
  })
  return { headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('a file has a name that every system can store, of the days in it', async () => {
  const { headers } = await file('csv')
  expect(headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('content-disposition')).toContain(
    `filename*=UTF-8''${encodeURIComponent('=Van & Co 1 2026-10-25.csv')}`,
  )
})

describe('CSV', () => {
  const linesOf = async (withHidden: boolean) => {
    const text = (await file('csv', withHidden)).bytes.toString()
    expect(text.startsWith('\ufeff')).toBe(true)
    return text.slice(1).split('\r\n')
  }

  test('says first what it is, and runs no formula', async () => {
    const lines = await linesOf(false)
    expect(lines.slice(0, 6)).toEqual([
      'Track',
      `Vehicle,"'=Van & ""Co"" <1>"`,
      `Device ID,${device.terminalID}`,
      'Period,2026-10-25 02:00:00 – 2026-10-25 03:00:00',
      'Time zone,Europe/Berlin (UTC+02:00)',
      'Points excluded from mileage,not included',
    ])
  })

  test('has a line a point in the order of time, in the clocks of the caller with their offset', async () => {
    const lines = await linesOf(false)
    expect(lines.slice(8)).toEqual([
      'Time,Latitude,Longitude,Speed (km/h),Course (°),Altitude (m),Satellites,Ignition,Odometer (km)',
      '2026-10-25 02:59:00+02:00,31.234568,121.456789,36,271,12,9,on,12345.678',
      '2026-10-25 02:00:00+01:00,-31.234568,121.456789,54.3,271,-3,9,off,12345.678',
      '2026-10-25 03:00:00+01:00,31.234568,121.456789,,,,,,',
      '',
    ])
  })

  test('with hidden points, each has the reason', async () => {
    const lines = await linesOf(true)
    expect(lines).toHaveLength(8 + 1 + 5 + 1)
    expect(lines[8]).toMatch(/,Excluded because$/)
    expect(lines[9]).toMatch(/,12345.678,$/)
    expect(lines[11]).toMatch(/^2026-10-25 02:00:01.500\+01:00,.*,implausible jump$/)
    expect(lines[12]).toMatch(/^2026-10-25 02:00:02\+01:00,,,.*,no GPS fix$/)
  })
})

test('XLSX has numbers as numbers and times as the clocks of the caller show them', async () => {
  const { bytes } = await file('xlsx', true)
  const rows = (await readXlsx(bytes)).sheets[0]!.rows
  expect(rows[0]![0]).toBe('Track')
  expect(rows[1]![0]).toMatch(/^Vehicle: =Van & "Co" <1> · Device ID: /)
  const table = rows.slice(4)
  const at = new Date(Date.UTC(2026, 9, 25, 2, 59))
  expect(table[0]!.slice(0, 5)).toEqual([at, '+02:00', 31.234568, 121.456789, 36])
  expect(table[1]!.slice(0, 3)).toEqual([new Date(Date.UTC(2026, 9, 25, 2)), '+01:00', -31.234568])
  expect(table[2]!.at(-1)).toBe('implausible jump')
  expect(table).toHaveLength(5)
})

describe('for other programs', () => {
  const parser = new XMLParser({
    ignoreAttributes: false,
    isArray: (name) => /^(trkseg|trkpt|wpt|gx:Track|when|gx:coord|Placemark)$/.test(name),
  })
  const parsed = async (format: string, withHidden: boolean, of = device, as = token) => {
    const text = (await file(format, withHidden, of, as)).bytes.toString()
    expect(XMLValidator.validate(text)).toBe(true)
    return { text, xml: parser.parse(text) }
  }

  test('GPX has a segment for each run of points, in the order of its schema', async () => {
    const { gpx } = (await parsed('gpx', false)).xml
    expect(gpx).toMatchObject({ '@_version': '1.1', '@_xmlns': 'http://www.topografix.com/GPX/1/1' })
    expect(gpx.metadata.name).toBe('=Van & "Co" <1>')
    const segments = gpx.trk.trkseg.map(({ trkpt }: { trkpt: object[] }) => trkpt)
    expect(segments.map((points: object[]) => points.length)).toEqual([2, 1])
    expect(segments[0][0]).toEqual({
      '@_lat': '31.234568',
      '@_lon': '121.456789',
      ele: 12,
      time: '2026-10-25T00:59:00.000Z',
      sat: 9,
      extensions: { 'gpxtpx:TrackPointExtension': { 'gpxtpx:speed': 10, 'gpxtpx:course': 271 } },
    })
    expect(Object.keys(segments[0][0]).slice(0, 4)).toEqual(['ele', 'time', 'sat', 'extensions'])
    expect(segments[1][0]).toEqual({
      '@_lat': '31.234568',
      '@_lon': '121.456789',
      time: '2026-10-25T02:00:00.000Z',
    })
  })

  test('GPX has hidden points as way points before the track', async () => {
    const { text, xml } = await parsed('gpx', true)
    expect(xml.gpx.wpt).toMatchObject([{ name: 'implausible jump' }])
    expect(text.indexOf('<wpt')).toBeLessThan(text.indexOf('<trk>'))
  })

  test('KML has the same runs, to be played', async () => {
    const { kml } = (await parsed('kml', true)).xml
    expect(kml['@_xmlns']).toBe('http://www.opengis.net/kml/2.2')
    expect(kml.Document.description.split('\n').slice(0, 2)).toEqual([
      'Vehicle: =Van & "Co" <1>',
      `Device ID: ${device.terminalID}`,
    ])
    const [track] = kml.Document.Placemark
    expect(track['gx:MultiTrack']['gx:Track']).toEqual([
      {
        when: ['2026-10-25T00:59:00.000Z', '2026-10-25T01:00:00.000Z'],
        'gx:coord': ['121.456789 31.234568 12', '121.456789 -31.234568 -3'],
      },
      { when: ['2026-10-25T02:00:00.000Z'], 'gx:coord': ['121.456789 31.234568 0'] },
    ])
    const [, hidden] = kml.Document.Folder
    expect(hidden.Placemark).toMatchObject([{ name: 'implausible jump' }])
  })

  test('KML has numbered stops, the same as the list of the replay', async () => {
    const own = await anAccount(server.database, { role: roles.superUser, time_zone: 'UTC' })
    const parked = await aDevice(server.database, own)
    const standing = (seconds: number) =>
      aPosition({ fix_time: clocksGoBack - hour + seconds * 1_000, speed_kmh: 0, acc_on: false })
    const times = Array.from({ length: 50 }, (_, i) => standing(i * 60))
    await storePositions(server.database, parked.id, times)
    const as = await signIn(server.database, own)
    const { kml } = (await parsed('kml', false, parked, as)).xml
    const [stop] = kml.Document.Folder.Placemark
    expect(stop).toMatchObject({ name: '1 · 0:49', Point: { coordinates: '121.456789,31.234568' } })
    expect(stop.TimeSpan.begin).toBe('2026-10-25T00:00:00.000Z')
  })

  test('KML of many points is one line in parts, each of which begins where the one before ended', async () => {
    const own = await anAccount(server.database, { role: roles.superUser })
    const busy = await aDevice(server.database, own)
    const times = Array.from({ length: 2_500 }, (_, i) => clocksGoBack - hour + i * 1_000)
    const points = times.map((fix_time, i) => aPosition({ fix_time, latitude_e7: i * 10_000 }))
    await storePositions(server.database, busy.id, points)
    const as = await signIn(server.database, own)
    const { kml } = (await parsed('kml', false, busy, as)).xml
    const parts: string[][] = kml.Document.Placemark[0]['gx:MultiTrack']['gx:Track'].map(
      (part: { 'gx:coord': string[] }) => part['gx:coord'],
    )
    expect(parts.length).toBeGreaterThan(2)
    for (const [n, part] of parts.entries()) if (n > 0) expect(part[0]).toBe(parts[n - 1]!.at(-1))
    expect(new Set(parts.flat()).size).toBe(2_500)
    expect(parts.flat()).toHaveLength(2_500 + parts.length - 1)
  })

  test.each(['gpx', 'kml'])('%s of a device without positions is empty and whole', async (format) => {
    const own = await anAccount(server.database, { role: roles.superUser })
    const empty = await aDevice(server.database, own)
    const { xml } = await parsed(format, true, empty, await signIn(server.database, own))
    expect(xml[format]).toBeDefined()
  })
})
