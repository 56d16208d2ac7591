import { expect, test } from 'vitest'
import { detectProtocol } from '../../detect.ts'
import { protocols } from '../../registry.ts'
import { numberOf } from './parameter-values.ts'
import { bytesOfBase64, bytesOfLatin1 } from './request.ts'
import { cutRequest, describeRequest, jsonRequest, maxHeadBytes } from './request-text.ts'

/** Whoever reaches a port may send these: in more than linear time, each test would take many minutes. */

const long = 500_000

test.each([
  ['a target', 'POST /', 'a'],
  ['letters', '', 'A'],
  ['blanks', 'POST ', ' '],
  ['blanks behind the target', 'POST / ', ' '],
  ['headers', 'POST / HTTP/1.1\r\n', 'a:b\r\n'],
  ['a header', 'POST / HTTP/1.1\r\na:', ' '],
])('%s without an end, whole and byte by byte', (_, start, rest) => {
  const head = bytesOfLatin1(start.padEnd(maxHeadBytes, rest))
  for (let length = 1; length <= head.length; length++) {
    const bytes = head.subarray(0, length)
    expect(cutRequest(bytes).frame).toBeUndefined()
    if (start !== '') expect(detectProtocol(bytes, protocols)).not.toBe('none')
  }
})

test('a text that is a number up to its last letter', () =>
  expect(numberOf(`${'1'.repeat(long)}x`)).toBeUndefined())

test.each([
  ['1', 1],
  ['-1.', -1],
  ['.5', 0.5],
  [' 1.25e3 ', 1_250],
  ['.', undefined],
  ['1.2.3', undefined],
])('%s as a number', (text, number) => expect(numberOf(text)).toBe(number))

test('a Base64 text full of padding', () => expect(bytesOfBase64(`${'='.repeat(long)}a`)).toBeNull())

test.each(['YQ==', 'YQ', 'YQ==\n'])('%j as Base64', (text) =>
  expect(bytesOfBase64(text)).toEqual(bytesOfLatin1('a')),
)

test('a body of marks that open no text is described', () => {
  const frame = bytesOfLatin1(`POST / HTTP/1.1\r\n\r\n"${'\\"'.repeat(long)}`)
  expect(describeRequest(frame).length).toBeGreaterThan(0)
})

test('values of a body are described with their names, however deep', () => {
  const body = { a: { b: 'c "d": 1', list: ['x', 'y'], n: -1.5 }, t: true, e: '' }
  const fields = describeRequest(jsonRequest('/', body)).map(({ name, value }) => [name, value])
  for (const field of [
    ['b', 'c \\"d\\": 1'],
    ['n', '-1.5'],
    ['t', 'true'],
    ['e', ''],
  ])
    expect(fields).toContainEqual(field)
  expect(fields.map(([name]) => name)).not.toContain('x')
})
