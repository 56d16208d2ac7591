import type { FileRow, TableFile, WriteFile } from '../table-file.ts'

/** A small file for the tests of every format. */

const from = Date.parse('2026-11-01T15:30:05Z')
export const aRow = (name: string, place: string | null = null): FileRow => [
  name,
  '2026-11-01',
  from,
  5_400_000,
  place,
  12_345.6,
  80.4,
  55,
]

export function aFile(rows: FileRow[], change: Partial<TableFile> = {}): TableFile {
  return {
    language: 'en',
    timeZone: 'Asia/Shanghai',
    title: 'Trips',
    facts: [
      ['Account', 'Demo'],
      ['Vehicles', '3 of 5 vehicles had data'],
    ],
    columns: [
      { form: 'text', title: 'Vehicle' },
      { form: 'day', title: 'Day' },
      { form: 'instant', title: 'From' },
      { form: 'duration', title: 'Duration (h:mm)' },
      { form: 'place', title: 'Start place' },
      { form: 'distance', title: 'Distance (km)' },
      { form: 'speed', title: 'Max. speed (km/h)' },
      { form: 'percent', title: 'Battery' },
    ],
    rows: (async function* () {
      yield rows
    })(),
    total: rows.length,
    sum: ['Sum', null, null, 5_400_000, null, 12_345.6, null, null],
    ...change,
  }
}

export const make = async (write: WriteFile, file: TableFile) =>
  Buffer.concat(await Array.fromAsync(write(file), (piece) => Buffer.from(piece)))

/** One in each script that our languages are written in. */
export const texts = ['上海市人民广场', 'Thành phố Hồ Chí Minh', 'Нижний Новгород', 'กรุงเทพ', 'ភ្នំពេញ', 'ရန်ကုန်']
