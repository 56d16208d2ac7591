import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { aFile, aRow, make, texts } from './testing/sample-file.ts'
import { writeXlsx } from './xlsx.ts'

type Value = string | number | undefined

/** The first sheet as it is in the archive: not read by the library that wrote it. */
function readSheet(bytes: Buffer) {
  const parts = unzipSync(bytes)
  const part = (name: string) => (parts[name] === undefined ? '' : strFromU8(parts[name]))
  const xml = part('xl/worksheets/sheet1.xml')
  const plain = (text: string) => text.replace(/&lt;/g, '<').replace(/&gt;/g, '>').replace(/&amp;/g, '&')
  const stringsOf = (of: string, element: RegExp) =>
    [...of.matchAll(element)].map((match) => plain(match[1]!))
  const shared = stringsOf(part('xl/sharedStrings.xml'), /<si><t[^>]*>([^<]*)<\/t><\/si>/g)
  const cell = (type: string, content: string): Value => {
    const value = /<(?:v|t)[^>]*>([^<]*)</.exec(content)?.[1]
    if (value === undefined) return undefined
    return type === 's' ? shared[Number(value)] : type === 'inlineStr' ? plain(value) : Number(value)
  }
  const rows = [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/g)].map(([, row]) => {
    const values: Value[] = []
    for (const [, letters, rest, content = ''] of row!.matchAll(
      /<c r="([A-Z]+)\d+"([^>]*?)(?:\/>|>(.*?)<\/c>)/g,
    )) {
      const value = cell(/t="(\w+)"/.exec(rest!)?.[1] ?? 'n', content)
      if (value !== undefined) values[letters!.charCodeAt(0) - 65] = value
    }
    return values
  })
  return { xml, rows, formats: stringsOf(part('xl/styles.xml'), /formatCode="([^"]*)"/g) }
}

test.each([1, 20_001])(
  'a sheet of %i rows holds numbers and the times of the reader’s clock',
  async (count) => {
    const rows = Array.from({ length: count }, (_, i) => aRow(i === 0 ? '=1+1' : `CAR ${i}`, texts[0]))
    const sheet = readSheet(await make(writeXlsx, aFile(rows)))
    const head = sheet.rows.findIndex((row) => row[0] === 'Vehicle')
    expect(sheet.rows[0]).toEqual(['Trips'])
    expect(sheet.rows.flat()).toContain('Account: Demo · Vehicles: 3 of 5 vehicles had data')
    const [name, day, instant, duration, place, km, speed, battery] = sheet.rows[head + 1]!
    expect([name, place]).toEqual(['=1+1', texts[0]])
    expect(day).toBe(46_327)
    expect(instant).toBeCloseTo(46_327 + (23.5 * 3600 + 5) / 86_400, 6)
    expect([duration, km, speed, battery]).toEqual([0.0625, 12.346, 80.4, 0.55])
    expect(sheet.formats).toEqual(expect.arrayContaining(['yyyy-mm-dd hh:mm:ss', '[h]:mm', '#,##0.0', '0%']))
    expect(sheet.rows).toHaveLength(head + 1 + count + 1)
    expect(sheet.rows.at(-1)!.slice(0, 4)).toEqual(['Sum', undefined, undefined, 0.0625])
    expect(sheet.xml).toMatch(new RegExp(`<pane[^>]*ySplit="${head + 1}"[^>]*state="frozen"`))
    expect(sheet.xml.includes('<f>')).toBe(false)
    if (count === 1) expect(sheet.xml).toContain(`<autoFilter ref="A${head + 1}:H${head + 2}"`)
  },
)
