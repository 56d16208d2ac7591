import { expect, test } from 'vitest'
import { type TrackPointValues, toTrack } from '../columns.ts'
import { blockColumns } from './block.ts'
import { decodeBlock } from './decode-block.ts'
import { encodeBlock } from './encode-block.ts'

/**
 * The bytes of a stored block, as docs/TRACK-FORMAT.md describes them. Blocks are read for ever: other bytes for
 * these points are another version of the format.
 */
const block = [
  '5457010903000000', // TW, version 1, 9 columns, 3 points
  '01010000102700000000802d21177a4200000000000000000000000005000000', // time: steady, ticks of 10 s
  '020000007b000000000000000000000000000000000000000300000008000000', // speed: same, steps of 12.3 km/h
  '0302000001000000000000000000000000000000000000000000000004000000', // course: circle
  '0400000001000000000000002a75754100000000000000000300000005000000', // latitude: same
  '050000000100000000000080e7279b4100000000000000000300000005000000', // longitude: same
  '0600000001000000000000000080444000000000000000000300000005000000', // altitude: same, from 41 m
  '0700000002000000000000000000224000000000000000000000000003000000', // satellites: same, from 9, steps of 2
  '0800000001000000000000000000f03f00000000000000000000000003000000', // ignition: same, from 1
  '0a00000040000000000000000000000000000000000000000000000003000000', // quality: same, steps of 64
  '0000020000', // time: 0, a tick more, and again
  '0001020000020000', // speed: unknown at the third; 0, a step, 0
  '00000104', // course: 0, one back round the circle, two on
  '0001020002', // latitude: unknown at the third
  '0001020002', // longitude: the same
  '0201020002', // altitude: known at the second only
  '000101', // satellites: 9, 9, a step less
  '000101', // ignition: on, on, off
  '000102', // quality: 0, 0, a step
].join('')

const point = (seconds: number, values: Partial<TrackPointValues>): TrackPointValues => ({
  fixTime: Date.UTC(2026, 9, 25, 8) + seconds * 1000,
  latE7: 225_000_000,
  lonE7: 1_139_000_000,
  speedKmh: 0,
  courseDeg: 0,
  altitudeM: null,
  satellites: 9,
  accOn: true,
  odometerM: null,
  quality: 0,
  ...values,
})
const track = toTrack([
  point(0, {}),
  point(10, { speedKmh: 12.3, courseDeg: 359, altitudeM: 41 }),
  point(20, {
    latE7: null,
    lonE7: null,
    speedKmh: null,
    courseDeg: 1,
    satellites: 7,
    accOn: false,
    quality: 64,
  }),
])

test('a track is written to these bytes', () => {
  expect(Buffer.from(encodeBlock(track)).toString('hex')).toBe(block)
})

test('these bytes are read as this track', () => {
  expect(decodeBlock(Buffer.from(block, 'hex'))).toMatchObject({ track })
})

test('every column has its number for ever', () => {
  expect(Object.fromEntries(blockColumns.map(({ id, name }) => [id, name]))).toEqual({
    1: 'fixTime',
    2: 'speedKmh',
    3: 'courseDeg',
    4: 'latE7',
    5: 'lonE7',
    6: 'altitudeM',
    7: 'satellites',
    8: 'accOn',
    9: 'odometerM',
    10: 'quality',
  })
})
