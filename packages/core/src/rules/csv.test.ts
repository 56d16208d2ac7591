import { expect, test } from 'vitest'
import { csvLine, plainFields, textOfCell } from './csv.ts'

test.each(['=1+1', '+1', '-1+cmd|x', '@SUM(A1)', '|cmd', '\t=1', ' =1', '\r=1', '\uff1d1'])(
  'the text %j does not become a formula',
  (text) => expect(csvLine([text]).replace(/^"/, '')).toMatch(/^'/),
)

test('numbers are no formulas, though they may be negative', () => {
  expect(csvLine([-1.5, '-55%', '-31.200000 121.400000', null])).toBe('-1.5,-55%,-31.200000 121.400000,\r\n')
})

test('what would end a cell early is quoted', () => {
  expect(csvLine(['a,b', 'say "hi"', 'two\r\nlines', 'plain'])).toBe(
    '"a,b","say ""hi""","two\r\nlines",plain\r\n',
  )
})

test.each([
  ['="867200000001311"', '867200000001311'],
  ['="Truck ""1"""', 'Truck "1"'],
  ['=""', ''],
  ['=1+1', '=1+1'],
  ['Truck 1', 'Truck 1'],
])('the text of %s', (cell, text) => expect(textOfCell(cell)).toBe(text))

test.each([
  ['="1","b"\n="a, b";x', '"1","b"\n"a, b";x'],
  ['"c,=""d"", e",="f"', '"c,=""d"", e","f"'],
  ['a="b",=1+1', 'a="b",=1+1'],
])('the fields of %j', (text, plain) => expect(plainFields(text)).toBe(plain))
