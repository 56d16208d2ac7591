import { csvLine } from '@trackway/core/rules/csv.ts'
import fc from 'fast-check'
import { parseCsv } from 'hucre/csv'
import { expect, test } from 'vitest'
import { writeCsv } from './csv.ts'
import { aFile, aRow, make } from './testing/sample-file.ts'

test('CSV begins with its mark, and holds the values given', async () => {
  const bytes = await make(writeCsv, aFile([aRow('沪A "1", x', 'line 1\r\nline 2')]))
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf')
  expect(bytes.toString().replace('\ufeff', '').split('\r\n')).toEqual([
    'Trips',
    'Account,Demo',
    'Vehicles,3 of 5 vehicles had data',
    '',
    'Vehicle,Day,From,Duration (h:mm),Start place,Distance (km),Max. speed (km/h),Battery',
    '"沪A ""1"", x",2026-11-01,2026-11-01 23:30:05,1:30,"line 1',
    'line 2",12.3,80,55%',
    'Sum,,,1:30,,12.3,,',
    '',
  ])
})

test('whatever a name holds, the columns stay', () =>
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 5 }), (names) => {
      const rows = parseCsv(csvLine(names), { delimiter: ',', skipBom: false })
      const read = rows[0]!.map(String)
      expect(read.map((field, i) => (field === names[i] ? field : field.slice(1)))).toEqual(names)
    }),
  ))
