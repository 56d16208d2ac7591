import { expect, test } from 'vitest'
import { fromHex } from '../wire/bytes.ts'
import { gt06 } from './gt06.ts'
import { newSession } from './session.ts'

test('fields are named and readable', () => {
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
    { offset: 22, length: 2, name: 'cells.mcc', value: '404' },
    { offset: 24, length: 1, name: 'cells.mnc', value: '5' },
    { offset: 25, length: 2, name: 'cells.lac', value: '242' },
    { offset: 27, length: 3, name: 'cells.cellId', value: '27781' },
    { offset: 30, length: 2, name: 'serial', value: '1190' },
    { offset: 32, length: 2, name: 'crc', value: 'e037' },
    { offset: 34, length: 2, name: 'stop', value: '0d0a' },
  ])
})
