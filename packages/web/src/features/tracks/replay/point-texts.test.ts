import { qualityBits } from '@trackway/core/codes/states.ts'
import { type TrackPointValues, toTrack } from '@trackway/core/track/columns.ts'
import { expect, test } from 'vitest'
import { makeFormat } from '../../../base/format.ts'
import { aPoint } from '../testing/points.ts'
import { pointTexts } from './point-texts.ts'

const t = ((key: string, values?: object) =>
  values ? `${key}(${Object.values(values).join()})` : key) as never

/** What the points say, column by column. */
function shown(more: Partial<TrackPointValues> = {}, units: 'metric' | 'us' = 'metric') {
  const texts = pointTexts(
    toTrack([aPoint(0, 0, 0), aPoint(60, 48.2, 16.3, more)]),
    t,
    makeFormat('en-US', 'UTC', units),
  )
  const all = Object.entries(texts).map(([name, of]) => [name, of(1).replace(/[\u00a0\u202f]/g, ' ')])
  return Object.fromEntries(all)
}

test('a point says what it knows with its unit', () => {
  expect(shown({ altitudeM: -12, satellites: 9, accOn: true, odometerM: 123_456 })).toEqual({
    fixTime: '1 Jan 1970, 00:01:00',
    speedKmh: '36 km/h',
    courseDeg: '90°',
    accOn: 'tracks.on',
    satellites: '9',
    altitudeM: '-12 m',
    odometerM: '123 km',
    lat: '48.20000',
    lon: '16.30000',
    state: '',
  })
})

test('what is unknown is a dash, in every column', () => {
  const unknown = shown({
    speedKmh: null,
    courseDeg: null,
    accOn: null,
    satellites: null,
    altitudeM: null,
    odometerM: null,
    latE7: null,
    lonE7: null,
  })
  const { fixTime: _, state, ...rest } = unknown
  expect(new Set(Object.values(rest))).toEqual(new Set(['–']))
  expect(state).toBe('tracks.why.noFix(300 km/h)')
})

test('0 is not unknown: it is shown', () => {
  const zero = { speedKmh: 0, courseDeg: 0, satellites: 0, altitudeM: 0, odometerM: 0, accOn: false }
  expect(shown({ ...zero, latE7: 0, lonE7: 0 })).toMatchObject({
    speedKmh: '0 km/h',
    courseDeg: '0°',
    satellites: '0',
    altitudeM: '0 m',
    odometerM: '0 m',
    accOn: 'tracks.off',
    lat: '0.00000',
    lon: '0.00000',
  })
})

test('a point that is not on the line says why, one that came late that it did', () => {
  expect(shown({ quality: qualityBits.jump }).state).toBe('tracks.why.jump(300 km/h)')
  expect(shown({ quality: qualityBits.jump }, 'us').state).toBe('tracks.why.jump(186 mph)')
  expect(shown({ quality: qualityBits.late }).state).toBe('tracks.why.late')
  expect(shown({ quality: qualityBits.late | qualityBits.drift }).state).toMatch(/why\.drift/)
})
