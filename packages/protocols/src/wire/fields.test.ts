import { describe, expect, test } from 'vitest'
import { BodyReader, body, readBody, writeBody } from './body.ts'
import { delimitedBy, instantOf } from './fields.ts'
import { Writer } from './writer.ts'

const { word, number, knots, hexNumber, digits, degrees } = delimitedBy(',')
const line = body({
  word,
  knots,
  latitude: degrees('NS'),
  longitude: degrees('EW'),
  hexNumber,
  digits,
  number,
})
const readLine = (text: string) => readBody(line, new BodyReader(new TextEncoder().encode(text)))

test('reads delimited fields', () => {
  expect(readLine('V1,10,0956.3869,N,08406.7068,W,FFFFFBFF,221215,-3.5')).toEqual({
    word: 'V1',
    knots: 18.52,
    latitude: expect.closeTo(9.939782, 6),
    longitude: expect.closeTo(-84.11178, 5),
    hexNumber: 0xfffffbff,
    digits: '221215',
    number: -3.5,
  })
})

describe('an empty field or one of another form holds no value', () => {
  test.each([',,,,,,,,', 'V1,', ',x,9900,N,12x,E,zz,12,nan'])('%s', (text) => {
    const { word: _, ...values } = readLine(text)
    expect(values).toEqual({})
  })
})

test('writes what it reads', () => {
  const values = {
    word: 'V1',
    knots: 18.52,
    latitude: -9.5,
    longitude: 84.25,
    hexNumber: 255,
    digits: '010203',
    number: 7,
  }
  const writer = new Writer()
  writeBody(line, writer, values)
  expect(readBody(line, new BodyReader(writer.done()))).toEqual(values)
})

test('puts day and time together, UTC', () => {
  expect(instantOf('221215', '164549')).toBe(Date.UTC(2015, 11, 22, 16, 45, 49))
  expect(instantOf('311115', '164549')).toBeNull()
  expect(instantOf(undefined, '164549')).toBeNull()
})
