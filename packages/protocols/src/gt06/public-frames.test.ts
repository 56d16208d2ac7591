import { describe, expect, test } from 'vitest'
import { fromHex } from '../bytes.ts'
import type { Report } from '../protocol.ts'
import { decodeHex } from './frame-builder.ts'
import { gt06 } from './gt06.ts'
import { editedFrames, publicFrames } from './public-frames.ts'
import { newSession } from './session.ts'

/** A report in the words of `public-frames.ts`. */
const worded = (report: Report) => ({
  ...report,
  fixTime: report.fixTime === null ? null : new Date(report.fixTime).toISOString().slice(0, 19),
  ...(report.latitude !== undefined && {
    place: `${report.latitude.toFixed(5)} ${report.longitude?.toFixed(5)}`,
  }),
  ...(report.cells && { cells: report.cells.length }),
  ...(report.wifi && { wifi: report.wifi.length }),
})

test.each(publicFrames)('reads $is.name $hex', ({ hex, is }) => {
  const { report, ...message } = is
  const decoded = decodeHex(hex)
  expect(decoded).toMatchObject(message)
  if (report) expect(worded(decoded.reports[0]!)).toMatchObject(report)
})

test.each(editedFrames)('drops %s for its checksum', (hex) => {
  expect(decodeHex(hex)).toMatchObject({ kind: 'malformed', problem: 'checksum', reports: [], replies: [] })
})

test('reads them all the same where the checksum does not count', () => {
  const session = newSession({ isChecksumOptional: true })
  for (const hex of editedFrames) expect(decodeHex(hex, session).kind).not.toBe('malformed')
})

describe('the fields of every frame', () => {
  test.each(publicFrames)('lie side by side from start to stop: $is.name $hex', ({ hex }) => {
    const frame = fromHex(hex)
    let end = 0
    for (const { offset, length } of gt06.describe(frame, newSession())) {
      expect(offset).toBe(end)
      end += length
    }
    expect(end).toBe(frame.length)
  })

  test('are named and readable', () => {
    const hex = '78781f12110616091835d0024bb93007d3fb783dd4c501940500f2006c8504a6e0370d0a'
    expect(gt06.describe(fromHex(hex), newSession())).toEqual([
      { offset: 0, length: 2, name: 'start', value: '7878' },
      { offset: 2, length: 1, name: 'length', value: '31' },
      { offset: 3, length: 1, name: 'number', value: '12 location' },
      { offset: 4, length: 6, name: 'date', value: '2017-06-22T09:24:53' },
      { offset: 10, length: 1, name: 'satellites', value: '0' },
      { offset: 11, length: 4, name: 'latitude', value: '21.398356' },
      { offset: 15, length: 4, name: 'longitude', value: '72.962769' },
      { offset: 19, length: 1, name: 'speedKmh', value: '61' },
      { offset: 20, length: 2, name: 'flags', value: 'positioned, north, east, course 197, ACC on' },
      { offset: 22, length: 2, name: 'mcc', value: '404' },
      { offset: 24, length: 1, name: 'mnc', value: '5' },
      { offset: 25, length: 2, name: 'lac', value: '242' },
      { offset: 27, length: 3, name: 'cellId', value: '27781' },
      { offset: 30, length: 2, name: 'serial', value: '1190' },
      { offset: 32, length: 2, name: 'crc', value: 'e037' },
      { offset: 34, length: 2, name: 'stop', value: '0d0a' },
    ])
  })
})
