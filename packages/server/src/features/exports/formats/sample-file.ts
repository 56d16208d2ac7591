import type { FileRow, ReportFile, WriteFile } from '../report-file.ts'

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

export function aFile(rows: FileRow[], change: Partial<ReportFile> = {}): ReportFile {
  return {
    language: 'en',
    timeZone: 'Asia/Shanghai',
    title: 'Trips',
    facts: [
      ['Account', 'Demo'],
      ['Vehicles', '3 of 5 vehicles had data'],
    ],
    columns: [
      { key: 'displayName', form: 'text', title: 'Vehicle' },
      { key: 'day', form: 'day', title: 'Day' },
      { key: 'from', form: 'instant', title: 'From' },
      { key: 'duration', form: 'duration', title: 'Duration (h:mm)' },
      { key: 'fromPlace', form: 'place', title: 'Start place' },
      { key: 'distanceM', form: 'distance', title: 'Distance (km)' },
      { key: 'maxSpeedKmh', form: 'speed', title: 'Max. speed (km/h)' },
      { key: 'fromPercent', form: 'percent', title: 'Battery' },
    ],
    rows: (async function* () {
      yield rows
    })(),
    total: rows.length,
    sum: ['Sum', null, null, 5_400_000, null, 12_345.6, null, null],
    ...change,
  }
}

export const make = async (write: WriteFile, file: ReportFile) =>
  Buffer.concat(await Array.fromAsync(write(file), (piece) => Buffer.from(piece)))

/** One in each script that our languages are written in. */
export const texts = ['上海市人民广场', 'Thành phố Hồ Chí Minh', 'Нижний Новгород', 'กรุงเทพ', 'ភ្នំពេញ', 'ရန်ကုန်']
